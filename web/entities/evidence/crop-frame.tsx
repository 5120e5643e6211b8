import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { type Crop, type Edge, edges, isAcross, moved, rangeOf, withEdge } from './crop.ts'

type Props = {
  /** The picture under the frame. */
  picture: RefObject<HTMLElement | null>
  crop: Crop
  onCrop: (crop: Crop) => void
}

const corners: readonly (readonly [Edge, Edge])[] = [
  ['left', 'top'],
  ['right', 'top'],
  ['left', 'bottom'],
  ['right', 'bottom'],
]
const step = 0.01
const bigStep = 0.1
const percent = (share: number) => `${share * 100}%`

/**
 * The frame around the part of a picture that stays. Its edges are sliders for the keyboard; fingers and the mouse also drag corners, and the
 * frame itself. Left and right are those of the picture, in any language.
 */
export function CropFrame({ picture, crop, onCrop }: Props) {
  const say = useSay()
  const drag = useRef<{ which: readonly Edge[]; x: number; y: number; crop: Crop }>(undefined)

  /** What makes an element a handle of some edges. */
  const handle = (which: readonly Edge[]) => ({
    onPointerDown: ({ button, clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
      if (button !== 0) return
      currentTarget.setPointerCapture(pointerId)
      drag.current = { which, x: clientX, y: clientY, crop }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const box = picture.current?.getBoundingClientRect()
      if (!drag.current || !box) return
      const { which, x, y, crop } = drag.current
      onCrop(moved(crop, which, (clientX - x) / box.width, (clientY - y) / box.height))
    },
    onLostPointerCapture: () => {
      drag.current = undefined
    },
  })

  function onKey(event: KeyboardEvent, edge: Edge) {
    const [from, to] = rangeOf(crop, edge)
    const place = placeAfter(event.key, edge, crop[edge], from, to)
    if (place === undefined) return
    event.preventDefault()
    onCrop(withEdge(crop, edge, place))
  }

  const { left, top, right, bottom } = crop
  const box = { left: percent(left), top: percent(top), width: percent(right - left), height: percent(bottom - top) }
  const centre = { left: (left + right) / 2, top: (top + bottom) / 2 }
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none absolute inset-0 overflow-hidden">
        <div style={box} className="absolute border-2 border-card shadow-[0_0_0_9999px_rgb(0_0_0/0.6)] outline outline-ink" />
      </div>
      <div aria-hidden="true" style={box} className="absolute cursor-move touch-none" {...handle(edges)} />
      {corners.map(([across, down]) => (
        <div
          key={`${across} ${down}`}
          aria-hidden="true"
          data-corner={`${across} ${down}`}
          style={{ left: percent(crop[across]), top: percent(crop[down]) }}
          className={`${handleLook} ${(across === 'left') === (down === 'top') ? 'cursor-nwse-resize' : 'cursor-nesw-resize'}`}
          {...handle([across, down])}
        >
          <span className="size-3.5 border-2 border-ink bg-card" />
        </div>
      ))}
      {edges.map((edge) => {
        const [from, to] = rangeOf(crop, edge)
          .map((place) => valueAt(edge, place))
          .toSorted((a, b) => a - b)
        const value = valueAt(edge, crop[edge])
        return (
          <div
            key={edge}
            role="slider"
            tabIndex={0}
            aria-label={say(messages.photos.edges[edge])}
            aria-orientation={isAcross(edge) ? 'horizontal' : 'vertical'}
            aria-valuemin={from}
            aria-valuemax={to}
            aria-valuenow={value}
            aria-valuetext={say(messages.photos.percent({ number: value }))}
            onKeyDown={(event) => onKey(event, edge)}
            style={{
              left: percent(isAcross(edge) ? crop[edge] : centre.left),
              top: percent(isAcross(edge) ? centre.top : crop[edge]),
            }}
            className={`${handleLook} ${isAcross(edge) ? 'cursor-ew-resize' : 'cursor-ns-resize'}`}
            {...handle([edge])}
          >
            <span className={`rounded-full border-2 border-ink bg-card ${isAcross(edge) ? 'h-8 w-3.5' : 'h-3.5 w-8'}`} />
          </div>
        )
      })}
    </>
  )
}

/** As large as a finger, in the middle of its place. */
const handleLook = 'absolute grid size-11 -translate-1/2 touch-none place-items-center rounded-md'

/** The value of a slider: from the left, or from below, so that the arrow up adds to it. */
function valueAt(edge: Edge, place: number): number {
  return Math.round((isAcross(edge) ? place : 1 - place) * 100)
}

/** Where a key moves an edge. The arrows move it where they point. */
function placeAfter(key: string, edge: Edge, place: number, from: number, to: number): number | undefined {
  const [first, last] = isAcross(edge) ? [from, to] : [to, from]
  const more = isAcross(edge) ? 1 : -1
  const places: Readonly<Record<string, number>> = {
    [isAcross(edge) ? 'ArrowLeft' : 'ArrowUp']: place - step,
    [isAcross(edge) ? 'ArrowRight' : 'ArrowDown']: place + step,
    PageDown: place - more * bigStep,
    PageUp: place + more * bigStep,
    Home: first,
    End: last,
  }
  return places[key]
}
