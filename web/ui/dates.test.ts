import { afterEach, describe, expect, test, vi } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { dayOf, formatMoment } from './dates.ts'
import { setPortalZone } from './time-zone.ts'

const say = speaker('en', en)
afterEach(() => {
  vi.unstubAllEnvs()
  setPortalZone(undefined)
})

describe.each(['Asia/Baghdad', 'America/Los_Angeles'])('of a reader in %s', (reader) => {
  test.each([
    ['2026-11-12T20:30:00Z', '2026-11-12'],
    ['2026-11-12T21:30:00Z', '2026-11-13'],
  ])('the day of %s is that of a portal in Baghdad: %s', (moment, day) => {
    vi.stubEnv('TZ', reader)
    setPortalZone('Asia/Baghdad')
    expect(dayOf(new Date(moment))).toBe(day)
  })
})

test.each([
  ['Asia/Baghdad', '13 Nov 2026, 00:30'],
  ['America/Los_Angeles', '13 Nov 2026, 00:30 UTC+3'],
])('a reader in %s sees a time of the portal as %s', (reader, words) => {
  vi.stubEnv('TZ', reader)
  setPortalZone('Asia/Baghdad')
  expect(formatMoment(say, '2026-11-12T21:30:00Z')).toBe(words)
})

test('without a zone of the portal, as from a server of the release before, days are those of the reader', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  setPortalZone(undefined)
  expect(formatMoment(say, '2026-11-12T21:30:00Z')).toBe('12 Nov 2026, 13:30')
})
