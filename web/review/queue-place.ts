/** Where somebody is in a queue that shrinks under their hands: by the entry itself, or, once that is gone, by its number. */
export type Place = { id: number; index: number }

type Entry = { id: number }

/** -1 where there is nothing left. */
export function indexIn(queue: readonly Entry[], place: Place | undefined): number {
  const index = queue.findIndex(({ id }) => id === place?.id)
  return index === -1 ? Math.min(place?.index ?? 0, queue.length - 1) : index
}

/** Where to be when those are gone: still at the same entry, else at the next one that stays, else at the last. */
export function placeWithout(queue: readonly Entry[], gone: ReadonlySet<number>, place: Place | undefined): Place | undefined {
  const index = indexIn(queue, place)
  const staying = queue.filter(({ id }) => !gone.has(id))
  const entry = queue.slice(index).find(({ id }) => !gone.has(id)) ?? staying.at(-1)
  return entry && { id: entry.id, index: staying.indexOf(entry) }
}
