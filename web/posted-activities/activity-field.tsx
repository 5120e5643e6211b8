import type { ComponentProps } from 'react'
import type { Activity } from '../../contract/activities.ts'
import { type ActivityType, scoreOfType } from '../../contract/codes.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { exceededLimit } from '../../contract/limit-sentences.ts'
import { formatPoints } from '../../contract/points.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Term } from '../../contract/terms.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { useSay } from '../language/language.ts'
import { ActivityCombobox } from './activity-combobox.tsx'
import { useEffectOfLimits } from './exceeded-limit.ts'

type Props = Omit<ComponentProps<typeof ActivityCombobox>, 'label' | 'limitOf' | 'hint'> & {
  userId: number
  edited: PostedActivity | undefined
  terms: readonly Term[]
  /** A day. */
  startingDate: string
  /** The English name of the chosen activity, if it would count. */
  chosen: string | undefined
}

/** The activity, and what it would bring. Apart from the form, because only this depends on the postings and the rules. */
export function ActivityField({ userId, edited, terms, startingDate, chosen, ...props }: Props) {
  const say = useSay()
  const { limitOf, changeBy } = useEffectOfLimits({ userId, startingDate, terms, edited })
  const worth = chosen === undefined ? undefined : worthOf(chosen, edited, props.activities)
  const limit = worth && limitOf(worth)
  const change = worth && !edited ? changeBy(worth) : worth?.score
  return (
    <ActivityCombobox
      {...props}
      label={say(messages.fields.activity)}
      limitOf={limitOf}
      hint={
        limit ? (
          <span className="font-medium text-ink">
            {say(messages.rules.wouldBeOver({ limit: exceededLimit(limit, worth.type) }))}
          </span>
        ) : (
          worth && say(change === worth.score ? earnings(worth) : pushing(worth, change ?? 0))
        )
      }
    />
  )
}

type Worth = { id: number; score: number; type: ActivityType; isKept?: true }

/** What the activity with this English name is worth: an edited posting keeps what it had, whatever the catalogue says now. */
function worthOf(
  name: string,
  edited: PostedActivity | undefined,
  activities: readonly Activity[] | undefined,
): Worth | undefined {
  if (edited && name === edited.activity_name)
    return { id: edited.activity_id, score: edited.score, type: edited.type, isKept: true }
  return activities?.find((other) => other.name === name)
}

/** What has a later date would be over a limit then. */
function pushing({ score }: Worth, change: number): Message {
  const total = formatPoints(change)
  return messages.rules.wouldPush({ points: countPoints(score), change: change > 0 ? `+${total}` : total })
}

/** The points, and the card that will show them. */
function earnings({ score, type, isKept }: Worth): Message {
  const { keepsPoints, willEarn, cards } = messages.postedActivities
  const points = countPoints(score)
  return isKept ? keepsPoints({ points }) : willEarn({ points, card: cards[scoreOfType[type]] })
}
