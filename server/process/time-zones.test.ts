import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../database/connect.ts'
import { multipart } from '../../testing/multipart.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { notices } from '../notices/notices.queries.ts'

const zone = process.env['TZ']
let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(async () => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  await portal.stop()
})

describe.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC'])('with the clock of %s', (name) => {
  test('dates have no time zone: they are returned as typed, also at the bounds of a term', async () => {
    process.env['TZ'] = name
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(name)
    const year = { 'Pacific/Kiritimati': 2040, 'America/Los_Angeles': 2041, UTC: 2042 }[name]
    const admin = await portal.as(await portal.make.admin())
    const { term } = (
      await admin('POST', '/terms', { name: `Year ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` })
    ).json()
    expect(term).toMatchObject({ start_date: `${year}-01-01`, end_date: `${year}-12-31` })
    await admin('PUT', `/terms/make-current/${term.id}`)

    const activity = await portal.make.activity()
    const session = await portal.startSession(await portal.make.staff())
    for (const starting_date of [`${year}-01-01`, `${year}-12-31`]) {
      const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date })
      const reply = await portal.app.inject({
        method: 'POST',
        url: '/posted-activities',
        payload,
        headers: { ...headers, ...session },
      })
      expect(reply.json().postedActivity).toMatchObject({ starting_date, term_id: term.id })
    }
  })
})

test.each([
  ['Asia/Baghdad', '2026-11-12T20:30Z', '2026-11-12', '2026-11-12T21:00Z'],
  ['Asia/Baghdad', '2026-11-12T21:30Z', '2026-11-13', '2026-11-13T21:00Z'],
  ['UTC', '2026-11-12T21:30Z', '2026-11-12', '2026-11-13T00:00Z'],
  // The clocks went back on this day, which had 25 hours, and go forward on the other, which has 23.
  ['Europe/Berlin', '2026-10-24T22:30Z', '2026-10-25', '2026-10-25T23:00Z'],
  ['Europe/Berlin', '2026-10-25T22:30Z', '2026-10-25', '2026-10-25T23:00Z'],
  ['Europe/Berlin', '2027-03-28T21:30Z', '2027-03-28', '2027-03-28T22:00Z'],
])('a connection in %s has %s on %s, which ends at %s', async (timeZone, moment, day, end) => {
  const database = connect(portal.url, { max: 1, timeZone })
  const [row] = await database`
    select ${moment}::timestamptz::date as day, (${day}::date + 1)::timestamptz = ${end}::timestamptz as "endsThen"`
  expect(row).toEqual({ day, endsThen: true })
  await database.end()
})

describe('the time zone of the settings', () => {
  // Their days always differ: the clocks are 25 hours apart.
  const [early, late] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
  const todayIn = async (zone: string) => {
    const [{ day }] = await portal.sql<[{ day: string }]>`select (now() at time zone ${zone})::date as day`
    return day
  }

  test.each([
    [early, 409],
    [late, 201],
  ])('decides whether the last day for questions is over: in %s the reply is %i', async (TIME_ZONE, status) => {
    const there = await startPortal({ environment: { TIME_ZONE } })
    try {
      const term = await there.make.term('Year', '2020-01-01', '2199-12-31')
      await there.sql`update terms set questions_until = ${await todayIn(late)} where id = ${term.id}`
      const { payload, headers } = multipart({ subject: 'missing', text: 'A talk', term_id: String(term.id) })
      const session = await there.startSession(await there.make.staff())
      const request = { method: 'POST', url: '/questions', payload, headers: { ...headers, ...session } } as const
      expect((await there.app.inject(request)).statusCode).toBe(status)
    } finally {
      await there.stop()
    }
  })

  test.each([
    [early, 1],
    [late, 0],
  ])('decides whether a term ends in 14 days: in %s a member has %i notices', async (timeZone, count) => {
    const there = await startPortal()
    const database = connect(there.url, { max: 1, timeZone })
    try {
      const [{ end }] = await there.sql<[{ end: string }]>`select ${await todayIn(early)}::date + 14 as end`
      await there.make.term('Year', '2020-01-01', end)
      const { id } = await there.make.staff()
      await notices(database).warnOfEndingTerms()
      expect(await there.sql`select from notices where user_id = ${id} and kind = 'term ends'`).toHaveLength(count)
    } finally {
      await database.end()
      await there.stop()
    }
  })

  test('is that of the times on documents, of the audit trail, and of the pages', async () => {
    const there = await startPortal({ environment: { TIME_ZONE: 'Asia/Baghdad' } })
    try {
      const admin = await there.as(await there.make.admin())
      expect((await admin('GET', '/branding')).json().time_zone).toBe('Asia/Baghdad')
      await there.sql`insert into audit (at, subject, kind) values ('2020-01-01T21:30Z', 'department', 'added')`
      expect((await admin('GET', '/audit.csv?from=2020-01-02&to=2020-01-02')).body).toContain('2020-01-02 00:30:00')
      const member = await there.make.staff()
      const term = await there.make.term('Year', '2020-01-01', '2199-12-31')
      const pdf = await admin('GET', `/statements/pdf?user_id=${member.id}&term_id=${term.id}`)
      const { text } = readPdf(pdf.rawPayload)
      expect(text).toMatch(/, \d\d:\d\d UTC\+3/)
    } finally {
      await there.stop()
    }
  })
})
