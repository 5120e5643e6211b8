import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { overLimitSentence } from '../../contract/limit-sentences.ts'
import { formatPoints } from '../../contract/points.ts'
import type { PostedActivity, PostingEffect } from '../../contract/posted-activities.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { termNameOf } from '../entities/terms/term-name.ts'

type Posted = Pick<PostedActivity, 'counted_points' | 'over_limit' | 'type' | 'term_name' | 'term_names'>

/**
 * The effect of a new posting, from the server: "+4 points. Your current grade (without feedback) is now C." The term is named if it is not
 * the current one.
 */
export function describeEffect(posted: Posted, effect: PostingEffect, isOfCurrentTerm: boolean): readonly Message[] {
  const { counted_points, over_limit, type } = posted
  const term = termNameOf(posted)
  if (over_limit) return [overLimitSentence(over_limit, type)]
  const words = messages.postedActivities.effect
  const points = countPoints(counted_points)
  const change = formatPoints(effect.points)
  const added =
    effect.points !== counted_points
      ? words.others({ points, change: effect.points > 0 ? `+${change}` : change })
      : isOfCurrentTerm
        ? words.added({ points })
        : words.addedIn({ points, term })
  const { grade } = effect
  if (grade === effect.grade_before) return [added]
  return [added, isOfCurrentTerm ? words.grade({ grade }) : words.gradeIn({ grade, term })]
}
