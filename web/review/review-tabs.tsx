import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { decidedStates } from '../../contract/review.ts'
import { type ReviewFilters, searchOf } from '../entities/review/review.api.ts'
import { useSay } from '../language/language.ts'

type Props = {
  filters: ReviewFilters
  /** The content of the same row: the search of all lists, and the link to the questions. */
  children: ReactNode
}

/**
 * The tabs for the postings that wait and those that were decided. Each is a URL of its own; the filters stay, but not the one posting that
 * a link led to.
 */
export function ReviewTabs({ filters: { state: open, posting: _, ...filters }, children }: Props) {
  const say = useSay()
  return (
    <div className="-mt-1 flex flex-wrap-reverse items-end justify-between gap-x-6 gap-y-2.5 border-b border-line print:hidden">
      <nav aria-label={say(messages.review.lists)}>
        <ul className="flex flex-wrap gap-x-1">
          {([undefined, ...decidedStates] as const).map((state) => (
            <li key={state ?? 'posted'}>
              <Link
                to="."
                search={searchOf({ ...filters, state })}
                // A link would otherwise be current whatever else the URL has, and the first list has no parameter of its own.
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={state === open ? 'page' : undefined}
                className="-mb-px flex min-h-10 max-sm:min-h-11 items-center border-b-2 border-transparent px-3 text-sm font-medium text-quiet hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-brass aria-[current=page]:text-ink sm:px-4"
              >
                {say(messages.review.tabs[state ?? 'posted'])}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex grow flex-wrap justify-end gap-2.5 sm:pb-2">{children}</div>
    </div>
  )
}
