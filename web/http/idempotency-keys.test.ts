import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'

type Change = readonly [method: string, address: string, body?: unknown]
let keyOf: (...change: Change) => string
let succeed: (...change: Change) => void
let session: typeof import('../session/session.ts')

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => null, clear: () => {} })
  const { idempotencyKeyOf } = await import('./idempotency-keys.ts')
  session = await import('../session/session.ts')
  keyOf = (method, address, body) => idempotencyKeyOf(method, address, body).key
  succeed = (method, address, body) => idempotencyKeyOf(method, address, body).succeeded()
})

test('the same change has the same key until it succeeds', () => {
  const physics = keyOf('POST', '/departments', { name: 'Physics' })
  expect(physics).toMatch(/^[0-9a-f]{32}$/)
  expect(keyOf('POST', '/departments', { name: 'Physics' })).toBe(physics)
  succeed('POST', '/departments', { name: 'Physics' })
  expect(keyOf('POST', '/departments', { name: 'Physics' })).not.toBe(physics)
})

test('another content, address or method has another key', () => {
  const changes: Change[] = [
    ['PUT', '/departments/1', { name: 'Physics' }],
    ['PUT', '/departments/1', { name: 'Law' }],
    ['PUT', '/departments/2', { name: 'Physics' }],
    ['DELETE', '/departments/1'],
  ]
  expect(new Set(changes.map((change) => keyOf(...change))).size).toBe(changes.length)
})

test('a form is the same with the same fields and the same file', () => {
  const form = (date: string, file: File) => {
    const data = new FormData()
    data.set('starting_date', date)
    data.set('image', file)
    return data
  }
  const photo = new File(['a photo'], 'day.jpg', { lastModified: 1 })
  const key = keyOf('POST', '/posted-activities', form('2026-10-01', photo))
  expect(keyOf('POST', '/posted-activities', form('2026-10-01', photo))).toBe(key)
  expect(keyOf('POST', '/posted-activities', form('2026-10-02', photo))).not.toBe(key)
  const other = new File(['another'], 'day.jpg', { lastModified: 2 })
  expect(keyOf('POST', '/posted-activities', form('2026-10-01', other))).not.toBe(key)
})

test('after its row was deleted, or a score was changed back, the same change is a new one', () => {
  const posting = keyOf('POST', '/posted-activities', 'a posting')
  succeed('DELETE', '/posted-activities/5?user_id=7')
  expect(keyOf('POST', '/posted-activities', 'a posting')).not.toBe(posting)

  const score = keyOf('PUT', '/users/edit-tp/7?term_id=1', { tp: 5, previous: 4 })
  succeed('PUT', '/users/edit-tp/7?term_id=1', { tp: 4, previous: 5 })
  expect(keyOf('PUT', '/users/edit-tp/7?term_id=1', { tp: 5, previous: 4 })).not.toBe(score)
})

test('a success elsewhere does not change the key of another score', () => {
  const score = keyOf('PUT', '/users/edit-tp/7', { tp: 5, previous: 4 })
  succeed('PUT', '/users/edit-tp/70', { tp: 5, previous: 4 })
  expect(keyOf('PUT', '/users/edit-tp/7', { tp: 5, previous: 4 })).toBe(score)
})

test('minutes later the same change is a new one', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const score = keyOf('PUT', '/users/edit-tp/7', { tp: 5 })
  vi.advanceTimersByTime(9 * 60_000)
  expect(keyOf('PUT', '/users/edit-tp/7', { tp: 5 })).toBe(score)
  vi.advanceTimersByTime(60_000)
  expect(keyOf('PUT', '/users/edit-tp/7', { tp: 5 })).not.toBe(score)
})

test('another session has other keys', () => {
  const key = keyOf('POST', '/departments', { name: 'Physics' })
  session.clearSession()
  expect(keyOf('POST', '/departments', { name: 'Physics' })).not.toBe(key)
})
