import { describe, expect, test, vi } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { mayChange, maySend, stateOf } from './outbox-entry.ts'

vi.stubGlobal('window', new EventTarget())
vi.stubGlobal('localStorage', { getItem: () => null })
const { ApiError, NoResponse, ReplyLost } = await import('../http/api.ts')
const { fateAfter, mayHaveArrived } = await import('./fate.ts')

const dayMs = 24 * 60 * 60 * 1000
const days = 14
const storedAt = Date.UTC(2026, 10, 1)
const route = 'POST /posted-activities' as const
const entry = { key: 'k', userId: 7, route, fields: [], fileCount: 0, form: undefined, storedAt }
const refusal = { reason: messages.terms.closed, errors: [] }
const daysLater = (number: number) => storedAt + number * dayMs

describe('an entry', () => {
  test('waits until it leaves; what has left cannot be changed, and is sent again', () => {
    expect(stateOf(entry, daysLater(13), days)).toBe('waiting')
    const left = { ...entry, leftAt: daysLater(1) }
    expect(stateOf(left, daysLater(13), days)).toBe('sending')
    expect([entry, left].map((one) => maySend(one, daysLater(13), days))).toEqual([true, true])
    expect([entry, left].map((one) => mayChange(stateOf(one, daysLater(13), days)))).toEqual([true, false])
  })

  test('is not sent by itself after the days for which the server has its key, and can be opened then', () => {
    const left = { ...entry, leftAt: daysLater(13.9) }
    expect([entry, left].map((one) => stateOf(one, daysLater(14), days))).toEqual(['too-old', 'lost-track'])
    expect([entry, left].map((one) => maySend(one, daysLater(14), days))).toEqual([false, false])
    expect(mayChange('too-old') && mayChange('lost-track')).toBe(true)
  })

  test('is of no age as long as the server has not said for how many days it is sent', () => {
    expect(stateOf(entry, daysLater(400), undefined)).toBe('waiting')
  })

  test('that was refused is not sent again, and can be opened', () => {
    const refused = { ...entry, leftAt: daysLater(1), refusal }
    expect(stateOf(refused, daysLater(1), days)).toBe('refused')
    expect(maySend(refused, daysLater(1), days)).toBe(false)
    expect(mayChange('refused')).toBe(true)
  })

  test('that is being taken back into its form is not sent, unless the page was closed in that moment', () => {
    const taken = { ...entry, takenAt: daysLater(1) }
    expect(maySend(taken, daysLater(1) + 1000, days)).toBe(false)
    expect(maySend(taken, daysLater(1) + 60_000, days)).toBe(true)
  })
})

describe('after an attempt without success', () => {
  const refusedWith = (status: number, code: string = messages.terms.closed.key) => new ApiError(status, { message: 'No.', code })

  test.each([
    ['no network', new NoResponse('offline'), false],
    ['a lost reply', new ReplyLost('timeout'), true],
    ['a proxy without a server', refusedWith(502), true],
    ['a server that failed', refusedWith(500), true],
    ['a server that is too busy', refusedWith(429), false],
    ['a session that has ended', refusedWith(401), false],
    ['the session of another person', refusedWith(412), false],
  ])('it is sent again later: %s', (_, error, hasPerhapsArrived) => {
    expect(fateAfter(error)).toBe('later')
    expect(mayHaveArrived(error)).toBe(hasPerhapsArrived)
  })

  test.each([400, 403, 404, 409, 413])('a %i is a refusal, with the reason and the fields', (status) => {
    const errors = [{ field: 'starting_date', message: 'Twice.', code: messages.postedActivities.twice.key }]
    const error = new ApiError(status, { message: 'Closed.', code: messages.terms.closed.key, errors })
    expect(fateAfter(error)).toEqual({
      reason: { key: messages.terms.closed.key, words: 'Closed.' },
      errors: [{ field: 'starting_date', message: { key: messages.postedActivities.twice.key, words: 'Twice.' } }],
    })
  })

  test('the refusal says who was first, where the server does', () => {
    const error = new ApiError(409, { message: 'Closed.', code: messages.terms.closed.key, explanation: 'Closed by Rana Wahid.' })
    expect(fateAfter(error)).toMatchObject({ reason: { key: '', words: 'Closed by Rana Wahid.' } })
  })

  test('a key that the server knows with another content was done the first time', () => {
    expect(fateAfter(refusedWith(422, messages.general.idempotencyKeyReused.key))).toBe('done')
  })
})
