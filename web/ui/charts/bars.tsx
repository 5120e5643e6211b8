import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useArrowKeys } from './arrow-keys.ts'
import { Chart, ChartRow } from './chart-card.tsx'

export type Bar = {
  key: string
  name: string
  value: number
  /** The number next to the bar, formatted. */
  text: string
  /** The full text, for screen readers and the tooltip. */
  words: string
  /** The link of the row. Undefined if there is nothing to link to. */
  link: LinkProps | undefined
}

type Props = {
  label: string
  bars: readonly Bar[]
  look: string
  /** The total that the values are parts of; the remainder is shown too. Without it the largest bar has the full width. */
  whole?: number
}

export function Bars({ label, bars, look, whole }: Props) {
  const full = whole ?? Math.max(...bars.map(({ value }) => value))
  return (
    <BarChart label={label} bars={bars} lineLook="flex items-center gap-2 border-s border-edge">
      {({ value, text }) => (
        <>
          <span
            className={`flex h-5 shrink-0 rounded-e-sm ${whole === undefined ? '' : 'bg-line/50'}`}
            style={{ width: besideNumber(whole === undefined ? value / full : 1) }}
          >
            {value > 0 && (
              <span
                className={`h-full min-w-0.5 rounded-e-sm ${look}`}
                style={{ width: whole === undefined ? '100%' : `${(value / full) * 100}%` }}
              />
            )}
          </span>
          <Text text={text} />
        </>
      )}
    </BarChart>
  )
}

/** Bars from a centre line: increases extend to the end, decreases to the start. */
export function ChangeBars({ label, bars }: Pick<Props, 'label' | 'bars'>) {
  const full = Math.max(...bars.map(({ value }) => Math.abs(value)))
  return (
    <BarChart label={label} bars={bars} lineLook="grid grid-cols-2">
      {({ value, text }) => (
        <>
          <span className="flex min-w-0 items-center justify-end gap-2 border-e border-edge">
            {value < 0 && (
              <>
                <Text text={text} />
                <span className="h-5 min-w-0.5 shrink-0 rounded-s-sm bg-bad" style={{ width: besideNumber(-value / full) }} />
              </>
            )}
          </span>
          <span className="flex min-w-0 items-center gap-2">
            {value > 0 && (
              <span className="h-5 min-w-0.5 shrink-0 rounded-e-sm bg-good" style={{ width: besideNumber(value / full) }} />
            )}
            {value >= 0 && <Text text={text} />}
          </span>
        </>
      )}
    </BarChart>
  )
}

/** The width of a bar, which leaves space for the number at the end. */
const besideNumber = (share: number) => `calc((100% - 4.5rem) * ${share})`

function Text({ text }: { text: string }) {
  return (
    <span className="text-sm whitespace-nowrap first:ps-1.5">
      <bdi>{text}</bdi>
    </span>
  )
}

type BarChartProps = Pick<Props, 'label' | 'bars'> & { lineLook: string; children: (bar: Bar) => ReactNode }

/** The rows of a bar chart. The whole row is the link, so that a short bar has as large a target as a long one. */
function BarChart({ label, bars, lineLook, children }: BarChartProps) {
  const { chart, mark } = useArrowKeys(bars.filter(({ link }) => link).map(({ key }) => key))
  return (
    <Chart label={label} keys={chart}>
      {bars.map((bar) => (
        <ChartRow key={bar.key} name={bar.name}>
          {bar.link ? (
            <Link
              {...bar.link}
              {...mark(bar.key)}
              aria-label={bar.words}
              title={bar.words}
              className={`h-6 min-w-0 rounded-e-sm hover:bg-sunk ${lineLook}`}
            >
              {children(bar)}
            </Link>
          ) : (
            <div aria-hidden="true" className={`h-6 min-w-0 text-quiet ${lineLook}`}>
              {children(bar)}
            </div>
          )}
        </ChartRow>
      ))}
    </Chart>
  )
}
