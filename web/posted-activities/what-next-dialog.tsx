import { useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { type Bands, gradeFor, type NextGrade } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { changeByPlan, dayIn, doneBefore, roomOf, toMend } from '../../contract/plan.ts'
import { formatPoints } from '../../contract/points.ts'
import type { Term } from '../../contract/terms.ts'
import { comingEvents, promised, whatNext } from '../../contract/what-next.ts'
import { useEvents } from '../entities/events/events.api.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { useAvailableActivities, usePostedActivities } from '../entities/postings/posted-activities.api.ts'
import { useRules } from '../entities/rules/rules.api.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { dayOf } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { Activities, DoneBeforeList, eventKey, mendKey, Promised, postKey, RoomLeft, ToMend } from './plan-sections.tsx'

/** `points` are what decides the member's own grade now. */
type Props = { bands: Bands; title: string | null; points: number; next: NextGrade; term: Term; onClose: () => void }

/**
 * The way to the next grade as a plan: what was returned, what the member did before, what else still counts, and the sum of what is chosen.
 * On a phone the dialog fills the screen.
 */
export function WhatNextDialog(props: Props) {
  const say = useSay()
  const { next, onClose } = props
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
      <Plan {...props} />
    </Dialog>
  )
}

function Plan({ bands, title, points, next, term, onClose }: Props) {
  const say = useSay()
  const available = useAvailableActivities()
  const postings = usePostedActivities(useSession()?.id ?? 0)
  const rules = useRules()
  // Without the events the plan is as it was before there were any.
  const events = useEvents(term.id)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
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
  if (!available.data || !postings.data || !limits || events.isPending) {
    return (
      <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    )
  }

  const own = postings.data.filter(({ term_id }) => term_id === term.id)
  const { enough, further, overLimit, most } = whatNext({
    activities: available.data,
    postings: own,
    limits,
    missing: next.missing,
  })
  const counting = [...enough, ...further]
  const returned = toMend(own, limits)
  const before = doneBefore(counting, postings.data, term.id)
  const coming = comingEvents(events.data ?? [], Date.now())
  const comesTo = promised(coming, counting)
  const isNew = ({ id }: { id: number }) => !before.some(({ activity }) => activity.id === id)
  const isReachable = most >= next.missing
  const outcome = say(
    outcomeOf({ count: counting.length, most, isReachable, isEnoughAlone: enough.length > 0, next, term }) ??
      messages.general.none,
  )
  const today = dayOf(new Date())
  const isNow = term.start_date <= today && today <= term.end_date

  const pointsWith = (change: number) => (Math.round(points * 100) + Math.round(change * 100)) / 100
  const gradeWith = (change: number) => gradeFor(bands, title, pointsWith(change))
  const choice = {
    isChosen: (key: string) => chosen.has(key),
    onToggle: (key: string) => setChosen((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key])),
  }
  const rows = { choice, events: coming, onLeave: onClose }
  const mended = returned.filter(({ posting }) => chosen.has(mendKey(posting)))
  const added = counting.filter((activity) => chosen.has(postKey(activity)))
  const attended = comesTo.filter((event) => chosen.has(eventKey(event)))
  const change = changeByPlan(
    {
      mended: new Set(mended.map(({ posting }) => posting.id)),
      added: [...added, ...attended.map(({ activity_id: id, type, score, starting_date: day }) => ({ id, type, score, day }))],
      day: dayIn(term, today),
    },
    own,
    limits,
  )
  const alone = [...mended.map(({ adds }) => adds), ...[...added, ...attended].map(({ score }) => score)].reduce(
    (sum, one) => sum + one,
    0,
  )
  return (
    <div className="space-y-4">
      <ToMend
        found={returned}
        gradeWith={(adds) => (gradeWith(adds) === gradeWith(0) ? undefined : gradeWith(adds))}
        choice={choice}
        onLeave={onClose}
      />
      {(!isReachable || enough.length === 0) && (
        <p className="rounded-md bg-sunk px-3.5 py-2.5">
          <bdi>
            {outcome} {!isReachable && say(words.othersCount)}
          </bdi>
        </p>
      )}
      <Promised found={comesTo} choice={choice} onLeave={onClose} />
      <DoneBeforeList found={before} {...rows} />
      <Activities heading={words.enough} activities={enough.filter(isNew)} {...rows} />
      <Activities heading={words.further} activities={further.filter(isNew)} {...rows} />
      <RoomLeft rooms={roomOf(own, limits)} />
      {overLimit.length > 0 && (
        <p className="text-sm text-quiet">
          <bdi>{say(words.overLimit({ count: overLimit.length }))}</bdi>
        </p>
      )}
      {!isNow && counting.length > 0 && (
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
      {returned.length + counting.length + comesTo.length > 0 && (
        <Sum
          isChosen={mended.length + added.length + attended.length > 0}
          change={change}
          points={pointsWith(change)}
          grade={gradeWith(change)}
          isLimited={Math.round(change * 100) < Math.round(alone * 100)}
        />
      )}
    </div>
  )
}

type SumProps = { isChosen: boolean; change: number; points: number; grade: string; isLimited: boolean }

/** What is chosen, added up. It stays in view at the lower edge; the negative offsets are the padding of what scrolls around it. */
function Sum({ isChosen, change, points, grade, isLimited }: SumProps) {
  const say = useSay()
  const { nothing, sum, limited } = messages.plan
  const signed = change < 0 ? formatPoints(change) : `+${formatPoints(change)}`
  return (
    <div
      role="status"
      className="sticky -bottom-4 z-1 -mx-6 -mb-6 flex min-h-14 flex-col justify-center rounded-b-lg border-t border-line bg-card px-6 py-2.5 max-sm:bottom-[calc(-1.5rem-env(safe-area-inset-bottom))] max-sm:-mx-4 max-sm:mb-[calc(-1.5rem-env(safe-area-inset-bottom))] max-sm:rounded-none max-sm:px-4 max-sm:pb-[calc(0.625rem+env(safe-area-inset-bottom))]"
    >
      {isChosen ? (
        <>
          <bdi className="font-medium">{say(sum({ change: signed, points: countPoints(points), grade }))}</bdi>
          {isLimited && <bdi className="text-sm text-quiet">{say(limited)}</bdi>}
        </>
      ) : (
        <bdi className="text-sm text-quiet">{say(nothing)}</bdi>
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
