import { describe, expect, test } from 'vitest'
import { TooManyRequests, Unavailable } from '../errors/errors.ts'
import { fairQueue } from './fair-queue.ts'

const requester = (person: number, signal = new AbortController().signal) => ({ person, signal })

/** Jobs that the test ends; records the order in which they started. */
function scripted(run: ReturnType<typeof fairQueue>) {
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const add = (name: string, person: number, signal?: AbortSignal) =>
    run(requester(person, signal), () => {
      started.push(name)
      return new Promise<string>((resolve) => finish.set(name, () => resolve(name)))
    })
  const settle = () => new Promise(setImmediate)
  const end = async (name: string) => {
    finish.get(name)?.()
    await settle()
  }
  return { started, add, end, settle }
}

describe('a fair queue', () => {
  test('serves people in turn, however many requests one of them has', async () => {
    const { started, add, end, settle } = scripted(fairQueue({ concurrency: 1, maxPerPerson: 10, maxWaiting: 20 }))
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, 1)
    for (const name of ['b1', 'b2']) void add(name, 2)
    void add('c1', 3)
    await settle()
    for (let next = 0; next < 7; next += 1) await end(started[next] ?? '')
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  })

  test('runs one at a time for each person, several at a time for all', async () => {
    const { started, add, end, settle } = scripted(fairQueue({ concurrency: 2, maxPerPerson: 10, maxWaiting: 20 }))
    for (const name of ['a1', 'a2', 'a3']) void add(name, 1)
    await settle()
    expect(started).toEqual(['a1'])
    void add('b1', 2)
    await settle()
    expect(started).toEqual(['a1', 'b1'])
    await end('b1')
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    expect(started).toEqual(['a1', 'b1', 'a2'])
  })

  test('refuses a person with too many requests at once, and no other person', async () => {
    const { add, end } = scripted(fairQueue({ concurrency: 1, maxPerPerson: 2, maxWaiting: 3 }))
    const first = add('a1', 1)
    void add('a2', 1)
    await expect(add('a3', 1)).rejects.toBeInstanceOf(TooManyRequests)
    void add('b1', 2)
    void add('c1', 3)
    await expect(add('d1', 4)).rejects.toBeInstanceOf(Unavailable)
    await end('a1')
    expect(await first).toBe('a1')
    void add('a3', 1)
  })

  test('drops a request whose client is gone before it starts', async () => {
    const { started, add, end } = scripted(fairQueue({ concurrency: 1, maxPerPerson: 2, maxWaiting: 3 }))
    void add('a1', 1)
    const leaving = new AbortController()
    const gone = add('b1', 2, leaving.signal)
    leaving.abort()
    await expect(gone).rejects.toBeInstanceOf(Unavailable)
    void add('c1', 3)
    await end('a1')
    expect(started).toEqual(['a1', 'c1'])
    await expect(add('d1', 4, leaving.signal)).rejects.toBeInstanceOf(Unavailable)
  })
})

describe('a budget of working time', () => {
  const queue = () => {
    let now = 0
    const run = fairQueue(
      { concurrency: 1, maxPerPerson: 10, maxWaiting: 20, budget: { budget: 60, within: 600, light: 5 } },
      () => now,
    )
    return { ...scripted(run), pass: (ms: number) => (now += ms) }
  }

  test('who has used none begins beside the long work of another person', async () => {
    const { started, add, settle } = queue()
    void add('slow', 1)
    void add('slow again', 1)
    void add('plain', 2)
    await settle()
    expect(started).toEqual(['slow', 'plain'])
  })

  test('those who have used some take turns in one place, and the other one is for those who have not', async () => {
    const { started, add, end, settle, pass } = queue()
    for (const [name, person] of [
      ['a1', 1],
      ['b1', 2],
    ] as const) {
      void add(name, person)
      await settle()
      pass(5)
      await end(name)
    }
    for (const [name, person] of [
      ['a2', 1],
      ['b2', 2],
      ['c1', 3],
      ['d1', 4],
    ] as const)
      void add(name, person)
    await settle()
    expect(started.slice(2)).toEqual(['a2', 'c1'])
    await end('c1')
    expect(started.slice(2)).toEqual(['a2', 'c1', 'd1'])
    await end('a2')
    expect(started.slice(2)).toEqual(['a2', 'c1', 'd1', 'b2'])
  })

  test('who has used all of it is refused until the period has passed, and no other person is', async () => {
    const { started, add, end, settle, pass } = queue()
    void add('a1', 1)
    await settle()
    pass(60)
    await end('a1')
    pass(100)
    const refusal = add('a2', 1)
    await expect(refusal).rejects.toBeInstanceOf(TooManyRequests)
    // The time is in seconds, rounded up: the period began when the first work ended.
    await expect(refusal).rejects.toMatchObject({ retryAfterSeconds: 1 })
    void add('b1', 2)
    await settle()
    await end('b1')
    pass(500)
    void add('a3', 1)
    await settle()
    expect(started).toEqual(['a1', 'b1', 'a3'])
  })
})
