import { TooManyRequests, Unavailable } from '../errors/errors.ts'
import type { Requester } from '../process/fair-queue.ts'

interface Waiting {
  bytes: number
  start: () => void
}

/**
 * Memory for forms that are received, by their Content-Length. A slow sender occupies the memory of that form, and no place in a queue that
 * others wait in. One person has a share of it, and gets 429 beyond; where all of it is taken, a form waits unread.
 */
export function formMemory({ total, perPerson }: { total: number; perPerson: number }) {
  let free = total
  const taken = new Map<number, number>()
  const waiting: Waiting[] = []

  function startNext() {
    // Forms start in order, so that a large one is not passed by small ones for ever.
    for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
      waiting.shift()
      free -= next.bytes
      next.start()
    }
  }

  function add(person: number, bytes: number) {
    const ofPerson = (taken.get(person) ?? 0) + bytes
    if (ofPerson > 0) taken.set(person, ofPerson)
    else taken.delete(person)
  }

  function room(bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Unavailable())
      const one = { bytes, start: resolve }
      signal.addEventListener(
        'abort',
        () => {
          const index = waiting.indexOf(one)
          if (index === -1) return
          waiting.splice(index, 1)
          reject(new Unavailable())
          startNext()
        },
        { once: true },
      )
      waiting.push(one)
      startNext()
    })
  }

  return async function withMemory<T>({ person, signal }: Requester, length: number, read: () => Promise<T>): Promise<T> {
    // A length that is not announced is that of the largest form.
    const bytes = Math.min(length, perPerson)
    if ((taken.get(person) ?? 0) + bytes > perPerson) throw new TooManyRequests()
    add(person, bytes)
    try {
      await room(bytes, signal)
      try {
        return await read()
      } finally {
        free += bytes
      }
    } finally {
      add(person, -bytes)
      startNext()
    }
  }
}
