import { beforeEach, expect, test } from 'vitest'
import { languages } from '../../contract/languages/languages.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Notice } from '../../contract/notices.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { newTestBrowser } from '../../testing/push-service.ts'
import { sayIn } from '../http/language.ts'
import { notices } from './notices.queries.ts'

let portal: Portal
let term: { id: number; name: string }
let administrator: MadeUser
let department: { id: number }
let member: MadeUser
beforeEach(async () => {
  portal = await startPortal({ environment: { PUSH_SERVICES: 'push.test.example' } })
  administrator = await portal.make.admin()
  department = await portal.make.department()
  member = await portal.make.staff({ department_id: department.id })
  term = await portal.make.term('Autumn', '2026-09-01', '2027-01-31')
  await lastDay('2027-01-20')
  return () => portal.stop()
})

const lastDay = (day: string) => portal.sql`update terms set posting_until = ${day} where id = ${term.id}`
/** Two servers look on the same day, at the same moment. */
const lookOn = (day: string) =>
  Promise.all([notices(portal.sql).warnOfEndingPosting(day), notices(portal.sql).warnOfEndingPosting(day)])
const announced = async ({ id }: { id: number } = member) =>
  (
    await portal.sql<{ day: string; days: number }[]>`
      select details ->> 'ends_on' as day, (details ->> 'days')::int as days from notices
      where user_id = ${id} and kind = 'posting ends' order by id`
  ).map(({ day, days }) => `${day}, ${days}`)
const extend = (whom: { user_id: number } | { department_id: number }, last_day: string) =>
  portal.sql`
    insert into term_extensions ${portal.sql.insert({ term_id: term.id, kind: 'posting', last_day, created_by: administrator.id, ...whom })}`

test('the last day for posting is announced 7 days and 1 day before, once each, however many servers look', async () => {
  for (const [day, expected] of [
    ['2027-01-12', []],
    ['2027-01-13', ['2027-01-20, 7']],
    ['2027-01-16', ['2027-01-20, 7']],
    ['2027-01-19', ['2027-01-20, 7', '2027-01-20, 1']],
    ['2027-01-20', ['2027-01-20, 7', '2027-01-20, 1']],
    ['2027-01-21', ['2027-01-20, 7', '2027-01-20, 1']],
  ] as const) {
    await lookOn(day)
    expect(await announced(), day).toEqual(expected)
  }
})

test('a server that was off announces it when it is on again, and nothing after the day', async () => {
  await lookOn('2027-01-17')
  expect(await announced()).toEqual(['2027-01-20, 7'])
  const late = await portal.make.staff()
  await lookOn('2027-01-21')
  expect(await announced(late)).toEqual([])
})

test('it is announced to members: not to administrators, to nobody who was removed, and not in a closed term', async () => {
  const removed = await portal.make.staff()
  await portal.sql`update users set removed_at = now() where id = ${removed.id}`
  await lookOn('2027-01-19')
  expect(await Promise.all([member, administrator, removed].map((who) => announced(who)))).toEqual([['2027-01-20, 1'], [], []])

  await portal.sql`delete from notices`
  const admin = await portal.as(administrator)
  const closing = await admin('PUT', `/terms/close/${term.id}`, {})
  expect(closing.statusCode, closing.body).toBe(200)
  await portal.sql`delete from notices`
  await lookOn('2027-01-19')
  expect(await announced()).toEqual([])
})

test('who may post longer reads it about their own day: a person, and the members of a department', async () => {
  const other = await portal.make.staff()
  const colleague = await portal.make.staff({ department_id: department.id })
  await extend({ department_id: department.id }, '2027-01-25')
  await extend({ user_id: colleague.id }, '2027-01-30')
  for (const day of ['2027-01-19', '2027-01-24', '2027-01-29']) await lookOn(day)
  expect(await announced(other)).toEqual(['2027-01-20, 1'])
  expect(await announced()).toEqual(['2027-01-25, 7', '2027-01-25, 1'])
  expect(await announced(colleague)).toEqual(['2027-01-30, 7', '2027-01-30, 1'])
})

test('a day that was moved is announced anew; of the former one only what was read stays', async () => {
  const reader = await portal.make.staff()
  await lookOn('2027-01-13')
  await portal.sql`update notices set read_at = now() where user_id = ${reader.id}`
  await lastDay('2027-01-28')
  await lookOn('2027-01-14')
  expect([await announced(), await announced(reader)]).toEqual([[], ['2027-01-20, 7']])
  await lookOn('2027-01-21')
  expect([await announced(), await announced(reader)]).toEqual([['2027-01-28, 7'], ['2027-01-20, 7', '2027-01-28, 7']])
})

test('members of a term with a last day for posting do not read the end of the term as that day, too', async () => {
  await portal.sql`update terms set start_date = current_date - 100, end_date = current_date + 3 where id = ${term.id}`
  await notices(portal.sql).warnOfEndingTerms()
  const about = await portal.sql<{ user_id: number }[]>`select user_id from notices where kind = 'term ends'`
  expect(about.map(({ user_id }) => user_id)).toEqual([administrator.id])
})

test('it goes to the devices of who wants to hear of days that end', async () => {
  const other = await portal.make.staff()
  for (const person of [member, other]) {
    const endpoint = `https://push.test.example/send/${crypto.randomUUID()}`
    await (await portal.as(person))('PUT', '/auth/push/device', { endpoint, keys: newTestBrowser().keys })
  }
  await (await portal.as(other))('PUT', '/auth/push', { days: false })
  await lookOn('2027-01-13')
  const waiting = await portal.sql<{ user_id: number }[]>`
    select n.user_id from pushes p join notices n on n.id = p.notice_id where n.kind = 'posting ends'`
  expect(waiting.map(({ user_id }) => user_id)).toEqual([member.id])
})

test('it says in each language which term, and until when', async () => {
  await lookOn('2027-01-13')
  const { notices: list }: { notices: Notice[] } = (await (await portal.as(member))('GET', '/notices')).json()
  const [notice] = list
  if (!notice) throw new Error('There is no notice.')
  const sentences = languages.map((language) => noticeSentence(sayIn(language), language, notice))
  expect(sentences[0]).toBe('Posting for Autumn ends on 20 January 2027. After that day nothing more can be posted there.')
  for (const sentence of sentences) expect(sentence).toMatch(/Autumn.*(20|٢٠).*(2027|٢٠٢٧)/)
})
