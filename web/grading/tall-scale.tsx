import { type Title, titleCodes, titleName } from '../../contract/codes.ts'
import { onGrade } from '../../contract/grade-colours.ts'
import type { Bands } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { formatPoints } from '../../contract/points.ts'
import { useSay } from '../language/language.ts'
import type { Position } from './position.ts'
import { bandsOf, fillOf, scaleEndOf } from './scale-bands.ts'
import { ScaleGradients } from './scale-gradients.tsx'
import { anchorOf, type ScaleProps } from './wide-scale.tsx'

const width = 340
// The top of the scale, below four lines of text.
const top = 152
const length = 470
const height = top + length + 24
const barWidth = 36

/** The position of some points on the scale. */
const placeIn = (end: number) => (points: number) => top + length - (Math.min(points, end) / end) * length

/** A column per title, from the bottom up. The member's own is wider, for the marker beside it. */
export function TallScale({ bands, position, label, isMirrored, direction }: ScaleProps) {
  const say = useSay()
  const x = (value: number, own = 0) => (isMirrored ? width - value - own : value)
  const words = { direction, textAnchor: anchorOf({ isMirrored, direction }) }
  const at = placeIn(scaleEndOf(bands))
  const widths = titleCodes.map((title) => (position?.title === undefined ? width / 4 : position.title === title ? 118 : 74))
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      direction="ltr"
      className="mx-auto block h-auto w-full max-w-lg"
    >
      <ScaleGradients way="up" />
      <text x={x(2)} y={22} {...words} className="fill-ink font-serif text-[21px] font-semibold">
        {say(messages.grading.scaleTitle)}
      </text>
      {inLines(say(position?.sentence ?? messages.grading.scaleRule), 52).map((line, index) => (
        <text key={line} x={x(2)} y={42 + index * 16} {...words} className="fill-quiet text-[12.5px]">
          {line}
        </text>
      ))}
      {titleCodes.map((title, index) => (
        <Column
          key={title}
          title={title}
          bands={bands}
          at={at}
          left={widths.slice(0, index).reduce((sum, own) => sum + own, 0)}
          own={widths[index] ?? 0}
          position={position}
          x={x}
          isMirrored={isMirrored}
        />
      ))}
    </svg>
  )
}

type ColumnProps = {
  title: Title
  bands: Bands
  at: (points: number) => number
  left: number
  own: number
  position: Position | undefined
  x: (value: number, own?: number) => number
  isMirrored: boolean
}

function Column({ title, bands, at, left, own, position, x, isMirrored }: ColumnProps) {
  const say = useSay()
  const isOwn = position?.title === title
  const barX = left + 31
  const middle = barX + barWidth / 2
  return (
    <>
      {isOwn && <rect x={x(left, own)} y={top - 40} width={own} height={length + 62} rx={8} className="fill-brand-soft" />}
      {say(titleName(title))
        .split(' ')
        .map((word, index, words) => (
          <text
            key={word}
            x={x(middle)}
            y={top - 10 - (words.length - 1 - index) * 14}
            textAnchor="middle"
            className={`fill-ink text-[12.5px] ${isOwn ? 'font-bold' : 'font-medium'}`}
          >
            {word}
          </text>
        ))}
      {bandsOf(bands, title).map(({ grade, from, to, isLast }) => (
        <g key={grade}>
          <rect
            x={x(barX, barWidth)}
            y={at(to) + 2}
            width={barWidth}
            height={at(from) - at(to) - 2}
            rx={3}
            fill={fillOf(grade)}
          />
          <text
            x={x(middle)}
            y={(at(from) + at(to)) / 2 + 6.5}
            textAnchor="middle"
            fill={onGrade}
            className="font-serif text-[16px] font-semibold"
          >
            {grade}
          </text>
          <text
            x={x(barX - 5)}
            y={at(from) + 4}
            textAnchor={isMirrored ? 'start' : 'end'}
            className="fill-quiet text-[12.5px] tabular-nums"
          >
            {isLast ? `${from}+` : from}
          </text>
        </g>
      ))}
      {isOwn && <Mark points={position.points} from={barX} at={at} x={x} isMirrored={isMirrored} />}
    </>
  )
}

type MarkProps = Pick<ColumnProps, 'at' | 'x' | 'isMirrored'> & { points: number; from: number }

function Mark({ points, from, at, x, isMirrored }: MarkProps) {
  const say = useSay()
  const y = at(points)
  const boxX = from + barWidth + 7
  return (
    <>
      <path d={`M${x(from + barWidth - 3)} ${y} l${isMirrored ? -11 : 11} -7 v14 z`} className="fill-ink" />
      <rect x={x(boxX, 42)} y={y - 17} width={42} height={34} rx={6} className="fill-ink" />
      <text x={x(boxX + 21)} y={y - 3} textAnchor="middle" className="fill-card text-[12px]">
        {say(messages.grading.you)}
      </text>
      <text x={x(boxX + 21)} y={y + 11.5} textAnchor="middle" className="fill-card text-[12.5px] font-semibold tabular-nums">
        {formatPoints(points)}
      </text>
    </>
  )
}

/** Breaks a text into lines: SVG does not wrap text. */
function inLines(text: string, longest: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && longer.length <= longest) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
