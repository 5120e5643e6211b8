/** The part of a picture that stays: its edges, as shares of the picture's width and height from the upper left corner. */
export type Crop = { left: number; top: number; right: number; bottom: number }
export type Edge = keyof Crop
/** The number of quarter turns with the clock. */
export type Turns = 0 | 1 | 2 | 3
type Size = { width: number; height: number }

export const wholePicture: Crop = { left: 0, top: 0, right: 1, bottom: 1 }
export const edges = ['left', 'top', 'right', 'bottom'] as const satisfies readonly Edge[]

/** The least share that stays: the handles of two edges must not lie on each other. */
const least = 0.2

/** The range of an edge, which ends at the one opposite. */
export function rangeOf({ left, top, right, bottom }: Crop, edge: Edge): [from: number, to: number] {
  if (edge === 'left') return [0, right - least]
  if (edge === 'top') return [0, bottom - least]
  return [(edge === 'right' ? left : top) + least, 1]
}

export function withEdge(crop: Crop, edge: Edge, place: number): Crop {
  const [from, to] = rangeOf(crop, edge)
  return { ...crop, [edge]: between(place, from, to) }
}

/** Moves edges by a share of the picture. All four of them move as they are, up to the end of the picture. */
export function moved(crop: Crop, which: readonly Edge[], byX: number, byY: number): Crop {
  const isWhole = which.length === edges.length
  const x = isWhole ? between(byX, -crop.left, 1 - crop.right) : byX
  const y = isWhole ? between(byY, -crop.top, 1 - crop.bottom) : byY
  if (isWhole) return { left: crop.left + x, top: crop.top + y, right: crop.right + x, bottom: crop.bottom + y }
  return which.reduce((now, edge) => withEdge(now, edge, crop[edge] + (isAcross(edge) ? x : y)), crop)
}

/** Whether an edge moves to the left and to the right. */
export function isAcross(edge: Edge): boolean {
  return edge === 'left' || edge === 'right'
}

/** The same part of the picture after a quarter turn. */
export function turned({ left, top, right, bottom }: Crop, to: 'left' | 'right'): Crop {
  return to === 'right'
    ? { left: 1 - bottom, top: left, right: 1 - top, bottom: right }
    : { left: top, top: 1 - right, right: bottom, bottom: 1 - left }
}

export function turnedSize({ width, height }: Size, turns: Turns): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width }
}

/** The part in pixels of a picture of that size. */
export function pixelsOf({ left, top, right, bottom }: Crop, { width, height }: Size) {
  const x = Math.round(left * width)
  const y = Math.round(top * height)
  return { x, y, width: Math.max(1, Math.round(right * width) - x), height: Math.max(1, Math.round(bottom * height) - y) }
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
