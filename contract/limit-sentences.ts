import { type ActivityType, typeName } from './codes.ts'
import { type Message, messages } from './languages/catalogue.ts'
import { formatPoints } from './points.ts'
import type { Limit, OverLimit } from './rules.ts'

const { rules, general } = messages

/** "once", "twice", "3 times". */
function times(count: number): Message {
  return count === 2 ? rules.twice : rules.times({ count })
}

function points(count: number): Message {
  return general.pointCount({ count, points: formatPoints(count) })
}

/** The reason why a posting counts 0 although it was not returned. */
export function overLimitSentence(exceeded: OverLimit, activityType: ActivityType): Message {
  return rules.isOver({ limit: exceededLimit(exceeded, activityType) })
}

/** "Elective activities count at most twice per term": the limit, of the activity or of its type, and its exceeded part. */
export function exceededLimit({ of, by, most }: OverLimit, activityType: ActivityType): Message {
  const { activityTimes, activityPoints, typeTimes, typePoints } = rules.exceeded
  const type = typeName(activityType)
  if (of === 'activity') return by === 'times' ? activityTimes({ times: times(most) }) : activityPoints({ points: points(most) })
  return by === 'times' ? typeTimes({ type, times: times(most) }) : typePoints({ type, points: points(most) })
}

/** "counts at most twice, at most 10 points". */
export function limitSentence({ most_times, most_points }: Pick<Limit, 'most_times' | 'most_points'>): Message {
  const first = most_times === null ? undefined : rules.mostTimes({ times: times(most_times) })
  const second = most_points === null ? undefined : rules.mostPoints({ points: points(most_points) })
  return first && second ? rules.bothLimits({ first, second }) : (first ?? second ?? rules.noLimits)
}
