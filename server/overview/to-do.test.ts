import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InboxReply } from '../../contract/inbox.ts'
import type { ToDo } from '../../contract/overview.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { User } from '../../contract/users.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let activity: MadeActivity
let physics: { id: number }
let term: { id: number }
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  term = await portal.make.term('Autumn', '2026-09-01', '2027-01-31')
  activity = await portal.make.activity()
  physics = await portal.make.department('Physics')
  const law = await portal.make.department('Law')
  const staff = (department: { id: number }) => portal.make.staff({ department_id: department.id })
  const [ann, ben, , dan] = [await staff(physics), await staff(physics), await staff(physics), await staff(law)]
  const score = async ({ id }: MadeUser, of: string, body: object) =>
    expect((await admin('PUT', `/users/edit-${of}/${id}`, body)).statusCode).toBe(200)
  // Ann has both scores, Ben one of them; Ann and Dan have posted.
  await score(ann, 'tp', { tp: 3 })
  await score(ann, 'feedback', { fb: 0 })
  await score(ben, 'tp', { tp: 2 })
  for (const date of ['2026-10-01', '2026-10-02']) await portal.make.posting(ann.id, activity, date)
  await portal.make.posting(dan.id, activity, '2026-10-03')
  await portal.make.question(ben.id, 'fb')
})
afterAll(() => portal.stop())

const toDo = async (who: Caller) => ((await who('GET', '/inbox')).json() as InboxReply).to_do

/** The same numbers, counted in the lists to which they lead. */
async function inTheLists(who: Caller): Promise<ToDo> {
  const [staff, users, queue] = [
    await who('GET', '/staff'),
    await who('GET', '/users'),
    await who('GET', `/review?term_id=${term.id}`),
  ]
  const members: StaffMember[] = staff.json().staff
  return {
    members: members.length,
    to_review: queue.json().count,
    not_scored: members.filter(({ tp_set, fb_set }) => !tp_set || !fb_set).length,
    no_password: users.statusCode === 200 ? users.json().users.filter((user: User) => !user.has_own_sign_in).length : null,
    posted_nothing: members.filter(({ posted_count }) => posted_count === 0).length,
    questions: (await who('GET', '/questions?state=mine')).json().count,
  }
}

test('administrators get the five numbers of the lists', async () => {
  expect(await toDo(admin)).toEqual({ members: 4, to_review: 3, not_scored: 3, no_password: 4, posted_nothing: 2, questions: 1 })
  expect(await toDo(admin)).toEqual(await inTheLists(admin))
})

test('a head gets those of the own department, without passwords, and without scores unless heads may score', async () => {
  const made = await portal.make.head(physics.id)
  const head = await portal.as(made)
  const { members, to_review, posted_nothing, questions } = await inTheLists(head)
  expect(await toDo(head)).toEqual({ members, to_review, posted_nothing, questions, not_scored: null, no_password: null })
  // The question is about a score, so this head does not get it.
  expect([to_review, posted_nothing, questions]).toEqual([2, 3, 0])
  await portal.sql`delete from department_heads where user_id = ${made.id}`
  await portal.sql`update users set removed_at = now() where id = ${made.id}`
})

test('heads who may score get what is not scored', async () => {
  const other = await startPortal({ environment: { HEADS_MAY_SCORE: 'yes' } })
  await other.make.term('Autumn', '2026-09-01', '2027-01-31')
  const { id } = await other.make.department()
  const head = await other.as(await other.make.head(id))
  await other.make.staff({ department_id: id })
  await other.make.staff()
  // The head is a member too.
  expect(await toDo(head)).toEqual({
    members: 2,
    to_review: 0,
    not_scored: 2,
    no_password: null,
    posted_nothing: 2,
    questions: 0,
  })
  await other.stop()
})

test('who signs in with a password of the own, or at the provider, is not without one', async () => {
  const before = (await toDo(admin))?.no_password ?? 0
  const count = async () => ((await toDo(admin))?.no_password ?? 0) - before
  const [own, initial, linked, without] = [
    await portal.make.staff(),
    await portal.make.staff(),
    await portal.make.staff(),
    await portal.make.staff(),
  ]
  expect(await count()).toBe(4)
  await portal.startSession(own)
  expect(await count()).toBe(3)
  // An initial password was chosen by another person, although it was used.
  await portal.sql`update users set password_is_initial = true where id = ${initial.id}`
  await portal.startSession(initial)
  expect(await count()).toBe(3)
  await portal.sql`update users set password_hash = null where id in (${linked.id}, ${without.id})`
  await portal.sql`insert into identities (issuer, subject, user_id) values ('https://provider.example', 'x', ${linked.id})`
  expect(await count()).toBe(2)
  await portal.sql`update users set removed_at = now() where id = ${without.id}`
  expect(await count()).toBe(1)
  expect(await toDo(admin)).toEqual(await inTheLists(admin))
})

test('a closed term has none: nothing can be done in it', async () => {
  expect((await admin('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
  expect(await toDo(admin)).toBeNull()
})
