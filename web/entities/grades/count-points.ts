import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { formatPoints } from '../../../contract/points.ts'

/** The points as text: "1 point", "6.5 points". */
export function countPoints(points: number): Message {
  return messages.general.pointCount({ count: points, points: formatPoints(points) })
}
