import { Rows4, Search, X } from 'lucide-react'
import { type CSSProperties, useId, useRef } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useLanguage, useSay } from '../language.ts'
import type { FilterChoice } from './data-table-model.ts'
import { chooseDensity, useDensity } from './density.ts'
import { compareOptionsIn } from './name-order.ts'

type SearchBoxProps = {
  label: string
  value: string
  onChange: (text: string) => void
  onBlur: (() => void) | undefined
  /** Next to many filters, to leave space for the result count without a layout shift. */
  isNarrow: boolean
}

export function SearchBox({ label, value, onChange, onBlur, isNarrow }: SearchBoxProps) {
  const say = useSay()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={`relative grow ${isNarrow ? 'sm:max-w-44 @min-[96rem]/page:max-w-64' : 'sm:max-w-64'}`}>
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-quiet" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={`min-h-10 w-full text-ellipsis rounded-md border border-edge/70 bg-card ps-9 ${value ? 'pe-9' : 'pe-1.5'} placeholder:text-quiet hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1`}
      />
      {value && (
        <button
          type="button"
          aria-label={say(messages.general.clearSearch)}
          onClick={() => {
            onChange('')
            // The button disappears with the text.
            input.current?.focus()
          }}
          className="absolute inset-y-0 end-1 my-auto grid size-8 cursor-pointer place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  )
}

type ColumnFilterProps = {
  label: string
  all: string
  choices: readonly FilterChoice[]
  order?: readonly string[] | undefined
  /** The label of the chosen option. */
  chosen: string | undefined
  onChoose: (code: string | undefined) => void
}

export function ColumnFilter({ label, all, choices, order, chosen, onChoose }: ColumnFilterProps) {
  const language = useLanguage()
  const id = useId()
  const current = choices.find((choice) => choice.label === chosen)
  // The chosen value stays an option even if no row has it any more, or the filter would look inactive.
  const options = chosen === undefined || current ? [...choices] : [...choices, { code: chosen, label: chosen }]
  const compare = order ? (a: string, b: string) => order.indexOf(a) - order.indexOf(b) : compareOptionsIn(language)
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={current?.code ?? chosen ?? ''}
        onChange={(event) => onChoose(event.target.value || undefined)}
        // As wide as its text: at 1280 pixels five filters have no space to spare. Arabic script is narrower.
        style={{ '--own-width': `${2.75 + (language === 'en' ? 0.42 : 0.38) * all.length}rem` } as CSSProperties}
        className="min-h-10 min-w-0 grow basis-36 rounded-md sm:w-(--own-width) sm:flex-none sm:text-sm @min-[96rem]/page:w-39 border border-edge/70 bg-card px-2.5 hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1"
      >
        <option value="">{all}</option>
        {options
          .sort((a, b) => compare(a.label, b.label))
          .map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
      </select>
    </>
  )
}

type ResultCountProps = {
  isLoading: boolean
  /** Undefined if nothing is searched or filtered. */
  shown: number | undefined
  total: number
  /** Takes up its width also while it is empty. */
  isReserved: boolean
  onClear: (() => void) | undefined
}

/** Two short lines, as high as the tools beside them, and a reserved width: nothing shifts while typing. */
export function ResultCount({ isLoading, shown, total, isReserved, onClear }: ResultCountProps) {
  const say = useSay()
  return (
    <div className={`flex flex-col items-end justify-center text-sm ${isReserved ? 'sm:min-w-24' : ''}`}>
      {/* The skeleton rows show the loading state; a visible text would shift the tools when it disappears. */}
      <p role="status" dir="auto" className={isLoading ? 'sr-only' : 'leading-4 text-quiet empty:sr-only'}>
        {isLoading ? say(messages.general.loading) : shown !== undefined && say(messages.tables.shownOf({ shown, total }))}
      </p>
      {onClear && (
        <button
          type="button"
          onClick={onClear}
          className="min-h-6 cursor-pointer rounded-sm font-medium whitespace-nowrap text-brand underline underline-offset-2"
        >
          {say(messages.actions.clearFilters)}
        </button>
      )}
    </div>
  )
}

export function DensitySwitch() {
  const say = useSay()
  const isCompact = useDensity() === 'compact'
  return (
    <button
      type="button"
      aria-label={say(messages.general.compactRows)}
      aria-pressed={isCompact}
      title={say(messages.general.compactRows)}
      onClick={() => chooseDensity(isCompact ? 'comfortable' : 'compact')}
      className="grid size-10 shrink-0 cursor-pointer place-items-center rounded-md border border-edge/60 bg-card text-quiet hover:border-edge hover:bg-sunk hover:text-ink aria-pressed:bg-brand-soft aria-pressed:text-brand"
    >
      <Rows4 aria-hidden="true" className="size-4" />
    </button>
  )
}
