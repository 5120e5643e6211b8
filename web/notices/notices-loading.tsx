import type { ReactNode } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { Spinner } from '../ui/spinner.tsx'

/** The heading of the list: present while loading, so that the popover has its name. */
export function NoticesTitle({ id, children }: { id: string; children?: ReactNode }) {
  const say = useSay()
  return (
    <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line py-2 ps-4 pe-2">
      <h2 id={id} className="text-lg">
        {say(messages.panels.notices)}
      </h2>
      {children}
    </div>
  )
}

/** While the list, or its bundle, is loading. */
export function NoticesLoading({ titleId }: { titleId: string }) {
  const say = useSay()
  return (
    <>
      <NoticesTitle id={titleId} />
      <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    </>
  )
}
