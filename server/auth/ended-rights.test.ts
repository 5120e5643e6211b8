import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MadeUser, testPassword } from '../../testing/factories.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { tracedDatabase } from '../../testing/traced-database.ts'
import { buildApp } from '../app.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'

let portal: Portal
let app: Portal['app']
let departmentId: number
const queries: string[] = []
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  await portal.make.admin()
  departmentId = (await portal.make.department()).id
  const traced = tracedDatabase(portal.sql)
  traced.queries.push = (...texts) => queries.push(...texts)
  app = await buildApp(traced.database, readSettings({ LOG_LEVEL: 'silent', HEADS_MAY_SCORE: 'yes' }), createLogger('silent'))
})
afterAll(async () => {
  await app.close()
  await portal.stop()
})

interface Call {
  method: 'POST' | 'PUT' | 'DELETE'
  url: string
  body: string
  type?: string
}

const json = (value: object) => JSON.stringify(value)
async function posting(): Promise<Pick<Call, 'body' | 'type'>> {
  const activity = await portal.make.activity()
  const form = new FormData()
  form.set('activity_id', String(activity.id))
  form.set('starting_date', '2026-10-10')
  const request = new Request('http://portal', { method: 'POST', body: form })
  return { body: await request.text(), type: request.headers.get('content-type') ?? '' }
}
const newUser = () => ({
  name: 'A New Administrator',
  email: `${crypto.randomUUID()}@test.example`,
  username: crypto.randomUUID(),
  password: 'a good long sentence',
  department_id: departmentId,
  role_id: 1,
  gender: 'Other',
})

const asAdmin: Record<string, (user: MadeUser) => Promise<Call>> = {
  'PUT /users/toggle-role/{self}': async ({ id }) => ({ method: 'PUT', url: `/users/toggle-role/${id}`, body: '{ }' }),
  'POST /users with role 1': async () => ({ method: 'POST', url: '/users', body: json(newUser()) }),
  'POST /departments': async () => ({ method: 'POST', url: '/departments', body: json({ name: crypto.randomUUID() }) }),
  'PUT /auth/password': async () => ({
    method: 'PUT',
    url: '/auth/password',
    body: json({ current_password: testPassword, new_password: 'another good long sentence' }),
  }),
}
const asStaff: Record<string, (user: MadeUser) => Promise<Call>> = {
  'POST /posted-activities': async () => ({ method: 'POST', url: '/posted-activities', ...(await posting()) }),
}
const endings: Record<string, (user: MadeUser) => Promise<unknown>> = {
  'another role': ({ id }) => portal.sql`update users set role_id = 3 - role_id where id = ${id}`,
  removal: ({ id }) => portal.sql`update users set removed_at = now() where id = ${id}`,
  logout: ({ id }) => portal.sql`delete from sessions where user_id = ${id}`,
}
const cases = [
  ...Object.keys(asAdmin).map((call) => ['admin', call] as const),
  ...Object.keys(asStaff).map((call) => ['staff', call] as const),
]
const all = cases.flatMap(([role, call]) => Object.keys(endings).map((ending) => [call, ending, role] as const))

const tables = async () => portal.sql`
  select (select json_agg(u order by id) from users u) as users, (select json_agg(p order by id) from posted_activities p) as postings,
    (select count(*) from departments) as departments, (select count(*) from delegations) as delegations,
    (select count(*) from term_scores where tp is not null) as scores`

/** Sends the call, and ends the rights of its sender between its first byte and the rest. */
async function sendAcross(call: Call, user: MadeUser, end: () => PromiseLike<unknown>) {
  const headers = await portal.signIn(user)
  queries.length = 0
  let before: unknown
  const body = Readable.from(
    (async function* () {
      yield Buffer.from(call.body.slice(0, 1))
      // The headers have arrived, and the session was found.
      await expect.poll(() => queries.some((query) => query.includes('from sessions s join users'))).toBe(true)
      await end()
      before = await tables()
      yield Buffer.from(call.body.slice(1))
    })(),
  )
  const reply = await app.inject({
    method: call.method,
    url: call.url,
    headers: {
      ...headers,
      'content-type': call.type ?? 'application/json',
      'content-length': String(Buffer.byteLength(call.body)),
    },
    payload: body,
  })
  return { reply, before }
}

test.each(all)('%s that began before %s changes nothing when its body arrives', async (name, ending, role) => {
  const user = role === 'admin' ? await portal.make.admin() : await portal.make.staff()
  const call = await (asAdmin[name] ?? asStaff[name])?.(user)
  const end = endings[ending]
  if (!call || !end) throw new Error('no such case')
  const { reply, before } = await sendAcross(call, user, () => end(user))
  // The password of a removed user is not found, and so counts as wrong.
  const isWrongPassword = name === 'PUT /auth/password' && ending === 'removal'
  expect(reply.json().message).toBe(
    isWrongPassword ? 'The current password is incorrect.' : 'Unauthorized access. Please login again.',
  )
  expect(await tables()).toEqual(before)
})

/** Calls of a head or a delegate about a posting of a member. */
const asReviewer: Record<string, (member: MadeUser, postingId: number) => Call> = {
  'PUT /review': (_, id) => ({
    method: 'PUT',
    url: '/review',
    body: json({ state: 'verified', postings: [{ id, version: 1 }] }),
  }),
  'PUT /users/edit-tp': ({ id }) => ({ method: 'PUT', url: `/users/edit-tp/${id}`, body: json({ tp: 5 }) }),
  'POST /delegations': ({ id }) => ({
    method: 'POST',
    url: '/delegations',
    body: json({ delegate_id: id, last_day: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10) }),
  }),
}
const headEndings: Record<string, (head: MadeUser) => PromiseLike<unknown>> = {
  'the end as head': ({ id }) => portal.sql`delete from department_heads where user_id = ${id}`,
  'a move to another department': ({ id }) => portal.sql`update users set department_id = null where id = ${id}`,
}
/** The same for a dean of the department's faculty. */
const deanEndings: Record<string, (dean: MadeUser) => PromiseLike<unknown>> = {
  'the end as dean': ({ id }) => portal.sql`delete from faculty_deans where user_id = ${id}`,
  'a move to another faculty': ({ id }) => portal.sql`update users set department_id = null where id = ${id}`,
}
const deanCases = Object.keys(asReviewer).flatMap((call) => Object.keys(deanEndings).map((ending) => [call, ending] as const))

test.each(deanCases)('%s of a dean that began before %s changes nothing when its body arrives', async (name, ending) => {
  const faculty = await portal.make.faculty()
  await portal.sql`update departments set faculty_id = ${faculty.id} where id = ${departmentId}`
  const dean = await portal.make.dean(departmentId)
  const member = await portal.make.staff({ department_id: departmentId })
  const postingId = await portal.make.posting(member.id, await portal.make.activity(), '2026-10-10')
  const call = asReviewer[name]?.(member, postingId)
  const end = deanEndings[ending]
  if (!call || !end) throw new Error('no such case')
  const { reply, before } = await sendAcross(call, dean, () => end(dean))
  expect(reply.statusCode).toBe(403)
  expect(await tables()).toEqual(before)
  const undisturbed = await sendAcross(call, await portal.make.dean(departmentId), async () => {})
  expect(undisturbed.reply.statusCode).toBeLessThan(300)
})

const headCases = Object.keys(asReviewer).flatMap((call) => Object.keys(headEndings).map((ending) => [call, ending] as const))

test.each(headCases)('%s of a head that began before %s changes nothing when its body arrives', async (name, ending) => {
  const head = await portal.make.head(departmentId)
  const member = await portal.make.staff({ department_id: departmentId })
  const postingId = await portal.make.posting(member.id, await portal.make.activity(), '2026-10-10')
  const call = asReviewer[name]?.(member, postingId)
  const end = headEndings[ending]
  if (!call || !end) throw new Error('no such case')
  const { reply, before } = await sendAcross(call, head, () => end(head))
  expect(reply.statusCode).toBe(403)
  expect(await tables()).toEqual(before)
  // The ended right was the only reason: another head may do it.
  const other = await portal.make.head(departmentId)
  const undisturbed = await sendAcross(call, other, async () => {})
  expect(undisturbed.reply.statusCode).toBeLessThan(300)
})

const delegationEndings: Record<string, (id: number, lender: MadeUser) => PromiseLike<unknown>> = {
  'it ended': (id) => portal.sql`update delegations set ended_at = now() where id = ${id}`,
  'its day was over': (id) => portal.sql`update delegations set ends_at = now() - interval '1 second' where id = ${id}`,
  'the lender was no head any more': (_, { id }) => portal.sql`delete from department_heads where user_id = ${id}`,
}

test.each(Object.entries(delegationEndings))(
  'PUT /review of a delegate that began before %s changes nothing when its body arrives',
  async (_, end) => {
    const lender = await portal.make.head(departmentId)
    const delegate = await portal.make.staff()
    const delegationId = await portal.make.delegation(lender, delegate)
    const member = await portal.make.staff({ department_id: departmentId })
    const postingId = await portal.make.posting(member.id, await portal.make.activity(), '2026-10-10')
    const call = asReviewer['PUT /review']?.(member, postingId)
    if (!call) throw new Error('no such case')
    const { reply, before } = await sendAcross(call, delegate, () => end(delegationId, lender))
    expect(reply.statusCode).toBe(403)
    expect(await tables()).toEqual(before)
  },
)
