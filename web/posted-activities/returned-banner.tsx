import { Link } from '@tanstack/react-router'
import { CornerUpLeft } from 'lucide-react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import { useLanguage, useSay } from '../language/language.ts'

/**
 * The returned postings, the reasons, and a link to each. In a closed term they can no longer be changed. It is above the list,
 * not above the form, where it would shift the fields while the member types.
 */
export function ReturnedBanner({ postings }: { postings: readonly PostedActivity[] }) {
  const say = useSay()
  const language = useLanguage()
  const returned = postings.filter(({ state, term_status }) => state === 'returned' && term_status === 'open')
  if (returned.length === 0) return null
  return (
    <section
      aria-labelledby="returned-to-you"
      className="mx-4 mb-3.5 flex animate-appear items-start gap-2.5 rounded-md border border-brass/50 bg-sunk px-3.5 py-2.5 text-sm sm:mx-5"
    >
      <CornerUpLeft aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-brass rtl:-scale-x-100" />
      <div className="min-w-0 grow">
        <p>
          <bdi>
            <strong id="returned-to-you" className="font-semibold">
              {say(messages.review.returnedToYou({ count: returned.length }))}
            </strong>{' '}
            {say(messages.review.editToCount({ count: returned.length }))}
          </bdi>
        </p>
        <ul className="mt-1 space-y-1">
          {returned.map((posting) => (
            <li key={posting.id} className="wrap-anywhere">
              <Link
                to={pages.staffDashboard}
                search={(before) => ({ ...before, posting: posting.id })}
                resetScroll={false}
                className="font-medium text-brand underline underline-offset-2 max-sm:inline-flex max-sm:min-h-11 max-sm:items-center"
              >
                <bdi>
                  {say(
                    messages.general.nameAndDay({
                      name: localized(language, posting, 'activity_name'),
                      day: formatDay(say, posting.starting_date),
                    }),
                  )}
                </bdi>
              </Link>
              <p dir="auto" className="text-as-around line-clamp-3 whitespace-pre-line">
                {localized(language, posting, 'returned_reason')}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
