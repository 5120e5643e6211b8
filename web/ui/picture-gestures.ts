import { type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Point, type Size, stepOfSwipe, type View, whole, within, zoomTo } from './zoom.ts'

const tapDistance = 10
const doubleTapMs = 350
const doubleTapScale = 2.5

type Options = {
  /** The frame, or null until it is rendered. */
  frame: HTMLElement | null
  /** The size of the picture, or undefined until it is loaded: then there is nothing to zoom. */
  sizeOfPicture: () => Size | undefined
  isRtl: boolean
  view: View
  onView: (view: View) => void
  /** Whether there is a picture in that direction. */
  canStep: (step: -1 | 1) => boolean
  onStep: (step: -1 | 1) => void
}

/** The state when a finger last came or left. */
type Grip = { view: View; centre: Point; spread: number; at: number }

/** The gestures of fingers, mouse and wheel: one finger swipes, or moves a zoomed picture; two pinch; two taps and the wheel zoom. */
export function usePictureGestures({ frame, sizeOfPicture, isRtl, view, onView, canStep, onStep }: Options) {
  const [drag, setDrag] = useState<number>()
  const pointers = useRef(new Map<number, Point>())
  const grip = useRef<Grip>(undefined)
  const tap = useRef<{ isPossible: boolean; last?: { at: number; point: Point } | undefined }>({ isPossible: false })

  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left, top, width, height } = boxOf(frame)
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  function zoom(from: View, scale: number, point: Point, moved: Point = { x: 0, y: 0 }) {
    const picture = sizeOfPicture()
    if (!picture) return
    const box = boxOf(frame)
    const zoomed = zoomTo(from, scale, point, picture, box)
    onView(within({ ...zoomed, x: zoomed.x + moved.x, y: zoomed.y + moved.y }, picture, box))
  }

  function takeHold() {
    const held = [...pointers.current.values()]
    grip.current = held.length > 0 ? { view, centre: centreOf(held), spread: spreadOf(held), at: performance.now() } : undefined
  }

  function onPointerDown(event: PointerEvent) {
    // The button of a picture that failed to load must get its click.
    if (event.button !== 0 || (event.target as Element).closest('a, button')) return
    event.currentTarget.setPointerCapture(event.pointerId)
    tap.current.isPossible = pointers.current.size === 0
    pointers.current.set(event.pointerId, pointOf(event))
    setDrag(undefined)
    takeHold()
  }

  function onPointerMove(event: PointerEvent) {
    if (!pointers.current.has(event.pointerId) || !grip.current) return
    pointers.current.set(event.pointerId, pointOf(event))
    const held = [...pointers.current.values()]
    const { view: start, centre, spread } = grip.current
    const moved = distanceBetween(centre, centreOf(held))
    if (held.length > 1) return zoom(start, spread > 0 ? (start.scale * spreadOf(held)) / spread : start.scale, centre, moved)
    if (Math.hypot(moved.x, moved.y) > tapDistance) tap.current.isPossible = false
    if (start.scale > 1) zoom(start, start.scale, centre, moved)
    else if (!tap.current.isPossible) setDrag(resisting(moved.x))
  }

  /** The distance that a swipe moves the picture: at the first and at the last one it follows the finger only a little. */
  function resisting(distance: number) {
    const step = distance < 0 === isRtl ? -1 : 1
    return canStep(step) ? distance : distance / 4
  }

  function onPointerUp(event: PointerEvent) {
    if (!pointers.current.delete(event.pointerId) || !grip.current) return
    const { at, centre } = grip.current
    const point = pointOf(event)
    if (pointers.current.size === 0) {
      if (tap.current.isPossible) onTap(point)
      else if (drag !== undefined) {
        const step = stepOfSwipe(point.x - centre.x, performance.now() - at, boxOf(frame).width, isRtl)
        if (step !== 0 && canStep(step)) onStep(step)
      }
      setDrag(undefined)
    }
    takeHold()
  }

  function onPointerCancel(event: PointerEvent) {
    pointers.current.delete(event.pointerId)
    tap.current.isPossible = false
    setDrag(undefined)
    takeHold()
  }

  function onTap(point: Point) {
    const { last } = tap.current
    const isSecond = last && performance.now() - last.at < doubleTapMs && spreadOf([last.point, point]) < 4 * tapDistance
    tap.current.last = isSecond ? undefined : { at: performance.now(), point }
    if (!isSecond) return
    if (view.scale > 1) onView(whole)
    else zoom(view, doubleTapScale, point)
  }

  // The listener is not React's, which is passive: the browser would zoom the page on a touchpad, or take a fast swipe for a fling, after
  // which Chromium ignores the next tap.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    zoom(view, view.scale * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.002)), pointOf(event))
  })
  useEffect(() => {
    const listener = (event: WheelEvent) => onWheel(event)
    const prevent = (event: Event) => event.preventDefault()
    frame?.addEventListener('wheel', listener, { passive: false })
    frame?.addEventListener('touchmove', prevent, { passive: false })
    return () => {
      frame?.removeEventListener('wheel', listener)
      frame?.removeEventListener('touchmove', prevent)
    }
  }, [frame])

  return {
    /** The distance of the current swipe, in pixels. */
    drag,
    zoom: (scale: number) => zoom(view, scale, { x: 0, y: 0 }),
    move: (x: number, y: number) => zoom(view, view.scale, { x: 0, y: 0 }, { x, y }),
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  }
}

function boxOf(element: HTMLElement | null) {
  return element?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 }
}

function centreOf(points: readonly Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

/** The distance between the first two fingers. */
function spreadOf([first, second]: readonly Point[]): number {
  return first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0
}

function distanceBetween(from: Point, to: Point): Point {
  return { x: to.x - from.x, y: to.y - from.y }
}
