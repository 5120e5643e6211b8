import type { ReactNode } from 'react'
import { accountName } from '../../../contract/account-names.ts'
import { formatDay } from '../../../contract/dates.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { dayOf } from '../../ui/dates.ts'

const looks = { posted: 'plain', verified: 'good', returned: 'bad' } as const

type Props = {
  posting: PostedActivity
  /** The actions, on the same row. */
  children?: ReactNode
}

/** The review state of a posting: not reviewed, verified, or returned with a reason. */
export function ReviewState({ posting, children }: Props) {
  const { state, reviewed_by_name, reviewed_at } = posting
  const say = useSay()
  const reason = localized(useLanguage(), posting, 'returned_reason')
  return (
    <div className="text-sm">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <p>
          <Badge look={looks[state]}>{say(messages.statements.states[state])}</Badge>
          {reviewed_at && (
            <span className="ms-1.5 text-[0.8125rem] text-quiet">
              {' '}
              <bdi>
                {say(
                  messages.review.reviewedBy({
                    who: accountName(say, reviewed_by_name ?? ''),
                    day: formatDay(say, dayOf(new Date(reviewed_at))),
                  }),
                )}
              </bdi>
            </span>
          )}
        </p>
        {children}
      </div>
      {reason && (
        <p className="mt-1 border-s-2 border-bad/50 ps-2.5 whitespace-pre-line wrap-anywhere">
          <bdi>{reason}</bdi>
        </p>
      )}
    </div>
  )
}
