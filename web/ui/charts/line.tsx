import { type ReactNode, useLayoutEffect, useRef } from 'react'

export type LinePoint = {
  key: string
  name: string
  value: number
  /** The number above the point, formatted. */
  text: string
  /** The content below the name of the point. */
  mark?: ReactNode
}

/** The height of the highest point; the rest is for its number. */
const highest = 70

/** A line of values in order of time. `label` is the text alternative. */
export function Line({ label, points }: { label: string; points: readonly LinePoint[] }) {
  const frame = useRef<HTMLDivElement>(null)
  // The latest points are scrolled into view if not all of them fit.
  useLayoutEffect(() => {
    const element = frame.current
    if (element) element.scrollLeft = getComputedStyle(element).direction === 'rtl' ? -element.scrollWidth : element.scrollWidth
  }, [])

  const full = Math.max(...points.map(({ value }) => value))
  const heightOf = (value: number) => (full > 0 ? (value / full) * highest : 0)
  const corners = points.map(({ value }, index) => `${index + 0.5},${100 - heightOf(value)}`)
  return (
    <div
      ref={frame}
      role="img"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
      tabIndex={0}
      className="h-full overflow-x-auto overflow-y-hidden rounded-sm"
    >
      <div className="flex h-full flex-col" style={{ minWidth: `${points.length * 4.75}rem` }}>
        <div className="relative grow border-b border-edge">
          {/* The line is rendered from left to right and mirrored as a whole: it contains no text. */}
          <svg
            viewBox={`0 0 ${points.length} 100`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="absolute inset-0 size-full rtl:-scale-x-100"
          >
            <polygon points={`0.5,100 ${corners.join(' ')} ${points.length - 0.5},100`} className="fill-brass opacity-12" />
            <polyline points={corners.join(' ')} vectorEffect="non-scaling-stroke" className="fill-none stroke-brass stroke-2" />
          </svg>
          {points.map(({ key, value, text }, index) => (
            <div
              key={key}
              className="absolute flex w-0 flex-col items-center"
              style={{ insetInlineStart: `${((index + 0.5) / points.length) * 100}%`, bottom: `calc(${heightOf(value)}% - 5px)` }}
            >
              <span className="mb-0.5 font-serif text-base leading-5 font-semibold">
                <bdi>{text}</bdi>
              </span>
              <span className="size-2.5 shrink-0 rounded-full border-2 border-brass bg-card" />
            </div>
          ))}
        </div>
        <div className="flex pt-2">
          {points.map(({ key, name, mark }) => (
            <div key={key} className="flex min-w-0 flex-1 flex-col items-center gap-1 px-1 text-center text-xs text-quiet">
              <span dir="auto" className="text-as-around max-w-full truncate" title={name}>
                {name}
              </span>
              {mark}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
