import { type Title, titleCodes, titleName } from '../../contract/codes.ts'
import { onGrade } from '../../contract/grade-colours.ts'
import type { Bands } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { formatPoints } from '../../contract/points.ts'
import { useSay } from '../language/language.ts'
import type { Position } from './position.ts'
import { type Band, bandsOf, fillOf, scaleEndOf } from './scale-bands.ts'
import { ScaleGradients } from './scale-gradients.tsx'

const width = 1000
const start = 190
const length = 770
const top = 88
const rowHeight = 112
const barHeight = 44
const height = top + rowHeight * titleCodes.length

/** The position of some points on the scale. */
const placeIn = (end: number) => (points: number) => start + (Math.min(points, end) / end) * length

export type ScaleProps = {
  bands: Bands
  position: Position | undefined
  label: string
  isMirrored: boolean
  /** The direction of the words. The letters of the grades and the numbers are written from left to right in every language. */
  direction: 'ltr' | 'rtl'
}

/** The side of a text at which its position is: the one where the image begins. */
export function anchorOf({ isMirrored, direction }: Pick<ScaleProps, 'isMirrored' | 'direction'>): 'start' | 'end' {
  return isMirrored === (direction === 'rtl') ? 'start' : 'end'
}

/** A row per title, from the first point on. */
export function WideScale({ bands, position, label, isMirrored, direction }: ScaleProps) {
  const say = useSay()
  // The coordinates are mirrored: a transform would mirror the text too.
  const x = (value: number, own = 0) => (isMirrored ? width - value - own : value)
  const at = placeIn(scaleEndOf(bands))
  const words = { direction, textAnchor: anchorOf({ isMirrored, direction }) }
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} direction="ltr" className="block h-auto w-full">
      <ScaleGradients way={isMirrored ? 'left' : 'right'} />
      <text x={x(16)} y={38} {...words} className="fill-ink font-serif text-[28px] font-semibold">
        {say(messages.grading.scaleTitle)}
      </text>
      <text x={x(16)} y={64} {...words} className="fill-quiet text-[15px]">
        {say(position?.sentence ?? messages.grading.scaleRule)}
      </text>
      {titleCodes.map((title, index) => (
        <Row
          key={title}
          title={title}
          bands={bands}
          at={at}
          y={top + index * rowHeight}
          position={position}
          x={x}
          words={words}
        />
      ))}
    </svg>
  )
}

type RowProps = {
  title: Title
  bands: Bands
  at: (points: number) => number
  y: number
  position: Position | undefined
  x: (value: number, own?: number) => number
  words: { direction: 'ltr' | 'rtl'; textAnchor: 'start' | 'end' }
}

function Row({ title, bands, at, y, position, x, words }: RowProps) {
  const say = useSay()
  const isOwn = position?.title === title
  const barY = y + 36
  return (
    <>
      {isOwn && <rect x={0} y={y - 2} width={width} height={rowHeight} rx={10} className="fill-brand-soft" />}
      <text
        x={x(16)}
        y={barY + 28}
        {...words}
        className={`fill-ink font-serif text-[17px] ${isOwn ? 'font-bold' : 'font-semibold'}`}
      >
        {say(titleName(title))}
      </text>
      {bandsOf(bands, title).map((band) => (
        <BandBar key={band.grade} band={band} barY={barY} at={at} x={x} />
      ))}
      {isOwn && <Mark points={position.points} barY={barY} at={at} x={x} />}
    </>
  )
}

type BandProps = Pick<RowProps, 'at' | 'x'> & { band: Band; barY: number }

function BandBar({ band: { grade, from, to, isLast }, barY, at, x }: BandProps) {
  const own = at(to) - at(from) - 2
  return (
    <>
      <rect x={x(at(from), own)} y={barY} width={own} height={barHeight} rx={4} fill={fillOf(grade)} />
      <text
        x={x(at(from) + own / 2)}
        y={barY + 29}
        textAnchor="middle"
        fill={onGrade}
        className="font-serif text-[20px] font-semibold"
      >
        {grade}
      </text>
      <text x={x(at(from) + 1)} y={barY + barHeight + 20} textAnchor="middle" className="fill-quiet text-[15px] tabular-nums">
        {isLast ? `${from}+` : from}
      </text>
    </>
  )
}

function Mark({ points, barY, at, x }: Pick<RowProps, 'at' | 'x'> & { points: number; barY: number }) {
  const say = useSay()
  const text = say(messages.grading.youAt({ points: formatPoints(points) }))
  const own = text.length * 8.2 + 20
  const middle = at(points)
  const boxX = Math.max(start - 30, Math.min(middle - own / 2, width - own - 8))
  return (
    <>
      <path d={`M${x(middle)} ${barY + 2} l-7 -11 h14 z`} className="fill-ink" />
      <rect x={x(boxX, own)} y={barY - 32} width={own} height={25} rx={12.5} className="fill-ink" />
      <text x={x(boxX + own / 2)} y={barY - 14.5} textAnchor="middle" className="fill-card text-[15px] font-semibold">
        {text}
      </text>
    </>
  )
}
