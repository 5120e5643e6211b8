/** The view of a picture in a frame: its size, and the distance of its centre from that of the frame. `scale` 1 is the whole picture. */
export type View = { scale: number; x: number; y: number }
export type Size = { width: number; height: number }
/** A point, from the centre of the frame. */
export type Point = { x: number; y: number }

export const whole: View = { scale: 1, x: 0, y: 0 }
export const largestScale = 5

/** Zooms to `scale` so that the picture stays in place at `point`, as far as its edges allow. */
export function zoomTo(view: View, scale: number, point: Point, picture: Size, frame: Size): View {
  const next = Math.min(Math.max(scale, 1), largestScale)
  const moved = (offset: number, at: number) => at - ((at - offset) * next) / view.scale
  return within({ scale: next, x: moved(view.x, point.x), y: moved(view.y, point.y) }, picture, frame)
}

/** Limits a view to the edge of the picture; a side that fits into the frame is centred. */
export function within({ scale, x, y }: View, picture: Size, frame: Size): View {
  const limited = (offset: number, side: number, room: number) => {
    const most = Math.max(0, (side * scale - room) / 2)
    return most === 0 ? 0 : Math.min(Math.max(offset, -most), most)
  }
  return { scale, x: limited(x, picture.width, frame.width), y: limited(y, picture.height, frame.height) }
}

/** The step after a swipe of `distance` in `ms`: one, or none if it was short and slow. Right to left, the next picture is on the left. */
export function stepOfSwipe(distance: number, ms: number, width: number, isRtl: boolean): -1 | 0 | 1 {
  const isFar = Math.abs(distance) > width / 4
  const isFast = Math.abs(distance) > 24 && Math.abs(distance) / Math.max(ms, 1) > 0.4
  if (!isFar && !isFast) return 0
  return distance < 0 === isRtl ? -1 : 1
}
