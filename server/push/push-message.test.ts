import { expect, test } from 'vitest'
import { languages } from '../../contract/languages/languages.ts'
import { longestReasonText, push } from '../../contract/limits.ts'
import { newTestBrowser } from '../../testing/push-service.ts'
import { sayIn } from '../http/language.ts'
import { encryptFor } from './encryption.ts'
import type { PushedNotice } from './push.queries.ts'
import { pushMessage } from './push-message.ts'

const member = {
  id: 7,
  role_id: 2,
  headsMayScore: false,
  department: null,
  faculty: null,
  delegations: [],
  rights: [],
  dashboard: null,
}
const readerIn = (language: (typeof languages)[number], details: boolean) => ({
  viewer: member,
  say: sayIn(language),
  language,
  details,
})

/** Letters of one to four bytes, a letter of two code units, and one that JSON writes as six characters. */
const letters = { en: 'W', ckb: 'ڵ', ar: 'ظ', signs: '€', pictures: '\u{1f393}', escaped: '\u0007' }

for (const language of languages)
  test.each(Object.entries(letters))(
    `the longest names and reasons fit into what every push service takes: ${language}, letters as %s`,
    (_, letter) => {
      const long = letter.repeat(longestReasonText)
      const notices: PushedNotice[] = Array.from({ length: push.sentences + 7 }, (_, index) => ({
        id: index + 1,
        kind: 'returned',
        posting_id: 2_147_483_647,
        term_id: 2_147_483_647,
        term_name: long,
        term_names: { ckb: long, ar: long },
        details: { activity_name: long, activity_names: { ckb: long, ar: long }, reason: long },
      }))
      for (const count of [1, notices.length]) {
        const message = pushMessage(notices.slice(0, count), { ...readerIn(language, true), portalTitle: long })
        const text = JSON.stringify(message)
        expect(Buffer.byteLength(text)).toBeLessThan(3993)
        const keys = newTestBrowser().keys
        const device = { p256dh: Buffer.from(keys.p256dh, 'base64url'), auth: Buffer.from(keys.auth, 'base64url') }
        expect(encryptFor(device, text).length).toBeLessThanOrEqual(4096)
      }
    },
  )

test.each(languages)('without details no word of a notice leaves the portal: %s', (language) => {
  const notice: PushedNotice = {
    id: 1,
    kind: 'posting ends',
    posting_id: null,
    term_id: 5,
    term_name: 'Autumn',
    term_names: {},
    details: { ends_on: '2027-01-20', days: 7 },
  }
  const message = pushMessage([notice], { ...readerIn(language, false), portalTitle: 'Portal' })
  expect(JSON.stringify(message)).not.toMatch(/Autumn|2027|20/)
  expect(message.path).toBe('/staff-dashboard?tab=your-activity&term=5')
})
