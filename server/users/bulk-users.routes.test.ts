import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mostBulkUsers } from '../../contract/limits.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let self: MadeUser
let physics: number
let chemistry: number
beforeAll(async () => {
  portal = await startPortal()
  self = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(self)
  physics = (await portal.make.department('Physics')).id
  chemistry = (await portal.make.department('Chemistry')).id
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

const physicist = () => portal.make.staff({ department_id: physics })
const seen = ({ id }: { id: number }, version = 1) => ({ id, version })
const stateOf = async ({ id }: { id: number }) => {
  const [row] = await portal.sql<{ department_id: number | null; is_removed: boolean; version: number }[]>`
    select department_id, removed_at is not null as is_removed, version from users where id = ${id}`
  return row
}
const auditOf = async ({ id }: { id: number }) =>
  portal.sql<{ kind: string; actor_id: number }[]>`
    select kind, actor_id from audit where person_id = ${id} and subject = 'user' order by id`

describe('moving several members', () => {
  const move = (users: readonly ReturnType<typeof seen>[], department_id = chemistry) =>
    admin('PUT', '/users/bulk/move', { users: users.map((user) => ({ ...user, department_id })) })

  test('moves them in one request, each with an audit record of its own', async () => {
    const members = [await physicist(), await physicist()]
    const reply = await move(members.map((member) => seen(member)))
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toEqual({
      message: '2 members moved',
      done: members.map(({ id }) => ({ id, version: 2, former_department_id: physics })),
      skipped: [],
    })
    for (const member of members) {
      expect(await stateOf(member)).toMatchObject({ department_id: chemistry })
      expect((await auditOf(member)).at(-1)).toEqual({ kind: 'edited', actor_id: self.id })
    }
  })

  test('leaves out, and reports, who changed meanwhile, is an administrator, is gone or is there already', async () => {
    const [changed, gone, there, fine] = [await physicist(), await physicist(), await physicist(), await physicist()]
    const boss = await portal.make.admin({ department_id: physics })
    await admin('PUT', `/users/toggle-role/${changed.id}`)
    await admin('PUT', `/users/toggle-role/${changed.id}`)
    await admin('DELETE', `/users/${gone.id}`)
    await portal.sql`update users set department_id = ${chemistry} where id = ${there.id}`
    const reply = await move([seen(changed), seen(gone, 2), seen(there, 2), seen(boss), seen(self), seen(fine)])
    const { done, skipped, message } = reply.json()
    expect(message).toBe('1 member moved')
    expect(done).toEqual([{ id: fine.id, version: 2, former_department_id: physics }])
    expect(skipped).toEqual([
      { id: changed.id, name: changed.name, reason: 'changed' },
      { id: gone.id, name: gone.name, reason: 'gone' },
      { id: there.id, name: there.name, reason: 'same' },
      { id: boss.id, name: boss.name, reason: 'admin' },
      { id: self.id, name: self.name, reason: 'admin' },
    ])
    expect(await stateOf(changed)).toMatchObject({ department_id: physics, version: 3 })
    expect(await stateOf(boss)).toMatchObject({ department_id: physics })
  })

  test('Undo puts everybody back where they were, and not who was changed since', async () => {
    const [one, other] = [await physicist(), await physicist()]
    const { done } = (await move([seen(one), seen(other)])).json()
    await portal.sql`update users set name = 'Renamed' where id = ${other.id}`
    const back = done.map(({ id, version, former_department_id }: { [name: string]: number }) => ({
      id,
      version,
      department_id: former_department_id,
    }))
    const reply = (await admin('PUT', '/users/bulk/move', { users: back })).json()
    expect(reply.done).toEqual([{ id: one.id, version: 3, former_department_id: chemistry }])
    expect(reply.skipped).toEqual([{ id: other.id, name: 'Renamed', reason: 'changed' }])
    expect(await stateOf(one)).toMatchObject({ department_id: physics })
    expect(await stateOf(other)).toMatchObject({ department_id: chemistry })
  })

  test('nobody moves to a department that was removed', async () => {
    const { id } = await portal.make.department('Removed')
    await admin('DELETE', `/departments/${id}`)
    const member = await physicist()
    expect((await move([seen(member)], id)).json().skipped).toEqual([{ id: member.id, name: member.name, reason: 'department' }])
    expect(await stateOf(member)).toMatchObject({ department_id: physics })
  })

  test('a head who is moved heads the former department no longer', async () => {
    const head = await portal.make.head(physics)
    await move([seen(head)])
    expect(await portal.sql`select from department_heads where user_id = ${head.id}`).toHaveLength(0)
  })

  test('at most so many at a time, and at least one', async () => {
    const many = Array.from({ length: mostBulkUsers + 1 }, (_, index) => ({
      id: index + 1,
      version: 1,
      department_id: chemistry,
    }))
    const refused = await admin('PUT', '/users/bulk/move', { users: many })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors[0].message).toBe('Select up to 1,000 members at a time.')
    expect((await admin('PUT', '/users/bulk/move', { users: [] })).statusCode).toBe(400)
    expect((await admin('PUT', '/users/bulk/move', { users: many.slice(1) })).statusCode).toBe(200)
  })
})

describe('removing several members', () => {
  test('takes them out of the lists and ends their sessions; Undo brings all of them back', async () => {
    const [one, other] = [await physicist(), await physicist()]
    const session = await portal.as(one)
    const reply = await admin('PUT', '/users/bulk/remove', { users: [seen(one), seen(other)] })
    expect(reply.json().message).toBe('2 members deleted')
    expect((await session('GET', '/auth/me')).statusCode).toBe(401)
    const listed = (await admin('GET', '/users')).json().users.map(({ id }: MadeUser) => id)
    expect(listed).not.toContain(one.id)
    expect((await auditOf(one)).at(-1)).toEqual({ kind: 'removed', actor_id: self.id })

    const undone = await admin('PUT', '/users/bulk/restore', { users: reply.json().done })
    expect(undone.json()).toMatchObject({ message: '2 members restored', skipped: [] })
    expect(await stateOf(one)).toMatchObject({ is_removed: false, department_id: physics })
    expect((await auditOf(other)).at(-1)).toEqual({ kind: 'restored', actor_id: self.id })
  })

  test('an administrator, oneself and a changed member are not removed', async () => {
    const [boss, changed] = [await portal.make.admin(), await physicist()]
    await portal.sql`update users set name = 'Changed' where id = ${changed.id}`
    const reply = await admin('PUT', '/users/bulk/remove', { users: [seen(boss), seen(self), seen(changed)] })
    expect(reply.json().done).toEqual([])
    expect(reply.json().skipped.map(({ reason }: { reason: string }) => reason)).toEqual(['admin', 'admin', 'changed'])
    for (const user of [boss, self, changed]) expect(await stateOf(user)).toMatchObject({ is_removed: false })
  })

  test('a name that was taken meanwhile does not keep the others from coming back', async () => {
    const [taken, fine] = [await physicist(), await physicist()]
    const { done } = (await admin('PUT', '/users/bulk/remove', { users: [seen(taken), seen(fine)] })).json()
    await portal.make.staff({ username: taken.username.toUpperCase() })
    const reply = (await admin('PUT', '/users/bulk/restore', { users: done })).json()
    expect(reply.skipped).toEqual([{ id: taken.id, name: taken.name, reason: 'taken' }])
    expect(reply.done.map(({ id }: MadeUser) => id)).toEqual([fine.id])
  })

  test('nor does one that two of them have', async () => {
    const [first, fine] = [await physicist(), await physicist()]
    const removed = (await admin('PUT', '/users/bulk/remove', { users: [seen(first), seen(fine)] })).json().done
    const second = await portal.make.staff({ username: first.username })
    removed.push(...(await admin('PUT', '/users/bulk/remove', { users: [seen(second)] })).json().done)
    const reply = (await admin('PUT', '/users/bulk/restore', { users: removed })).json()
    expect(reply.skipped).toEqual([{ id: second.id, name: second.name, reason: 'taken' }])
    expect(reply.done.map(({ id }: MadeUser) => id)).toEqual([first.id, fine.id])
  })

  test('nor does one that is taken in the same moment', async () => {
    const [taken, fine] = [await physicist(), await physicist()]
    const { done } = (await admin('PUT', '/users/bulk/remove', { users: [seen(taken), seen(fine)] })).json()
    const other = await portal.make.staff()
    const restoring = await portal.sql.begin(async (tx) => {
      await tx`update users set username = ${taken.username} where id = ${other.id}`
      const reply = admin('PUT', '/users/bulk/restore', { users: done })
      await expect
        .poll(() => portal.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .toHaveLength(1)
      return { reply }
    })
    const reply = (await restoring.reply).json()
    expect(reply.skipped).toEqual([{ id: taken.id, name: taken.name, reason: 'taken' }])
    expect(reply.done.map(({ id }: MadeUser) => id)).toEqual([fine.id])
  })
})

describe('new passwords for several members', () => {
  const renew = (user_ids: number[], replace: unknown) => admin('POST', '/imports/users/initial-passwords', { user_ids, replace })

  test('replace those of all staff, also of who signed in, end their sessions and are initial; never those of administrators', async () => {
    const member = await physicist()
    const boss = await portal.make.admin()
    const session = await portal.as(member)
    expect((await renew([member.id], true)).json().made).toEqual([])
    const { made } = (await renew([member.id, boss.id, self.id], 'all')).json()
    expect(made).toEqual([{ id: member.id, name: member.name, username: member.username, password: expect.any(String) }])
    expect((await session('GET', '/auth/me')).statusCode).toBe(401)
    const reply = await portal.app.inject({
      method: 'POST',
      url: '/auth/login',
      payload: { username: member.username, password: made[0].password },
    })
    expect(reply.json()).toMatchObject({ message: 'Login successful', must_change_password: true })
  })
})
