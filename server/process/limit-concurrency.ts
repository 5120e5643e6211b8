import { Unavailable } from '../errors/errors.ts'

/** Limits concurrency: further requests wait in a queue, and beyond its length they are refused at once. */
export function limitConcurrency(max: number, maxQueued = Number.POSITIVE_INFINITY) {
  let free = max
  const waiting: (() => void)[] = []

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else if (waiting.length >= maxQueued) throw new Unavailable()
    else await new Promise<void>((next) => waiting.push(next))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The freed slot is passed to the request that waits longest.
      if (next) next()
      else free += 1
    }
  }
}
