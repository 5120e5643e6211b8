/** At most so many at a time; the others wait in line. */
export function slots(most: number) {
  let free = most
  const waiting: (() => void)[] = []

  return async function inSlot<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await new Promise<void>((next) => waiting.push(next))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place goes straight to who waits longest.
      if (next) next()
      else free += 1
    }
  }
}
