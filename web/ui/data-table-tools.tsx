import { Search } from 'lucide-react'
import { type CSSProperties, useId } from 'react'
import { plain } from './row-model.ts'

type SearchBoxProps = {
  label: string
  value: string
  onChange: (text: string) => void
  /** Next to many filters, to leave space for the result count without a layout shift. */
  isNarrow: boolean
}

export function SearchBox({ label, value, onChange, isNarrow }: SearchBoxProps) {
  return (
    <div className={`relative grow ${isNarrow ? 'sm:max-w-54 2xl:max-w-64' : 'sm:max-w-64'}`}>
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-quiet" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-10 w-full rounded-md border border-edge/70 bg-card ps-9 pe-1.5 placeholder:text-quiet hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1"
      />
    </div>
  )
}

type ColumnFilterProps = {
  label: string
  all: string
  values: readonly string[]
  order?: readonly string[] | undefined
  chosen: string | undefined
  onChoose: (value: string | undefined) => void
}

/** Not with a collator: filters are rendered while the page starts, and creating one is slow. */
function byLetters(a: string, b: string): number {
  const [one, other] = [a, b].map((name) => plain(name).replace(/\d+/g, (digits) => digits.padStart(9, '0'))) as [string, string]
  return one < other ? -1 : Number(one > other)
}

export function ColumnFilter({ label, all, values, order, chosen, onChoose }: ColumnFilterProps) {
  const id = useId()
  // The selected value stays an option even if the search leaves no such row, or the filter would look inactive.
  const names = [...new Set(chosen === undefined ? values : [...values, chosen])]
  const compare = order ? (a: string, b: string) => order.indexOf(a) - order.indexOf(b) : byLetters
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={chosen ?? ''}
        onChange={(event) => onChoose(event.target.value || undefined)}
        // As wide as its text: at 1280 pixels four filters have no space to spare.
        style={{ '--own-width': `${4.25 + 0.325 * all.length}rem` } as CSSProperties}
        className="min-h-10 min-w-0 grow basis-36 rounded-md sm:w-(--own-width) sm:flex-none 2xl:w-39 border border-edge/70 bg-card px-2.5 hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1"
      >
        <option value="">{all}</option>
        {names.sort(compare).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </>
  )
}
