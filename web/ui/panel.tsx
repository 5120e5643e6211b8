import type { ReactNode } from 'react'

type HeaderProps = {
  title: string
  /** One quiet line: how many, which period. `noSummaryYet` while that is on its way. */
  summary?: ReactNode
  /** That line names a term: too much for one line of a phone. */
  hasLongSummary?: boolean
  /** At the end of the line: pickers and buttons. */
  children?: ReactNode
}

/** Holds the line's place while what it says is on its way. */
export const noSummaryYet = '\u00a0'

export function PanelHeader({ title, summary, hasLongSummary, children }: HeaderProps) {
  return (
    <div className={`flex flex-wrap items-end justify-between gap-x-6 ${hasLongSummary ? 'gap-y-2' : 'gap-y-3'}`}>
      {/* On a phone always a line of its own, and the tools always one: whatever arrives later moves nothing. */}
      <div className="min-w-0 max-sm:basis-full">
        <h1 className="text-[1.75rem]">{title}</h1>
        {summary && (
          <p className={`mt-1 text-quiet ${hasLongSummary ? 'max-sm:min-h-12' : ''}`}>
            <bdi>{summary}</bdi>
          </p>
        )}
      </div>
      {children && <div className="flex min-h-10 min-w-0 max-w-full flex-wrap items-center gap-2.5">{children}</div>}
    </div>
  )
}
