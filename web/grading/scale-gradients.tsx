import { gradeColours } from '../../contract/grade-colours.ts'
import { grades } from '../../contract/grading.ts'

/** One gradient per grade, in the direction of the scale. */
export function ScaleGradients({ way }: { way: 'right' | 'left' | 'up' }) {
  const ends = {
    right: { x1: 0, y1: 0, x2: 1, y2: 0 },
    left: { x1: 1, y1: 0, x2: 0, y2: 0 },
    up: { x1: 0, y1: 1, x2: 0, y2: 0 },
  }[way]
  return (
    <defs>
      {grades.map((grade, index) => (
        <linearGradient key={grade} id={`grade-${index}`} {...ends}>
          <stop offset="0" stopColor={gradeColours[grade][0]} />
          <stop offset="1" stopColor={gradeColours[grade][1]} />
        </linearGradient>
      ))}
    </defs>
  )
}
