import { describe, expect, test } from 'vitest'
import { TooManyRequests, Unavailable } from '../http/errors.ts'
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
