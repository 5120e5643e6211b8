import { TooManyRequests, Unavailable } from '../http/errors.ts'

interface Job {
  person: number
  start: () => void
}

export interface FairQueueOptions {
  /** How many run at the same time; of each person only one. */
  concurrency: number
  /** How many of one person may run and wait together; more are refused with 429. */
  maxPerPerson: number
  /** How many may wait in all; more are refused with 503. */
  maxWaiting: number
}

/** Who a piece of work is for, and a signal that fires when the client is gone. */
export interface Requester {
  person: number
  signal: AbortSignal
}

/**
 * A queue in which people take turns, so that many requests of one person hold up that person alone. Work whose client is gone is
 * dropped before it starts.
 */
export function fairQueue({ concurrency, maxPerPerson, maxWaiting }: FairQueueOptions) {
  const waiting: Job[] = []
  const counts = new Map<number, number>()
  const running = new Set<number>()
  /** Who was served longest ago is next. */
  const lastServed = new Map<number, number>()
  let served = 0

  function count(person: number, change: 1 | -1) {
    const next = (counts.get(person) ?? 0) + change
    if (next > 0) counts.set(person, next)
    else {
      counts.delete(person)
      lastServed.delete(person)
    }
  }

  function startNext() {
    while (running.size < concurrency) {
      const [next] = waiting
        .filter(({ person }) => !running.has(person))
        .toSorted((one, other) => (lastServed.get(one.person) ?? 0) - (lastServed.get(other.person) ?? 0))
      if (!next) return
      waiting.splice(waiting.indexOf(next), 1)
      running.add(next.person)
      served += 1
      lastServed.set(next.person, served)
      next.start()
    }
  }

  /** Waits for a turn; rejects where the client went away first. */
  function turn({ person, signal }: Requester): Promise<void> {
    return new Promise((resolve, reject) => {
      const job = { person, start: resolve }
      const leave = () => {
        const index = waiting.indexOf(job)
        if (index === -1) return
        waiting.splice(index, 1)
        reject(new Unavailable())
      }
      if (signal.aborted) return reject(new Unavailable())
      signal.addEventListener('abort', leave, { once: true })
      waiting.push(job)
      startNext()
    })
  }

  return async function run<T>(requester: Requester, work: () => Promise<T>): Promise<T> {
    const { person } = requester
    if ((counts.get(person) ?? 0) >= maxPerPerson) throw new TooManyRequests()
    if (waiting.length >= maxWaiting) throw new Unavailable()
    count(person, 1)
    try {
      await turn(requester)
      try {
        return await work()
      } finally {
        running.delete(person)
      }
    } finally {
      count(person, -1)
      startNext()
    }
  }
}
