import { type ReactNode, use } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { PanelHelp } from './panel-help.ts'

type HeaderProps = {
  title: string
  /** The summary, one muted line: the number of rows, the period. `noSummaryYet` while it is loading. */
  summary?: ReactNode
  /** Whether the summary names a term and needs two lines on a phone. */
  hasLongSummary?: boolean
  /** The pickers and buttons at the end of the title row. */
  children?: ReactNode
}

/** The summary that reserves its line while it is loading. */
export const noSummaryYet = '\u00a0'

export function PanelHeader({ title, summary, hasLongSummary, children }: HeaderProps) {
  return (
    <div className={`flex flex-wrap items-end justify-between gap-x-6 ${hasLongSummary ? 'gap-y-2' : 'gap-y-3'}`}>
      {/* The title and the tools always have rows of their own on a phone, to avoid a layout shift. */}
      <div className="min-w-0 max-sm:basis-full">
        {/* Inline, so that the button stands behind the last word of a title in two lines. */}
        <h1 className="inline text-[1.75rem] @max-xs/page:text-xl print:text-xl">{title}</h1>
        <HelpButton panel={title} />
        {summary && (
          <p className={`mt-1 text-quiet ${hasLongSummary ? 'max-sm:min-h-12' : ''}`}>
            <bdi>{summary}</bdi>
          </p>
        )}
      </div>
      {children && (
        <div className="print:hidden flex min-h-10 min-w-0 max-w-full flex-wrap items-center gap-2.5 max-sm:min-h-11 max-sm:w-full">
          {children}
        </div>
      )}
    </div>
  )
}

/** The question mark beside the name of a panel. */
function HelpButton({ panel }: { panel: string }) {
  const say = useSay()
  const open = use(PanelHelp)
  if (!open) return null
  const name = say(messages.help.about({ panel }))
  return (
    <button
      type="button"
      aria-label={name}
      aria-haspopup="dialog"
      title={name}
      onClick={open}
      className="ms-2.5 inline-grid relative touch-area size-6 cursor-pointer place-items-center rounded-full border border-line align-middle text-sm font-medium text-quiet hover:bg-sunk hover:text-ink print:hidden"
    >
      {say(messages.help.mark)}
    </button>
  )
}
