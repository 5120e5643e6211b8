import { useId } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { typeName } from '../../contract/codes.ts'
import { formatDay } from '../../contract/dates.ts'
import type { NextGrade } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import type { Term } from '../../contract/terms.ts'
import { whatNext } from '../../contract/what-next.ts'
import { ActivityPoints } from '../entities/activities/activity-points.tsx'
import { PostButton } from '../entities/activities/catalogue-entry.tsx'
import { countPoints } from '../entities/grades/count-points.ts'
import { useAvailableActivities, usePostedActivities } from '../entities/postings/posted-activities.api.ts'
import { useRules } from '../entities/rules/rules.api.ts'
import { explainedLook } from '../entities/scores/explained-number.tsx'
import { termName } from '../entities/terms/term-name.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { dayOf } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'

type Props = { next: NextGrade; term: Term; onClose: () => void }

/** The activities that the member has not posted in the term yet, and their effect on the grade. On a phone the dialog fills the screen. */
export function WhatNextDialog({ next, term, onClose }: Props) {
  const say = useSay()
  const { title, needed } = messages.whatNext
  return (
    <Dialog
      open
      onClose={onClose}
      onPhone="full"
      wide="list"
      title={say(title({ grade: next.grade }))}
      description={say(needed({ name: messages.grading.current, points: countPoints(next.missing), grade: next.grade }))}
    >
      <Suggestions next={next} term={term} onClose={onClose} />
    </Dialog>
  )
}

function Suggestions({ next, term, onClose }: Props) {
  const say = useSay()
  const available = useAvailableActivities()
  const postings = usePostedActivities(useSession()?.id ?? 0)
  const rules = useRules()
  const words = messages.whatNext
  if (available.isLoadingError || postings.isLoadingError) {
    const { isLoadingError, refetch } = available
    return (
      <LoadFailure
        message={say(isLoadingError ? messages.activities.fetchFailed : messages.postedActivities.fetchFailed)}
        onRetry={isLoadingError ? refetch : postings.refetch}
      />
    )
  }
  const limits = rules.data?.find(({ number }) => number === term.rules_version)?.limits
  if (!available.data || !postings.data || !limits) {
    return (
      <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    )
  }

  const { enough, further, overLimit, most } = whatNext({
    activities: available.data,
    postings: postings.data.filter(({ term_id }) => term_id === term.id),
    limits,
    missing: next.missing,
  })
  const count = enough.length + further.length
  const isReachable = most >= next.missing
  const outcome = say(
    outcomeOf({ count, most, isReachable, isEnoughAlone: enough.length > 0, next, term }) ?? messages.general.none,
  )
  const today = dayOf(new Date())
  const isNow = term.start_date <= today && today <= term.end_date
  return (
    <div className="space-y-4">
      {(!isReachable || enough.length === 0) && (
        <p className="rounded-md bg-sunk px-3.5 py-2.5">
          <bdi>
            {outcome} {!isReachable && say(words.othersCount)}
          </bdi>
        </p>
      )}
      <Choices heading={words.enough} activities={enough} onPost={onClose} />
      <Choices heading={words.further} activities={further} onPost={onClose} />
      {overLimit.length > 0 && (
        <p className="text-sm text-quiet">
          <bdi>{say(words.overLimit({ count: overLimit.length }))}</bdi>
        </p>
      )}
      {!isNow && count > 0 && (
        <p className="text-sm text-quiet">
          <bdi>
            {say(
              words.chooseDay({
                from: formatDay(say, term.start_date),
                to: formatDay(say, term.end_date),
                term: termName(term),
              }),
            )}
          </bdi>
        </p>
      )}
    </div>
  )
}

type Found = { count: number; most: number; isReachable: boolean; isEnoughAlone: boolean; next: NextGrade; term: Term }

function outcomeOf({ count, most, isReachable, isEnoughAlone, next, term }: Found): Message | undefined {
  const { nothingLeft, outOfReach, noneAlone } = messages.whatNext
  if (count === 0) return nothingLeft({ term: termName(term) })
  if (!isReachable) return outOfReach({ points: countPoints(most), grade: next.grade })
  return isEnoughAlone ? undefined : noneAlone
}

function Choices({ heading, activities, onPost }: { heading: Message; activities: readonly Activity[]; onPost: () => void }) {
  const say = useSay()
  const language = useLanguage()
  const id = useId()
  if (activities.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-sans text-[0.8125rem] font-medium text-quiet">
        {say(heading)}
      </h3>
      <ul aria-labelledby={id} className="mt-1 divide-y divide-line border-y border-line">
        {activities.map((activity) => (
          <li key={activity.id} className="flex min-h-14 items-center gap-3 py-2">
            <span className="min-w-12 shrink-0 font-serif text-lg font-semibold">
              <ActivityPoints activity={activity}>
                <bdi className={explainedLook}>+{formatPoints(activity.score)}</bdi>
              </ActivityPoints>
            </span>
            <span className="min-w-0 grow wrap-anywhere">
              <bdi className="leading-snug font-medium">{localized(language, activity, 'name')}</bdi>
              <span className="block text-[0.8125rem] text-quiet">{say(typeName(activity.type))}</span>
            </span>
            <PostButton activity={activity} onPost={onPost} />
          </li>
        ))}
      </ul>
    </section>
  )
}
