import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { Corrections, FileReading, ImportReading } from '../../../contract/import-reading.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Button } from '../../ui/button.tsx'
import { controlLook } from '../../ui/field.tsx'

export type CorrectionChoice = Corrections['choices'][string][number]

type Props = {
  corrections: Corrections
  /** The columns of the portal with their headings. */
  columns: FileReading['choices']
  reading: ImportReading
  onChange: (reading: ImportReading) => void
}

/** What is wrong in many rows, to be corrected for all of them; and what was corrected, to be undone. */
export function CorrectionsSection({ corrections, columns, reading, onChange }: Props) {
  const say = useSay()
  const { wrong_values: wrong, lacking } = corrections
  const made = madeOf(reading, corrections, columns)
  if (wrong.length + lacking.length + made.length === 0) return null
  return (
    <section
      aria-label={say(messages.ownFiles.wrongValues)}
      className="space-y-4 rounded-md border border-line px-4 py-3 text-sm"
    >
      {wrong.length > 0 && (
        <Group title={messages.ownFiles.wrongValues}>
          {wrong.map((one) => (
            <li key={`${one.column} ${one.value}`}>
              <WrongValue wrong={one} corrections={corrections} reading={reading} onChange={onChange} />
            </li>
          ))}
        </Group>
      )}
      {lacking.length > 0 && (
        <Group title={messages.ownFiles.lacking}>
          {lacking.map((one) => (
            <li key={one.column}>
              <Lacking lacking={one} corrections={corrections} reading={reading} onChange={onChange} />
            </li>
          ))}
        </Group>
      )}
      {made.length > 0 && (
        <Group title={messages.ownFiles.corrected}>
          {made.map(({ what, without }) => (
            <li key={say(what)} className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="min-w-0 wrap-anywhere">{say(what)}</span>
              <Button
                size="small"
                look="ghost"
                aria-label={say(messages.ownFiles.undo({ what }))}
                onClick={() => onChange({ ...reading, ...without })}
              >
                {say(messages.general.undo)}
              </Button>
            </li>
          ))}
        </Group>
      )}
    </section>
  )
}

function Group({ title, children }: { title: Message; children: ReactNode }) {
  const say = useSay()
  return (
    <div>
      <h3 className="mb-2 text-base">{say(title)}</h3>
      <ul className="space-y-3">{children}</ul>
    </div>
  )
}

/** The corrections so far, each with what the reading is without it. */
function madeOf(
  reading: ImportReading,
  { left_out }: Corrections,
  columns: FileReading['choices'],
): { what: Message; without: ImportReading }[] {
  const { values = [], cells = [], create_departments: created = [], defaults = {}, left_out: rows = [] } = reading
  const labelOf = (column: string) => columns.find((one) => one.column === column)?.label ?? column
  const { replaced, rowsWithout, created: newDepartment, cellsCorrected, rowsLeftOut, filledWith } = messages.ownFiles
  return [
    ...values.map((value) => ({
      what:
        value.to === null
          ? rowsWithout({ value: value.from })
          : replaced({ column: labelOf(value.column), from: value.from, to: value.to }),
      without: { values: values.filter((other) => other !== value) },
    })),
    ...created.map((name) => ({
      what: newDepartment({ name }),
      without: { create_departments: created.filter((other) => other !== name) },
    })),
    ...Object.entries(defaults).map(([column, value]) => ({
      what: filledWith({ column: labelOf(column), value }),
      without: { defaults: Object.fromEntries(Object.entries(defaults).filter(([other]) => other !== column)) },
    })),
    ...(cells.length > 0 ? [{ what: cellsCorrected({ count: cells.length }), without: { cells: [] } }] : []),
    ...(rows.length > 0 ? [{ what: rowsLeftOut({ count: Math.min(left_out, rows.length) }), without: { left_out: [] } }] : []),
  ]
}

/** Values that stand for no value of the file: they begin with a character that no cell has. */
const create = '\u0000create'
const leaveOut = '\u0000leave out'

function WrongValue({
  wrong,
  corrections,
  reading,
  onChange,
}: Omit<Props, 'columns'> & { wrong: Corrections['wrong_values'][number] }) {
  const say = useSay()
  const { column, label, value, rows, near } = wrong
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value
  const { values = [], create_departments: created = [] } = reading

  function use(to: string) {
    if (to === create) onChange({ ...reading, create_departments: [...created, value] })
    else onChange({ ...reading, values: [...values, { column, from: value, to: to === leaveOut ? null : to }] })
  }

  return (
    <Correction
      text={
        <>
          <span className="font-medium">{say(messages.ownFiles.valueOf({ column: label, value: shown }))}</span>{' '}
          <span className="text-quiet">{say(messages.ownFiles.inRows({ count: rows }))}</span>
        </>
      }
      label={say(messages.ownFiles.useInstead({ value: shown }))}
      button={say(messages.ownFiles.use)}
      choices={corrections.choices[column]}
      initial={near ?? ''}
      more={[
        ...(column === 'department' ? [{ value: create, label: say(messages.ownFiles.createIt({ name: shown })) }] : []),
        { value: leaveOut, label: say(messages.ownFiles.leaveRowsOut({ count: rows })) },
      ]}
      onUse={use}
    />
  )
}

function Lacking({
  lacking,
  corrections,
  reading,
  onChange,
}: Omit<Props, 'columns'> & { lacking: Corrections['lacking'][number] }) {
  const say = useSay()
  const { column, label, rows, count } = lacking
  const named = [...rows.map(String), ...(count > rows.length ? ['…'] : [])].join(', ')
  const isEmail = column === 'email'
  return (
    <Correction
      text={say(messages.ownFiles.lackingIn({ count, column: label, rows: named }))}
      label={say((isEmail ? messages.ownFiles.fillEmail : messages.ownFiles.fillWith)({ column: label }))}
      button={say(messages.ownFiles.fill)}
      choices={corrections.choices[column]}
      initial={isEmail ? '@' : ''}
      more={[]}
      onUse={(value) => onChange({ ...reading, defaults: { ...reading.defaults, [column]: value } })}
    />
  )
}

type CorrectionProps = {
  text: ReactNode
  label: string
  button: string
  /** The values of a column that has a list of them; without it, any text. */
  choices: readonly CorrectionChoice[] | undefined
  initial: string
  /** Choices beside the values. */
  more: readonly { value: string; label: string }[]
  onUse: (value: string) => void
}

/** A sentence, and the value to use. It is used with a button: a select changes with each arrow key. */
function Correction({ text, label, button, choices, initial, more, onUse }: CorrectionProps) {
  const say = useSay()
  const id = useId()
  const [value, setValue] = useState(initial)
  const isEmpty = ['', '@'].includes(value.trim())

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isEmpty) onUse(value)
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <p id={id} className="min-w-0 grow basis-56 wrap-anywhere">
        {text}
      </p>
      <div className="flex min-w-0 grow basis-64 items-center gap-2">
        {choices ? (
          <select
            aria-label={label}
            aria-describedby={id}
            value={value}
            onChange={(event) => setValue(event.target.value)}
            className={`${controlLook} min-w-0`}
          >
            <option value="">{say(messages.ownFiles.choose)}</option>
            <ChoiceOptions choices={choices} />
            {more.map((one) => (
              <option key={one.value} value={one.value}>
                {one.label}
              </option>
            ))}
          </select>
        ) : (
          <input
            type="text"
            aria-label={label}
            aria-describedby={id}
            value={value}
            dir="auto"
            onChange={(event) => setValue(event.target.value)}
            className={`${controlLook} min-w-0`}
          />
        )}
        <Button type="submit" disabled={isEmpty}>
          {button}
        </Button>
        {!choices &&
          more.map((one) => (
            <Button key={one.value} onClick={() => onUse(one.value)}>
              {one.label}
            </Button>
          ))}
      </div>
    </form>
  )
}

/** The values of a list, each in the language of the reader. */
export function ChoiceOptions({ choices }: { choices: readonly CorrectionChoice[] }) {
  const language = useLanguage()
  return choices.map(({ value, label, names }) => (
    <option key={value} value={value}>
      {names?.[language] ?? label}
    </option>
  ))
}
