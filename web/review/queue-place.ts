/** The reviewer's position in a queue that shrinks: the entry itself or, once it is gone, its index. */
export type Place = { id: number; index: number }

type Entry = { id: number }

/** The index of the place in the queue, or -1 if the queue is empty. */
export function indexIn(queue: readonly Entry[], place: Place | undefined): number {
  const index = queue.findIndex(({ id }) => id === place?.id)
  return index === -1 ? Math.min(place?.index ?? 0, queue.length - 1) : index
}

/** The position after entries were removed: the same entry, else the next remaining one, else the last. */
export function placeWithout(queue: readonly Entry[], gone: ReadonlySet<number>, place: Place | undefined): Place | undefined {
  const index = indexIn(queue, place)
  const staying = queue.filter(({ id }) => !gone.has(id))
  const entry = queue.slice(index).find(({ id }) => !gone.has(id)) ?? staying.at(-1)
  return entry && { id: entry.id, index: staying.indexOf(entry) }
}
