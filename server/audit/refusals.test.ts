import { afterAll, beforeAll, expect, test } from 'vitest'
import { callName } from '../../contract/audit-names.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { languages } from '../../contract/languages/languages.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { sayIn } from '../http/language.ts'
import { refusalCounter } from './refusals.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const refused = (personId: number, call: string) => ({ personId, call, action: 'What it does', address: '192.0.2.1' })

test('many refused calls of one member are one record per route and minute, with a count', async () => {
  let time = 1_000_000
  const recorded: [person: number, call: string, count: number][] = []
  const counter = refusalCounter(
    async ({ personId, call }, count) => void recorded.push([personId, call, count]),
    () => time,
  )
  for (let n = 0; n < 10_000; n += 1) await counter.add(refused(7, 'GET /users'))
  await counter.add(refused(7, 'GET /audit'))
  await counter.add(refused(8, 'GET /users'))
  await counter.sweep()
  const first = [
    [7, 'GET /users', 1],
    [7, 'GET /audit', 1],
    [8, 'GET /users', 1],
  ]
  expect(recorded).toEqual(first)
  time += 60_000
  await counter.sweep()
  await counter.sweep()
  expect(recorded).toEqual([...first, [7, 'GET /users', 9999]])
  await counter.add(refused(7, 'GET /users'))
  expect(recorded).toHaveLength(4)
  await counter.sweep(true)
  expect(recorded.at(-1)).toEqual([7, 'GET /users', 1])
})

test('a refusal after a pause is recorded immediately again', async () => {
  let time = 1_000_000
  let records = 0
  const counter = refusalCounter(
    async () => {
      records += 1
    },
    () => time,
  )
  await counter.add(refused(7, 'GET /users'))
  time += 60_000
  await counter.sweep()
  await counter.add(refused(7, 'GET /users'))
  expect(records).toBe(2)
})

test('a refused call is in the trail immediately, with its route, what that does, and a count', async () => {
  const member = await portal.make.staff()
  const call = await portal.as(member)
  for (let n = 0; n < 5; n += 1) expect((await call('GET', '/users')).statusCode).toBe(403)
  const records = () => portal.sql`select kind, after from audit where actor_id = ${member.id} and kind = 'refused'`
  await expect
    .poll(records)
    .toEqual([{ kind: 'refused', after: { call: 'GET /users', action: 'All users, with their scores of a term', count: 1 } }])
})

test.each(languages)('every call has a name in the language of the reader: %s', async (language) => {
  const say = sayIn(language)
  const admin = await portal.as(await portal.make.admin())
  const { paths } = (await admin('GET', '/openapi.json')).json<{ paths: Record<string, object> }>()
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(calls.length).toBeGreaterThan(100)
  const areaOf = (call: string) => callName(say, call).values?.['area'] as { key: string }
  // The only call without an area is refused to no member.
  expect(calls.filter((call) => areaOf(call).key === '')).toEqual(['GET /health'])
  expect(say(callName(say, 'GET /users/removed'))).toContain(say(messages.panels.users))
})
