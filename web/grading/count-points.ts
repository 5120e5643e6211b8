import { formatPoints } from '../../contract/points.ts'

/** "1 point", "6.5 points". */
export function countPoints(points: number): string {
  return `${formatPoints(points)} ${points === 1 ? 'point' : 'points'}`
}
