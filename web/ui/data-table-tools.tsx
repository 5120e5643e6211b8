import { ChevronDown, Rows4, Search, X } from 'lucide-react'
import { type CSSProperties, memo, useRef } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { anyOf, type FilterChoice } from './data-table-model.ts'
import { chooseDensity, useDensity } from './density.ts'
import { MenuCheckItem, PressedMenu } from './menu.tsx'
import { compareOptionsIn } from './name-order.ts'
import { useIsSmallScreen } from './page-size.ts'

type SearchBoxProps = {
  label: string
  value: string
  onChange: (text: string) => void
  onBlur: (() => void) | undefined
  /** Whether the box is narrow, next to many filters, to leave space for the result count without a layout shift. */
  isNarrow: boolean
  /**
   * Where the box stays below the header of a phone while its list scrolls: on the page, or on the card of the list. It is a child of the
   * element around the whole list.
   */
  sticksOn?: 'page' | 'card'
}

/** The bar has the colour of what it is on, from edge to edge: the rows scroll below it. */
const searchBarLooks = {
  page: '-mx-4 -my-2 bg-paper px-4 py-2 @max-xs/page:-mx-3 @max-xs/page:px-3',
  card: '-mt-2 bg-card px-4 py-2',
}

export function SearchBox({ label, value, onChange, onBlur, isNarrow, sticksOn }: SearchBoxProps) {
  const say = useSay()
  const input = useRef<HTMLInputElement>(null)
  const isSmall = useIsSmallScreen()
  const box = (
    <div className={`relative grow ${isNarrow ? 'sm:max-w-40 @min-[96rem]/page:max-w-64' : 'sm:max-w-64'}`}>
      <Search aria-hidden="true" className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-quiet" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        className={`min-h-10 max-sm:min-h-11 w-full text-ellipsis rounded-md border border-edge/70 bg-card ps-9 ${value ? 'pe-9' : 'pe-1.5'} placeholder:text-quiet hover:border-edge focus-visible:border-focus focus-visible:-outline-offset-1`}
      />
      {value && (
        <button
          type="button"
          aria-label={say(messages.general.clearSearch)}
          onClick={() => {
            onChange('')
            // The focus moves to the input, because the button disappears with the text.
            input.current?.focus()
          }}
          className="absolute inset-y-0 end-1 my-auto grid touch-area size-8 cursor-pointer place-items-center rounded-md text-quiet hover:bg-sunk hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  )
  return sticksOn && isSmall ? (
    <div
      data-search-bar=""
      className={`sticky top-[calc(var(--top-bar,0px)+var(--offline-line,0px))] z-10 flex @max-xs/page:static print:hidden ${searchBarLooks[sticksOn]}`}
    >
      {box}
    </div>
  ) : (
    box
  )
}

type ColumnFilterProps = {
  label: string
  all: string
  choices: readonly FilterChoice[]
  order?: readonly string[] | undefined
  /** The labels of the chosen options. */
  chosen: readonly string[]
  /** The name of the filter in the URL, with which a choice is set. */
  param: string
  setFilter: (param: string, codes: readonly string[]) => void
}

/** The filter of a column: a menu in which several values can be ticked, and a button that clears it in its place. Memoised, as the header is. */
export const ColumnFilter = memo(function ColumnFilter(props: ColumnFilterProps) {
  const { label, all, chosen, param, setFilter } = props
  const say = useSay()
  const language = useLanguage()
  const frame = useRef<HTMLDivElement>(null)
  const isChosen = chosen.length > 0
  const text = isChosen ? anyOf(say, chosen) : all
  return (
    <div
      ref={frame}
      // The filter is as wide as its text: at 1280 pixels five filters have no space to spare. Arabic script is narrower.
      style={{ '--own-width': `${2.4 + (language === 'en' ? 0.42 : 0.38) * all.length}rem` } as CSSProperties}
      className="relative min-w-0 grow basis-36 sm:w-(--own-width) sm:flex-none @min-[96rem]/page:w-39"
    >
      <PressedMenu
        note={say(messages.tables.anyOfThese)}
        button={{
          'aria-label': say(messages.general.labelled({ label, value: text })),
          title: isChosen ? text : undefined,
          className: `flex min-h-10 max-sm:min-h-11 w-full cursor-pointer items-center gap-0.5 rounded-md border px-2 text-start sm:text-sm focus-visible:border-focus focus-visible:-outline-offset-1 ${isChosen ? 'border-brand bg-brand-soft font-medium' : 'border-edge/70 bg-card hover:border-edge'}`,
          children: (
            <>
              {chosen.length > 1 && <span className="shrink-0">{chosen.length}:</span>}
              <span dir="auto" className="grow truncate text-as-around">
                {text}
              </span>
              {isChosen ? (
                <span className="w-5 shrink-0" />
              ) : (
                <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-quiet" />
              )}
            </>
          ),
        }}
      >
        <FilterOptions {...props} />
      </PressedMenu>
      {isChosen && (
        <button
          type="button"
          aria-label={say(messages.tables.clearFilter({ filter: label }))}
          title={say(messages.tables.clearFilter({ filter: label }))}
          onClick={() => {
            // The button disappears with the choice.
            frame.current?.querySelector('button')?.focus()
            setFilter(param, [])
          }}
          className="absolute inset-y-0 end-0.5 my-auto grid touch-area size-8 cursor-pointer place-items-center rounded-md text-quiet hover:text-ink"
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      )}
    </div>
  )
})

/** The options of a filter, rendered while its menu is open. */
function FilterOptions({ all, choices, order, chosen, param, setFilter }: ColumnFilterProps) {
  const onChoose = (codes: readonly string[]) => setFilter(param, codes)
  const language = useLanguage()
  const compare = order ? (a: string, b: string) => order.indexOf(a) - order.indexOf(b) : compareOptionsIn(language)
  // A chosen value stays an option even if no row has it any more, or the filter would look inactive.
  const gone = chosen.filter((label) => !choices.some((choice) => choice.label === label))
  const options = [...choices, ...gone.map((label) => ({ code: label, label }))].sort((a, b) => compare(a.label, b.label))
  return (
    <>
      <MenuCheckItem isChecked={chosen.length === 0} closes onToggle={() => onChoose([])}>
        {all}
      </MenuCheckItem>
      {options.map(({ code, label }) => (
        <MenuCheckItem
          key={code}
          isChecked={chosen.includes(label)}
          onToggle={(isOn) =>
            onChoose(options.filter((one) => (one.label === label ? isOn : chosen.includes(one.label))).map((one) => one.code))
          }
        >
          {label}
        </MenuCheckItem>
      ))}
    </>
  )
}

type ResultCountProps = {
  isLoading: boolean
  /** The number of shown rows. Undefined if nothing is searched or filtered. */
  shown: number | undefined
  total: number
  /** Whether the shown rows have the name in another spelling. */
  isOtherSpelling: boolean
  /** Whether the count takes up its width also while it is empty. */
  isReserved: boolean
  onClear: (() => void) | undefined
}

/** The count of results: two short lines, as high as the tools beside them, and a reserved width: nothing shifts while typing. */
export function ResultCount({ isLoading, shown, total, isOtherSpelling, isReserved, onClear }: ResultCountProps) {
  const say = useSay()
  return (
    <div className={`flex flex-col items-end justify-center text-sm ${isReserved ? 'sm:min-w-24' : ''}`}>
      {/* The skeleton rows show the loading state; a visible text would shift the tools when it disappears. */}
      <p role="status" dir="auto" className={isLoading ? 'sr-only' : 'leading-4 text-quiet empty:sr-only'}>
        {isLoading ? say(messages.general.loading) : shown !== undefined && say(messages.tables.shownOf({ shown, total }))}
        {isOtherSpelling && shown ? <span className="sr-only"> {say(messages.tables.otherSpelling)}</span> : null}
      </p>
      {onClear && (
        <button
          type="button"
          onClick={onClear}
          className="relative touch-area min-h-6 cursor-pointer rounded-sm font-medium whitespace-nowrap text-brand underline underline-offset-2"
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
      className="grid size-10 max-sm:size-11 shrink-0 cursor-pointer place-items-center rounded-md border border-edge/60 bg-card text-quiet hover:border-edge hover:bg-sunk hover:text-ink aria-pressed:bg-brand-soft aria-pressed:text-brand"
    >
      <Rows4 aria-hidden="true" className="size-4" />
    </button>
  )
}
