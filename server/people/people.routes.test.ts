import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

// Who sees whom, in which terms: server/policy/rows.test.ts. Here is what they see.

let portal: Portal
let admin: Caller
let office: MadeUser
let physics: number
beforeAll(async () => {
  portal = await startPortal()
  office = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(office)
  physics = (await portal.make.department('Physics')).id
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

const terms = async (caller: Caller, id: number) => (await caller('GET', `/people/${id}/terms`)).json().terms
const reviews = async (caller: Caller, id: number, query: string) =>
  (await caller('GET', `/people/${id}/reviews?${query}`)).json()

test('a removed person is found by administrators as removed, with the account; a head knows neither', async () => {
  const head = await portal.make.head(physics)
  const member = await portal.make.staff({ name: 'Layla Hassan', department_id: physics })
  const asHead = await portal.as(head)
  const seen = (await asHead('GET', `/people/${member.id}`)).json().person
  expect(seen).toMatchObject({ name: 'Layla Hassan', department_name: 'Physics', account: null, removal: null })
  await admin('DELETE', `/users/${member.id}`)
  expect((await admin('GET', `/people/${member.id}`)).json().person).toMatchObject({
    account: { role_id: 2, has_signed_in: false, heads: null },
    removal: { removed_by: 'Rana Wahid' },
  })
  expect((await asHead('GET', `/people/${member.id}`)).statusCode).toBe(404)
  expect((await admin('GET', `/people/${head.id}`)).json().person.account.heads).toMatchObject({ id: physics })
  expect((await admin('GET', '/people/999999')).statusCode).toBe(404)
})

test('administrators and readers learn the rights of a person beside the role, heads do not', async () => {
  const { make } = portal
  const member = await make.withRights(['administrator', 'give_rights'], { department_id: physics })
  const rights = async (caller: Caller) => (await caller('GET', `/people/${member.id}`)).json().person.account?.rights
  expect(await rights(admin)).toEqual(['administrator', 'give_rights'])
  expect(await rights(await portal.as(await make.withRights(['reader'])))).toEqual(['administrator', 'give_rights'])
  expect(await rights(await portal.as(await make.head(physics)))).toBeUndefined()
  expect((await admin('GET', `/people/${(await make.staff()).id}`)).json().person.account.rights).toEqual([])
})

test('a score says who set it last and when; a score that was undone, or never set, says nobody', async () => {
  const member = await portal.make.staff({ department_id: physics })
  await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 3 })
  const second = await portal.make.admin({ name: 'Second Admin' })
  await (await portal.as(second))('PUT', `/users/edit-tp/${member.id}`, { tp: 4.5, previous: 3 })
  await admin('PUT', `/users/edit-feedback/${member.id}`, { fb: 2 })
  await admin('PUT', `/users/undo-score/${member.id}`, { score: 'fb', saved: 2 })
  const [term] = await terms(admin, member.id)
  expect(term).toMatchObject({
    tp: 4.5,
    tp_set: true,
    fb_set: false,
    fb_last: null,
    total_score: 4.5,
    own_grade: 'E',
    grade: 'E',
  })
  expect(term.tp_last).toMatchObject({ actor_id: second.id, set_by: 'Second Admin' })
  // A head may not open the page of who set it.
  const [seen] = await terms(await portal.as(await portal.make.head(physics)), member.id)
  expect(seen.tp_last).toMatchObject({ actor_id: null, set_by: 'Second Admin' })
})

test('a closed term is shown as it was frozen, whatever became of the person since', async () => {
  const law = (await portal.make.department('Law')).id
  const member = await portal.make.staff({ title: 'p', department_id: law })
  const year = await portal.make.term('Year 2019', '2019-09-01', '2020-08-31')
  await admin('PUT', `/users/edit-tp/${member.id}?term_id=${year.id}`, { tp: 20 })
  expect((await admin('PUT', `/terms/close/${year.id}`, {})).statusCode).toBe(200)
  await portal.sql`update users set title = 'al', department_id = ${physics} where id = ${member.id}`
  const asHead = await portal.as(await portal.make.head(law))
  for (const caller of [admin, asHead]) {
    const closed = (await terms(caller, member.id)).find(({ term_id }: { term_id: number }) => term_id === year.id)
    // 20 points are a C for a professor, and a B for an assistant lecturer.
    expect(closed).toMatchObject({ status: 'closed', tp: 20, grade: 'C', is_member: true })
  }
  // The head of then sees that term alone, and the person as they were.
  expect(await terms(asHead, member.id)).toHaveLength(1)
  expect((await asHead('GET', `/people/${member.id}`)).json().person).toMatchObject({ title: 'p', department_name: 'Law' })
})

test('decisions are listed by whom they were made about, and by whom; taken back ones too, an edit of the owner not', async () => {
  const member = await portal.make.staff({ name: 'Sara Aziz', department_id: physics })
  const activity = await portal.make.activity({ name: 'Seminar' })
  const posting = await portal.make.posting(member.id, activity, '2026-10-01')
  const decide = async (body: object) => {
    const [{ version }] = await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${posting}`
    const reply = await admin('PUT', '/review', { ...body, postings: [{ id: posting, version }] })
    expect(reply.statusCode).toBe(200)
  }
  await decide({ state: 'verified' })
  await decide({ state: 'posted' })
  await decide({ state: 'returned', reason: 'No evidence.' })
  const { reviews: received, next } = await reviews(admin, member.id, 'side=received')
  expect(next).toBeNull()
  expect(received.map(({ kind, actor_name, reason }: Record<string, unknown>) => [kind, actor_name, reason])).toEqual([
    ['returned', 'Rana Wahid', 'No evidence.'],
    ['taken back', 'Rana Wahid', null],
    ['verified', 'Rana Wahid', null],
  ])
  expect(received[0]).toMatchObject({ actor_id: office.id, posting_id: posting, activity_name: 'Seminar', term_name: 'Year' })
  const given = (await reviews(admin, office.id, 'side=given')).reviews
  expect(given.map(({ member_id }: { member_id: number }) => member_id)).toEqual([member.id, member.id, member.id])
  expect((await reviews(admin, office.id, `side=given&before=${given[0].id}`)).reviews).toHaveLength(2)
  expect((await reviews(admin, office.id, 'side=received')).reviews).toEqual([])
})

test('questions of a person are counted and listed, the newest first', async () => {
  const member = await portal.make.staff({ department_id: physics })
  await portal.make.question(member.id, 'missing', { text: 'First' })
  await portal.make.question(member.id, 'tp', { text: 'Second' })
  const { questions, count } = (await admin('GET', `/people/${member.id}/questions`)).json()
  expect(count).toBe(2)
  expect(questions.map(({ text }: { text: string }) => text)).toEqual(['Second', 'First'])
})

test('an administrator signs a member out everywhere, which is recorded; another administrator does it alone', async () => {
  const member = await portal.make.staff()
  const asMember = await portal.as(member)
  await portal.startSession(member)
  expect((await admin('GET', `/people/${member.id}/sessions`)).json().sessions).toHaveLength(2)
  const ended = await admin('DELETE', `/people/${member.id}/sessions`)
  expect(ended.json().message).toBe('2 devices signed out')
  expect((await asMember('GET', '/auth/me')).statusCode).toBe(401)
  expect(
    await portal.sql`select kind, actor_id, after from audit where person_id = ${member.id} and subject = 'session'`,
  ).toEqual([{ kind: 'signed out', actor_id: office.id, after: { devices: '2' } }])
  const other = await portal.make.admin()
  expect((await admin('DELETE', `/people/${other.id}/sessions`)).statusCode).toBe(403)
  // Of the own sessions, that of the request stays.
  await portal.startSession(office)
  await admin('DELETE', `/people/${office.id}/sessions`)
  expect((await admin('GET', `/people/${office.id}/sessions`)).json().sessions).toMatchObject([{ is_this: true }])
})
