import { Link, type LinkProps } from '@tanstack/react-router'
import type { CSSProperties, ReactNode } from 'react'
import { useArrowKeys } from './arrow-keys.ts'
import { Chart, ChartRow } from './chart-card.tsx'

type Part = {
  key: string
  count: number
  /** The colour of the part, and that of the number on it. */
  look: { className: string; style: CSSProperties | undefined }
  /** The full text, for screen readers and the tooltip. */
  name: string
  link: LinkProps
}

export type StackedRow = { key: string; name: string; parts: readonly Part[] }

type Props = { label: string; legend: ReactNode; rows: readonly StackedRow[] }

/** The shares of each row's parts. A part is never narrower than its number, so that even one in a hundred is readable. */
export function StackedBars({ label, legend, rows }: Props) {
  const keyOf = (row: StackedRow, part: Part) => `${row.key} ${part.key}`
  const drawn = rows.map((row) => ({ ...row, parts: row.parts.filter(({ count }) => count > 0) }))
  const { chart, mark } = useArrowKeys(drawn.flatMap((row) => row.parts.map((part) => keyOf(row, part))))
  return (
    <Chart label={label} legend={legend} keys={chart}>
      {drawn.map((row) => (
        <ChartRow key={row.key} name={row.name}>
          <div className="flex h-6 w-full gap-0.5">
            {row.parts.map((part) => (
              <Link
                key={part.key}
                {...part.link}
                {...mark(keyOf(row, part))}
                aria-label={part.name}
                title={part.name}
                style={{ ...part.look.style, flexGrow: part.count }}
                className={`grid min-w-6 basis-0 place-items-center text-xs font-semibold first:rounded-s-sm last:rounded-e-sm hover:opacity-85 ${part.look.className}`}
              >
                {part.count}
              </Link>
            ))}
          </div>
        </ChartRow>
      ))}
    </Chart>
  )
}
