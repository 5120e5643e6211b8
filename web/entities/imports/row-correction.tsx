import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Corrections } from '../../../contract/import-reading.ts'
import type { ImportRow } from '../../../contract/imports.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ChoiceOptions } from './corrections.tsx'
import { reasonOf } from './wrong-rows.ts'

type Props = {
  row: ImportRow
  corrections: Corrections
  onCorrect: (cells: { row: number; column: string; to: string }[]) => void
  onLeaveOut: () => void
  onCancel: () => void
}

/** The cells of one row with errors, to be corrected. */
export function RowCorrection({ row, corrections, onCorrect, onLeaveOut, onCancel }: Props) {
  const say = useSay()
  const form = useRef<HTMLFormElement>(null)
  const cells = row.to_correct ?? []
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, button')?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const changed = cells.flatMap(({ column, value }) => {
      const to = texts[column]
      return to === undefined || to === value ? [] : [{ row: row.row, column, to }]
    })
    if (changed.length > 0) onCorrect(changed)
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      aria-label={say(messages.ownFiles.correctRow({ row: String(row.row) }))}
      className="space-y-3 rounded-md border border-line bg-sunk px-4 py-3 text-sm"
    >
      <h3 className="text-base">{say(messages.ownFiles.correctRow({ row: String(row.row) }))}</h3>
      <p dir="auto" className="font-medium wrap-anywhere text-bad">
        {reasonOf(say, row)}
      </p>
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
        {cells.map(({ column, label, value }) => {
          const choices = corrections.choices[column]
          const text = texts[column] ?? value
          const take = (to: string) => setTexts((before) => ({ ...before, [column]: to }))
          return choices ? (
            <SelectField key={column} label={label} value={text} onChange={(event) => take(event.target.value)}>
              {!choices.some((choice) => choice.value === value) && <option value={value}>{value}</option>}
              <ChoiceOptions choices={choices} />
            </SelectField>
          ) : (
            <TextField key={column} label={label} value={text} dir="auto" onChange={(event) => take(event.target.value)} />
          )
        })}
      </div>
      <div className="flex flex-wrap justify-end gap-2.5">
        <Button onClick={onCancel}>{say(messages.actions.cancel)}</Button>
        <Button onClick={onLeaveOut}>{say(messages.ownFiles.leaveRowsOut({ count: 1 }))}</Button>
        {cells.length > 0 && (
          <Button type="submit" look="primary">
            {say(messages.ownFiles.checkRow)}
          </Button>
        )}
      </div>
    </form>
  )
}
