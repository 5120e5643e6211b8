import { describe, expect, test } from 'vitest'
import { formMemory } from './form-memory.ts'

/** A requester who stays. */
const stays = (person: number) => ({ person, signal: new AbortController().signal })

/** A form whose reading ends when the test says so. */
function form() {
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  let isRead = false
  const read = () => {
    isRead = true
    return done
  }
  return { read, finish, isRead: () => isRead }
}

async function settle() {
  for (let count = 0; count < 20; count += 1) await Promise.resolve()
}

describe('the memory of forms', () => {
  const newMemory = () => formMemory({ total: 100, perPerson: 60 })

  test('a form of one person that never ends does not stop a large one of another person', async () => {
    const withMemory = newMemory()
    const [slow, other] = [form(), form()]
    void withMemory(stays(1), 50, slow.read)
    void withMemory(stays(2), 50, other.read)
    await settle()
    expect([slow.isRead(), other.isRead()]).toEqual([true, true])
  })

  test('one person gets 429 beyond the own share', async () => {
    const withMemory = newMemory()
    void withMemory(stays(1), 50, form().read)
    await expect(withMemory(stays(1), 20, form().read)).rejects.toMatchObject({ status: 429 })
    // A small form fits.
    const small = form()
    void withMemory(stays(1), 10, small.read)
    await settle()
    expect(small.isRead()).toBe(true)
  })

  test('where all of it is taken a form waits unread, and is read in its turn', async () => {
    const withMemory = newMemory()
    const [first, second, third, fourth] = [form(), form(), form(), form()]
    const work = withMemory(stays(1), 60, first.read)
    void withMemory(stays(2), 60, second.read)
    void withMemory(stays(3), 30, third.read)
    await settle()
    // The third form would fit, but not before the second.
    expect([first, second, third].map(({ isRead }) => isRead())).toEqual([true, false, false])
    first.finish()
    await work
    void withMemory(stays(4), 10, fourth.read)
    await settle()
    expect([second, third, fourth].map(({ isRead }) => isRead())).toEqual([true, true, true])
  })

  test('a form that has waited too long gets 503, and the next ones move up', async () => {
    const withMemory = newMemory()
    const [first, second, third] = [form(), form(), form()]
    const patience = new AbortController()
    void withMemory(stays(1), 60, first.read)
    const waiting = withMemory({ person: 2, signal: patience.signal }, 60, second.read)
    void withMemory(stays(3), 30, third.read)
    patience.abort()
    await expect(waiting).rejects.toMatchObject({ status: 503 })
    await settle()
    expect([second.isRead(), third.isRead()]).toEqual([false, true])
  })

  test('a form that fails gives its memory back; one of unknown length counts as the largest', async () => {
    const withMemory = newMemory()
    const person = stays(1)
    await expect(withMemory(person, Number.POSITIVE_INFINITY, () => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    )
    const again = form()
    void withMemory(person, Number.POSITIVE_INFINITY, again.read)
    await settle()
    expect(again.isRead()).toBe(true)
    await expect(withMemory(person, 1, form().read)).rejects.toMatchObject({ status: 429 })
  })
})
