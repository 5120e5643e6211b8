import type { ReactNode } from 'react'
import { messages } from '../../contract/messages.ts'
import { Spinner } from '../ui/spinner.tsx'

/** The top of the list: there from the first moment, so that what is opened has its name. */
export function NoticesTitle({ id, children }: { id: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line py-2 ps-4 pe-2">
      <h2 id={id} className="text-lg">
        Notices
      </h2>
      {children}
    </div>
  )
}

/** While the list, or what shows it, is on its way. */
export function NoticesLoading({ titleId }: { titleId: string }) {
  return (
    <>
      <NoticesTitle id={titleId} />
      <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
        <Spinner />
        {messages.general.loading}
      </p>
    </>
  )
}
