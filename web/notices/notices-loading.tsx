import type { ReactNode } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Spinner } from '../ui/spinner.tsx'

export type NoticesPlace = 'popover' | 'page'

type TitleProps = { id: string; place?: NoticesPlace | undefined; children?: ReactNode }

/** The heading of the list: present while loading, so that the popover has its name. */
export function NoticesTitle({ id, place, children }: TitleProps) {
  const say = useSay()
  if (place === 'page') {
    return (
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 id={id} className="text-[1.75rem] @max-xs/page:text-xl">
          {say(messages.panels.notices)}
        </h1>
        {children}
      </div>
    )
  }
  return (
    <div className="flex min-h-13 items-center justify-between gap-3 border-b border-line py-2 ps-4 pe-2">
      <h2 id={id} className="text-lg">
        {say(messages.panels.notices)}
      </h2>
      {children}
    </div>
  )
}

/** The frame around the list on a page of its own. */
export const noticesCard = 'overflow-hidden rounded-lg border border-line bg-card shadow-soft'

/** The state while the list, or its bundle, is loading. */
export function NoticesLoading({ titleId, place }: { titleId: string; place?: NoticesPlace | undefined }) {
  const say = useSay()
  if (place === 'page') {
    return (
      <>
        <NoticesTitle id={titleId} place={place} />
        <div className={noticesCard}>
          <p role="status" className="sr-only">
            {say(messages.general.loading)}
          </p>
          <ul aria-hidden="true" className="divide-y divide-line">
            {[1, 2, 3, 4, 5].map((row) => (
              <li key={row} className="flex animate-breathe gap-3 px-4 py-4">
                <span className="size-4.5 shrink-0 rounded-full bg-line" />
                <span className="grow space-y-2.5">
                  <span className="block h-3 w-11/12 rounded-sm bg-line" />
                  <span className="block h-3 w-1/3 rounded-sm bg-line" />
                </span>
              </li>
            ))}
          </ul>
        </div>
      </>
    )
  }
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
