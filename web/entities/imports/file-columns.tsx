import { useId, useState } from 'react'
import type { FileReading, ImportReading } from '../../../contract/import-reading.ts'
import { listOf, messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { controlLook, SelectField } from '../../ui/field.tsx'

type Props = {
  reading: FileReading
  onChange: (change: ImportReading) => void
}

/** Whether the rows can be seen only after a choice. */
export function isAsking({ asks_header, missing }: FileReading): boolean {
  return asks_header || missing.length > 0
}

/** How the file was read, to be corrected: which row has the headings, and what each column is. Those that were not recognised come first. */
export function FileColumns({ reading, onChange }: Props) {
  const say = useSay()
  const asks = isAsking(reading)
  const places = reading.columns.map((_, at) => at)
  // A column stays in its place when it is decided, and keeps the focus.
  const [first] = useState(() => places.filter((at) => isUndecided(reading, at)))
  const undecided = places.filter((at) => first.includes(at) || isUndecided(reading, at))
  const mapping = (shown: readonly number[]) => (
    <ul className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {shown.map((at) => (
        <li key={at}>
          <ColumnChoice at={at} reading={reading} onChange={onChange} />
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-label={say(messages.ownFiles.columns)} className="space-y-3 rounded-md border border-line px-4 py-3 text-sm">
      {reading.asks_header && <p className="font-medium">{say(messages.ownFiles.chooseHeader)}</p>}
      {!reading.asks_header &&
        reading.missing.map((either) => (
          <p key={either.join()} className="font-medium">
            {say(messages.ownFiles.chooseColumn({ name: listOf(either) }))}
          </p>
        ))}
      {asks ? (
        <>
          <HeaderRow reading={reading} onChange={onChange} />
          {!reading.asks_header && mapping(places)}
        </>
      ) : (
        <>
          {undecided.length > 0 && mapping(undecided)}
          {reading.filled.count > 0 && (
            <p>{say(messages.ownFiles.filled({ count: reading.filled.count, columns: listOf(reading.filled.columns) }))}</p>
          )}
          {reading.is_remembered && <p>{say(messages.ownFiles.remembered)}</p>}
          <Disclosure label={say(messages.ownFiles.columns)} isFilled={false} error={undefined}>
            <div className="space-y-3">
              <HeaderRow reading={reading} onChange={onChange} />
              {mapping(places.filter((at) => !undecided.includes(at)))}
            </div>
          </Disclosure>
        </>
      )}
    </section>
  )
}

function HeaderRow({ reading, onChange }: Props) {
  const say = useSay()
  return (
    <SelectField
      label={say(messages.ownFiles.headerRow)}
      value={reading.asks_header ? '' : reading.header_row}
      // The columns and values that were chosen belong to the former header.
      onChange={(event) => onChange({ header_row: Number(event.target.value) })}
    >
      {reading.asks_header && (
        <option value="" disabled>
          {say(messages.ownFiles.chooseRow)}
        </option>
      )}
      {reading.first_rows.map(({ row, cells }) => (
        <option key={row} value={row}>
          {say(messages.ownFiles.headerOption({ row: String(row), cells: cells.filter(Boolean).join(' · ') }))}
        </option>
      ))}
    </SelectField>
  )
}

const undecidedValue = 'undecided'

function isUndecided({ columns }: FileReading, at: number): boolean {
  return columns[at]?.column === null && !columns[at].is_ignored
}

function ColumnChoice({ at, reading, onChange }: Props & { at: number }) {
  const say = useSay()
  const id = useId()
  const { heading = '', example = '', column = null } = reading.columns[at] ?? {}
  const label = heading || say(messages.imports.unnamedColumn({ number: at + 1 }))

  function choose(chosen: string) {
    const columns = reading.columns.map((other, place) => {
      if (place === at) return chosen
      // A column of the portal is in one column of the file: the former one is asked for again.
      if (other.column !== null) return other.column === chosen ? null : other.column
      return other.is_ignored ? '' : null
    })
    onChange({ header_row: reading.header_row, columns })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 grow basis-32">
        <span dir="auto" className="text-as-around block truncate font-medium" title={label}>
          {label}
        </span>
        <span id={id} className="block truncate text-quiet">
          {example && say(messages.ownFiles.example({ value: example }))}
        </span>
      </span>
      <select
        aria-label={say(messages.ownFiles.importAs({ heading: label }))}
        aria-describedby={id}
        value={isUndecided(reading, at) ? undecidedValue : (column ?? '')}
        onChange={(event) => choose(event.target.value)}
        className={`${controlLook} max-w-full grow basis-40 sm:max-w-52`}
      >
        {isUndecided(reading, at) && (
          <option value={undecidedValue} disabled>
            {say(messages.ownFiles.choose)}
          </option>
        )}
        <option value="">{say(messages.ownFiles.notImported)}</option>
        {reading.choices.map(({ column: name, label: ofColumn }) => (
          <option key={name} value={name}>
            {ofColumn}
          </option>
        ))}
      </select>
    </div>
  )
}
