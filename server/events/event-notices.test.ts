import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn, isoMomentIn } from '../../contract/dates.ts'
import type { PortalEvent } from '../../contract/events.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Notice } from '../../contract/notices.ts'
import { addEvent } from '../../testing/events.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { sayIn } from '../http/language.ts'
import { noticeMail } from '../notices/notice-mail.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'

const say = sayIn('en')
const zone = 'Asia/Baghdad'
const minute = 60_000

let portal: Portal
let activity: MadeActivity
let department: { id: number }
let asHead: Caller
let member: MadeUser
let asMember: Caller
beforeAll(async () => {
  portal = await startPortal({ environment: { TIME_ZONE: zone } })
  await portal.make.termOfToday()
  activity = await portal.make.activity({ score: 4 })
  department = await portal.make.department()
  asHead = await portal.as(await portal.make.head(department.id))
  member = await portal.make.staff({ department_id: department.id })
  asMember = await portal.as(member)
})
afterAll(() => portal.stop())

const at = (minutes: number) => new Date(Math.floor((Date.now() + minutes * minute) / minute) * minute).toISOString()
const input = (more: object = {}) => ({
  activity_id: activity.id,
  name: 'Seminar',
  place: 'Hall 2',
  audience: 'department',
  department_id: department.id,
  sessions: [{ begins_at: at(600), ends_at: at(660) }],
  ...more,
})
const add = async (more: object = {}): Promise<PortalEvent> => {
  const event = await addEvent(asHead, input(more))
  expect((await asMember('PUT', `/events/coming/${event.id}`, { is_coming: true })).statusCode).toBe(200)
  return event
}
const edit = async ({ id }: PortalEvent, more: object) => {
  const reply = await asHead('PUT', `/events/${id}`, input(more))
  expect(reply.statusCode, reply.body).toBe(200)
}
const newest = async (who = asMember): Promise<Notice> => (await who('GET', '/notices')).json().notices[0]

test('a changed event is told with the day and clock of its next session, in the time zone of the portal', async () => {
  const event = await add()
  // At 01:30 it is still the day before in UTC.
  for (const clock of ['22:30', '01:30']) {
    const begins = Date.parse(`${dayIn(zone, at(3 * 24 * 60))}T${clock}:00+03:00`)
    const sessions = [{ begins_at: new Date(begins).toISOString(), ends_at: new Date(begins + 60 * minute).toISOString() }]
    await edit(event, { sessions, place: `Hall at ${clock}` })
    const { kind, details } = await newest()
    expect([kind, details['clock'], details['day'], details['place']]).toEqual([
      'event changed',
      clock,
      dayIn(zone, new Date(begins)),
      `Hall at ${clock}`,
    ])
  }
  // Of two sessions of which one has begun, the other one is what somebody has to know.
  const [past, next] = [
    { begins_at: at(-300), ends_at: at(-240) },
    { begins_at: at(300), ends_at: at(360) },
  ]
  await edit(event, { sessions: [past, next] })
  expect((await newest()).details['clock']).toBe(isoMomentIn(zone, next.begins_at).slice(11, 16))
})

test('who is not invited any more is told, and does not come', async () => {
  const event = await add({ audience: 'chosen', invited: [member.id] })
  const other = await portal.make.staff({ department_id: department.id })
  await edit(event, { audience: 'chosen', invited: [other.id], sessions: event.sessions, place: 'Hall 9' })
  const notice = await newest()
  expect(notice.kind).toBe('event withdrawn')
  expect(noticeSentence(say, 'en', notice)).toMatch(/^Seminar on \d+ \w+ \d{4} is not for you any more\.$/)
  expect(await portal.sql`select from event_answers where event_id = ${event.id}`).toEqual([])
})

test('taking somebody off the list and putting them back are told, by e-mail with a link to the event', async () => {
  const server = await startMailServer()
  const settings = readSettings({
    SMTP_URL: server.url,
    PUBLIC_URL: 'https://portal.test.example',
    TIME_ZONE: zone,
  })
  const mail = noticeMail(portal.sql, settings, createLogger('silent'), 0)
  try {
    await portal.sql`update notices set mailed_at = now() where mailed_at is null`
    const event = await add({ sessions: [{ begins_at: at(-10), ends_at: at(50) }] })
    const [session] = event.sessions
    const tick = () => asHead('PUT', `/events/tick/${event.id}`, { session_id: session?.id, user_ids: [member.id] })
    expect((await tick()).statusCode).toBe(200)
    await asHead('PUT', `/events/remove/${event.id}`, { user_id: member.id, reason: 'Left early' })
    expect(noticeSentence(say, 'en', await newest())).toBe('You were taken off the list of Seminar: Left early')
    expect((await tick()).statusCode).toBe(200)
    expect(noticeSentence(say, 'en', await newest())).toBe('You are on the list of Seminar again.')
    await mail?.sendDue()
    const [sent] = server.received.filter(({ to }) => to.includes(member.email ?? ''))
    expect(sent?.text).toContain('You were taken off the list of Seminar: Left early')
    expect(sent?.text).toContain(`https://portal.test.example/staff-dashboard?tab=events&event=${event.id}`)
  } finally {
    mail?.stop()
    await server.stop()
  }
})

test('the notice of the posting that an event made names the event', async () => {
  const event = await add({
    name: 'Open lecture',
    names: { ckb: 'وانەی کراوە' },
    sessions: [{ begins_at: at(-10), ends_at: at(50) }],
  })
  await asHead('PUT', `/events/tick/${event.id}`, { session_id: event.sessions[0]?.id, user_ids: [member.id] })
  await asHead('PUT', `/events/done/${event.id}`)
  expect(noticeSentence(say, 'en', await newest())).toBe(`Your activity ${activity.name} was verified: you were at Open lecture.`)
  expect(noticeSentence(sayIn('ckb'), 'ckb', await newest())).toContain('وانەی کراوە')
})
