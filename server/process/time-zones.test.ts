import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { multipart } from '../../testing/multipart.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'

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
