import { type ReactNode, useId } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import type { useArrowKeys } from './arrow-keys.ts'

type Props = {
  title: string
  /** The main finding of the chart, in one sentence. */
  summary?: ReactNode
  /** The tools at the end of the title row: a picker. */
  tools?: ReactNode
  /** A chart and the table of its numbers; or a sentence, if there is no data. */
  children: ReactNode
}

export function ChartCard({ title, summary, tools, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5 print:break-inside-avoid print:shadow-none"
    >
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {summary && <p className="mt-1 text-sm text-quiet">{summary}</p>}
        </div>
        {tools && <div className="print:hidden">{tools}</div>}
      </div>
      {children}
    </section>
  )
}

/** A chart and its table, side by side where there is room: both have rows of the same height, so that a number and its bar align. */
export function ChartAndTable({ chart, table }: { chart: ReactNode; table: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-5 xl:grid-cols-[auto_minmax(0,1fr)] print:grid-cols-[auto_minmax(0,1fr)]">
      <div className="min-w-0 xl:order-last print:order-last">{chart}</div>
      <div className="min-w-0">{table}</div>
    </div>
  )
}

type ChartProps = {
  label: string
  /** The legend of the colours. */
  legend?: ReactNode
  keys: ReturnType<typeof useArrowKeys>['chart']
  children: ReactNode
}

/** The common frame of a chart: name, legend, rows. It is as high as the table next to it, header by header and row by row. */
export function Chart({ label, legend, keys, children }: ChartProps) {
  const say = useSay()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; this is a picture made of links.
    <div role="group" aria-label={label} {...keys} className="group/chart">
      <div
        className={`min-h-9 flex-wrap items-center gap-x-3 text-sm text-quiet xl:flex xl:h-9 xl:flex-nowrap xl:whitespace-nowrap print:flex ${legend ? 'flex' : 'hidden'}`}
      >
        {legend}
        {/* The rule is not :has(:focus-visible): with that one in the style sheet, each row that a table renders makes the browser
            restyle the whole page, on every panel. */}
        <span className="hidden truncate xl:group-focus-within/chart:inline">{say(messages.general.arrowKeys)}</span>
      </div>
      {children}
    </div>
  )
}

/** A row of a chart. Next to the table its name is hidden, because the table shows it. */
export function ChartRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div
      data-chart-row=""
      className="grid grid-cols-1 items-center gap-x-3 pb-2.5 sm:h-9 sm:grid-cols-[9.5rem_minmax(0,1fr)] sm:pb-0 xl:grid-cols-1 xl:border-t xl:border-transparent print:h-9 print:grid-cols-1 print:border-t print:border-transparent print:pb-0"
    >
      <div dir="auto" aria-hidden="true" className="text-as-around truncate text-sm xl:hidden print:hidden" title={name}>
        {name}
      </div>
      {children}
    </div>
  )
}
