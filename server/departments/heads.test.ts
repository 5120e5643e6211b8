import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let administrator: MadeUser
let admin: Caller
let physics: { id: number; name: string }
let chemistry: { id: number; name: string }
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  administrator = await portal.make.admin()
  admin = await portal.as(administrator)
})
afterAll(() => portal.stop())
beforeEach(async () => {
  physics = await portal.make.department()
  chemistry = await portal.make.department()
})

const physicist = () => portal.make.staff({ department_id: physics.id })
const setHeads = (heads: number[], more: object = {}, by = admin) =>
  by('PUT', `/departments/heads/${physics.id}`, { heads, ...more })
const headIds = async () =>
  (
    await portal.sql<{ user_id: number }[]>`select user_id from department_heads where department_id = ${physics.id} order by 1`
  ).map(({ user_id }) => user_id)
const trail = () => portal.sql`
  select kind, person_id, actor_id, subject_name from audit
  where subject = 'department' and subject_id = ${physics.id} and kind like 'head%' order by id`

describe('the heads of a department', () => {
  test('are set by an administrator, shown to administrators only, and audited', async () => {
    const [first, second] = [await physicist(), await physicist()]
    const reply = await setHeads([second.id, first.id])
    expect(reply.statusCode).toBe(200)
    const named = ({ id, name }: MadeUser) => ({ id, name, other_name: null })
    expect(reply.json().department).toMatchObject({ id: physics.id, heads: [named(first), named(second)] })
    expect((await setHeads([second.id])).json().department.heads).toEqual([named(second)])
    const record = { actor_id: administrator.id, subject_name: physics.name }
    expect(await trail()).toEqual([
      { kind: 'head added', person_id: first.id, ...record },
      { kind: 'head added', person_id: second.id, ...record },
      { kind: 'head ended', person_id: first.id, ...record },
    ])
    const listedFor = async (call: Caller) =>
      (await call('GET', '/departments')).json().departments.find(({ id }: { id: number }) => id === physics.id)
    expect((await listedFor(admin)).heads).toEqual([named(second)])
    expect(await listedFor(await portal.as(second))).not.toHaveProperty('heads')
  })

  test('learn with who they are what they may do', async () => {
    const call = await portal.as(await portal.make.head(physics.id))
    expect((await call('GET', '/auth/me')).json().rights).toMatchObject({
      department: { id: physics.id, name: physics.name, names: {} },
      faculty: null,
      see_members: true,
      review: true,
      score: false,
      lend: true,
      delegations: [],
    })
  })

  test('are staff members of it: anybody else is refused, and nothing is saved', async () => {
    const head = await portal.make.head(physics.id)
    const removed = await physicist()
    await portal.sql`update users set removed_at = now() where id = ${removed.id}`
    const others = [
      await portal.make.staff({ department_id: chemistry.id }),
      await portal.make.admin({ department_id: physics.id }),
      removed,
      { id: 2_000_000 },
    ]
    for (const { id } of others) {
      const reply = await setHeads([id])
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toMatchObject([{ field: 'heads', code: 'heads.notOfDepartment' }])
    }
    expect(await headIds()).toEqual([head.id])
    expect((await setHeads([0])).statusCode).toBe(400)
    expect((await admin('PUT', '/departments/heads/2000000', { heads: [] })).statusCode).toBe(404)
  })

  test('that another administrator changed meanwhile are not overwritten', async () => {
    const [first, second] = [await physicist(), await physicist()]
    const [one, other] = await Promise.all([
      setHeads([first.id], { previous: [] }),
      setHeads([second.id], { previous: [] }, await portal.as(await portal.make.admin())),
    ])
    expect([one.statusCode, other.statusCode].toSorted()).toEqual([200, 409])
    expect(await headIds()).toHaveLength(1)
    expect((await setHeads([], { previous: await headIds() })).statusCode).toBe(200)
    expect(await headIds()).toEqual([])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    ['moves to another department', (id) => portal.sql`update users set department_id = ${chemistry.id} where id = ${id}`],
    ['becomes an administrator', (id) => admin('PUT', `/users/toggle-role/${id}`)],
    ['is removed', (id) => admin('DELETE', `/users/${id}`)],
    ['is in a department that is removed', () => admin('DELETE', `/departments/${physics.id}`)],
  ])('end when the head %s', async (_, happens) => {
    const head = await portal.make.head(physics.id)
    const other = await portal.make.head(chemistry.id)
    await happens(head.id)
    expect(await headIds()).toEqual([])
    expect(await trail()).toMatchObject([
      { kind: 'head added', person_id: head.id },
      { kind: 'head ended', person_id: head.id },
    ])
    expect(await portal.sql`select from department_heads where user_id = ${other.id}`).toHaveLength(1)
  })

  test('keep it when anything else about them changes', async () => {
    const head = await portal.make.head(physics.id)
    await portal.sql`update users set name = 'Another Name', title = 'l' where id = ${head.id}`
    expect(await headIds()).toEqual([head.id])
  })

  test('do not come back when a removal is undone', async () => {
    const head = await portal.make.head(physics.id)
    await admin('DELETE', `/users/${head.id}`)
    await admin('PUT', `/users/restore/${head.id}`)
    expect(await headIds()).toEqual([])
  })

  test.each<[string, (id: number) => string]>([
    ['the member is moved', (id) => `update users set department_id = null where id = ${id}`],
    ['the department is removed', () => `update departments set removed_at = now() where id = ${physics.id}`],
  ])('are not added while %s', async (_, statement) => {
    const member = await physicist()
    let reply: Awaited<ReturnType<Caller>> | undefined
    await portal.sql.begin(async (tx) => {
      await tx.unsafe(statement(member.id))
      const sent = setHeads([member.id])
      sent.then((finished) => {
        reply = finished
      })
      await expect
        .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .toHaveLength(1)
    })
    await expect.poll(() => reply?.statusCode).toBeGreaterThanOrEqual(400)
    expect(await headIds()).toEqual([])
  })
})

describe('a head', () => {
  test('has no right any more on any server, once another one took it away', async () => {
    const head = await portal.make.head(physics.id)
    const headers = await portal.startSession(head)
    const other = await portal.another()
    const status = async () => (await other.inject({ url: '/review', headers })).statusCode
    expect(await status()).toBe(200)
    await setHeads([])
    expect(await status()).toBe(403)
    await other.close()
  })

  test('sees no more of users, departments, terms, imports and the audit trail than any member', async () => {
    const call = await portal.as(await portal.make.head(physics.id))
    const urls = ['/users', '/audit', '/audit.csv', '/imports/users/template', '/delegations/all']
    for (const url of urls) expect((await call('GET', url)).statusCode).toBe(403)
    expect((await setHeads([], {}, call)).statusCode).toBe(403)
  })

  test('who is refused a member of another department is in the audit trail', async () => {
    const head = await portal.make.head(physics.id)
    const call = await portal.as(head)
    const chemist = await portal.make.staff({ department_id: chemistry.id })
    expect((await call('GET', `/statements?user_id=${chemist.id}`)).statusCode).toBe(404)
    await expect
      .poll(() => portal.sql`select after ->> 'call' as call from audit where actor_id = ${head.id} and kind = 'refused'`)
      .toEqual([{ call: 'GET /statements' }])
  })
})
