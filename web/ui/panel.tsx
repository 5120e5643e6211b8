import type { ReactNode } from 'react'

type HeaderProps = {
  title: string
  /** One quiet line: how many, which period. */
  summary?: ReactNode
  /** At the end of the line: pickers and buttons. */
  children?: ReactNode
}

/** Holds the line's place while what it says is on its way. */
export const noSummaryYet = '\u00a0'

export function PanelHeader({ title, summary, children }: HeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-[1.75rem]">{title}</h1>
        {summary && <p className="mt-1 text-quiet">{summary}</p>}
      </div>
      {children && <div className="flex min-w-0 max-w-full flex-wrap items-center gap-2.5">{children}</div>}
    </div>
  )
}
