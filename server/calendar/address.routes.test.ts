import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let term: { id: number }
let department: { id: number }
let member: MadeUser
let asMember: Caller
let asHead: Caller
const logged: string[] = []
beforeAll(async () => {
  portal = await startPortal({ environment: { LOG_LEVEL: 'trace' }, log: logged })
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  term = await portal.make.term('Autumn, 2026', '2026-09-01', '2027-01-31', { names: { ckb: 'پاییزی 2026' } })
  await portal.sql`update terms set posting_until = '2026-12-31', review_until = '2027-01-10', scores_until = '2027-01-12',
    release_on = '2027-01-15', questions_until = '2027-01-20', closing_on = '2027-01-31'`
})
afterAll(() => portal.stop())
beforeEach(async () => {
  department = await portal.make.department()
  member = await portal.make.staff({ department_id: department.id })
  ;[asMember, asHead] = [await portal.as(member), await portal.as(await portal.make.head(department.id))]
})

const make = async (who: Caller): Promise<string> => (await who('POST', '/calendar/address')).json().path
const read = (url: string) => portal.app.inject({ url })
const daysIn = async (path: string) =>
  [...(await read(path)).body.matchAll(/UID:term-\d+-(\w+)@.*?DTSTART;VALUE=DATE:(\d+)/gs)].map(([, day, date]) => [day, date])

test('the calendar has the days that concern its owner, and a later one that is open for them', async () => {
  const path = await make(asMember)
  const reply = await read(path)
  expect(reply.headers).toMatchObject({ 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-cache' })
  expect(reply.body).toContain('SUMMARY:Last day for posting – Autumn\\, 2026\r\n')
  const own = [
    ['posting_until', '20261231'],
    ['release_on', '20270115'],
    ['questions_until', '20270120'],
    ['closing_on', '20270131'],
  ]
  expect(await daysIn(path)).toEqual(own)
  expect(await daysIn(await make(asHead))).toEqual([own[0], ['review_until', '20270110'], ...own.slice(1)])
  expect(await daysIn(await make(admin))).toHaveLength(6)
  await admin('POST', `/terms/extensions/${term.id}`, { part: 'posting', department_id: department.id, last_day: '2027-01-03' })
  expect((await daysIn(path))[0]).toEqual(['posting_until', '20270103'])
})

test('the calendar is in the language of its owner, and without a closed term', async () => {
  const path = await make(asMember)
  await asMember('PUT', '/auth/language', { language: 'ckb' })
  expect((await read(path)).body).toContain('SUMMARY:دوا ڕۆژی تۆمارکردن – پاییزی')
  const closed = await portal.make.term('Closed', '2030-01-01', '2030-12-31')
  await portal.sql`update terms set posting_until = '2030-06-01' where id = ${closed.id}`
  expect(await daysIn(path)).toHaveLength(5)
  await admin('PUT', `/terms/close/${closed.id}`)
  expect(await daysIn(path)).toHaveLength(4)
})

test('an address is renewed and revoked: the former one is not found, as one of a removed user and one that never was', async () => {
  expect((await asMember('GET', '/calendar/address')).json()).toEqual({ created_at: null })
  const first = await make(asMember)
  expect((await asMember('GET', '/calendar/address')).json()).toEqual({ created_at: expect.stringMatching(/Z$/) })
  const second = await make(asMember)
  expect((await read(first)).statusCode).toBe(404)
  expect((await read(second)).statusCode).toBe(200)
  await portal.sql`update users set removed_at = now() where id = ${member.id}`
  expect((await read(second)).statusCode).toBe(404)
  await portal.sql`update users set removed_at = null where id = ${member.id}`
  const again = await portal.as(member)
  expect((await again('DELETE', '/calendar/address')).statusCode).toBe(200)
  expect((await read(second)).json()).toEqual((await read('/calendar/unknown.ics')).json())
  const { records } = (await admin('GET', `/audit?subject=session&person=${member.id}`)).json()
  expect(records.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('calendar'))).toEqual([
    'calendar address revoked',
    'calendar address made',
    'calendar address made',
  ])
})

test('the token is neither stored nor logged nor recorded', async () => {
  const path = await make(asMember)
  const [, token = ''] = /calendar\/(.+)\.ics/.exec(path) ?? []
  expect(token.length).toBeGreaterThan(40)
  await read(path)
  await read(path.replace('.ics', 'x.ics'))
  expect(logged.join('')).toContain('/calendar/:token.ics')
  expect(logged.join('')).not.toContain(token)
  const [stored] = await portal.sql`
    select (select count(*)::int from audit a where a::text like ${`%${token}%`}) as audit,
      (select count(*)::int from idempotency_keys k where k::text like ${`%${token}%`}) as keys,
      (select count(*)::int from calendar_addresses c where c::text like ${`%${token}%`}) as addresses`
  expect(stored).toEqual({ audit: 0, keys: 0, addresses: 0 })
})
