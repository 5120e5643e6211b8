/** Icons of 24 units, drawn as those of Lucide are. Its own ones would be in the first scripts of every page (vite.config.ts). */
const strokes = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  className: 'size-4.5 shrink-0',
} as const

export function CropIcon() {
  return (
    <svg aria-hidden="true" {...strokes}>
      <path d="M6 2v14a2 2 0 0 0 2 2h14M18 22V8a2 2 0 0 0-2-2H2" />
    </svg>
  )
}

/** An arrow that turns against the clock, or with it. */
export function TurnIcon({ to }: { to: 'left' | 'right' }) {
  return (
    <svg aria-hidden="true" {...strokes}>
      <path
        d={
          to === 'left'
            ? 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5'
            : 'M21 12a9 9 0 1 1-9-9 9.75 9.75 0 0 1 6.74 2.74L21 8M21 3v5h-5'
        }
      />
    </svg>
  )
}
