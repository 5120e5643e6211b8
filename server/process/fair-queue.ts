import { TooManyRequests, Unavailable } from '../errors/errors.ts'

interface Job {
  person: number
  start: () => void
}

export interface FairQueueOptions {
  /** The number of jobs that run at the same time; only one of each person. */
  concurrency: number
  /** The number of jobs of one person that may run and wait together; more are refused with 429. */
  maxPerPerson: number
  /** The number of jobs that may wait in all; more are refused with 503. */
  maxWaiting: number
  /** The milliseconds of work of one person within a time; more are refused with 429. */
  budget?: Budget
}

interface Budget {
  budget: number
  within: number
  /**
   * A person who has used less may also use one further place, which the others leave free, and so does not wait for the long work of
   * another one.
   */
  light: number
}

/** The person for whom work is done, and a signal that fires when the client is gone or has waited long enough. */
export interface Requester {
  person: number
  signal: AbortSignal
}

/** The time that each person has used, in milliseconds, since the beginning of their current period. */
function usage({ budget, within, light }: Budget, now: () => number) {
  const periods = new Map<number, { ends: number; used: number }>()

  function periodOf(person: number) {
    const period = periods.get(person)
    if (period && period.ends > now()) return period
    periods.delete(person)
    return undefined
  }

  return {
    isLight: (person: number) => (periodOf(person)?.used ?? 0) < light,
    /** The seconds until the person may go on; 0 for now. */
    secondsLeft(person: number): number {
      const period = periodOf(person)
      return period && period.used >= budget ? Math.ceil((period.ends - now()) / 1000) : 0
    },
    add(person: number, used: number) {
      for (const [other, { ends }] of periods) if (ends <= now()) periods.delete(other)
      const period = periodOf(person) ?? { ends: now() + within, used: 0 }
      periods.set(person, { ...period, used: period.used + used })
    },
  }
}

/**
 * A queue in which people take turns, so that many requests of one person delay that person alone. Work whose client is gone is dropped
 * before it starts. A request that has waited long enough is refused with 503.
 */
export function fairQueue(
  { concurrency, maxPerPerson, maxWaiting, budget }: FairQueueOptions,
  now: () => number = () => performance.now(),
) {
  const waiting: Job[] = []
  const counts = new Map<number, number>()
  const running = new Set<number>()
  /** The person who was served longest ago is next. */
  const lastServed = new Map<number, number>()
  let served = 0
  const used = budget && usage(budget, now)

  function count(person: number, change: 1 | -1) {
    const next = (counts.get(person) ?? 0) + change
    if (next > 0) counts.set(person, next)
    else {
      counts.delete(person)
      lastServed.delete(person)
    }
  }

  function mayStart({ person }: Job) {
    if (running.has(person)) return false
    if (!used) return running.size < concurrency
    if (running.size > concurrency) return false
    return used.isLight(person) || [...running].filter((other) => !used.isLight(other)).length < concurrency
  }

  function startNext() {
    for (;;) {
      const [next] = waiting
        .filter(mayStart)
        .toSorted((one, other) => (lastServed.get(one.person) ?? 0) - (lastServed.get(other.person) ?? 0))
      if (!next) return
      waiting.splice(waiting.indexOf(next), 1)
      running.add(next.person)
      served += 1
      lastServed.set(next.person, served)
      next.start()
    }
  }

  /** Waits for a turn; rejects if the signal fires first. */
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
    const secondsLeft = used?.secondsLeft(person) ?? 0
    if (secondsLeft > 0) throw new TooManyRequests(secondsLeft)
    if ((counts.get(person) ?? 0) >= maxPerPerson) throw new TooManyRequests()
    if (waiting.length >= maxWaiting) throw new Unavailable()
    count(person, 1)
    try {
      await turn(requester)
      const begun = now()
      try {
        return await work()
      } finally {
        used?.add(person, now() - begun)
        running.delete(person)
      }
    } finally {
      count(person, -1)
      startNext()
    }
  }
}
