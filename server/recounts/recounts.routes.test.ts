import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let term: { id: number }
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  term = await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
})
afterAll(() => portal.stop())

const totalOf = async ({ id }: MadeUser) =>
  (
    await portal.sql<
      [{ total: number }]
    >`select total_score as total from term_scores where user_id = ${id} and term_id = ${term.id}`
  )[0].total
const preview = async (id: number) => (await admin('GET', `/activities/recount/${id}`)).json()

/** An activity of 3 points with a new and a verified posting of one member, and a returned one of another; then it has 30 points. */
async function changedActivity() {
  const [member, other] = [await portal.make.staff({ title: 'p' }), await portal.make.staff()]
  const activity = await portal.make.activity({ score: 3 })
  const first = await portal.make.posting(member.id, activity, '2026-10-01')
  const second = await portal.make.posting(member.id, activity, '2026-10-02')
  const returned = await portal.make.posting(other.id, activity, '2026-10-03')
  const review = (id: number, decision: object) => admin('PUT', '/review', { postings: [{ id, version: 1 }], ...decision })
  expect((await review(second, { state: 'verified' })).statusCode).toBe(200)
  expect((await review(returned, { state: 'returned', reason: 'No' })).statusCode).toBe(200)
  const [{ name, description, type }] = await portal.sql<[{ name: string; description: string; type: string }]>`
    select name, description, type from activities where id = ${activity.id}`
  const saved = await admin('PUT', `/activities/${activity.id}`, { name, description, type, score: 30 })
  expect(saved.statusCode).toBe(200)
  return { activity, member, other, first, second, returned, name }
}

test('points of the catalogue count from now on, until they are counted for the whole term', async () => {
  const { activity, member, other, first, second, returned } = await changedActivity()
  expect(await totalOf(member)).toBe(6)
  const seen = await preview(activity.id)
  expect(seen).toMatchObject({ term: { id: term.id }, score: 30, postings: 3 })
  expect(seen.changes).toMatchObject([
    { id: member.id, before: { total_score: 6, grade: 'D' }, after: { total_score: 60, grade: 'A' } },
  ])
  // A preview changes nothing.
  expect(await totalOf(member)).toBe(6)
  const reply = await admin('PUT', `/activities/recount/${activity.id}`, { fingerprint: seen.fingerprint })
  expect(reply.json()).toEqual({ message: 'Counted 3 postings anew', postings: 3 })
  expect([await totalOf(member), await totalOf(other)]).toEqual([60, 0])
  const states =
    await portal.sql`select state, score, points_before from posted_activities where id in (${first}, ${second}, ${returned}) order by id`
  expect(states).toEqual([
    { state: 'posted', score: 30, points_before: 3 },
    { state: 'verified', score: 30, points_before: 3 },
    { state: 'returned', score: 30, points_before: 3 },
  ])
  expect(await preview(activity.id)).toMatchObject({ postings: 0, changes: [] })
})

test('it is on the record: audit trail, notice, statement and its PDF', async () => {
  const { activity, member, other, name } = await changedActivity()
  const { fingerprint } = await preview(activity.id)
  await admin('PUT', `/activities/recount/${activity.id}`, { fingerprint })
  const records = await portal.sql`select subject, before, after from audit where kind = 'recounted' and
    (subject_id = ${activity.id} and subject = 'activity' or person_id = ${member.id}) order by id`
  expect(records).toEqual([
    { subject: 'posting', before: { score: 3 }, after: { score: 30 } },
    { subject: 'posting', before: { score: 3 }, after: { score: 30 } },
    { subject: 'activity', before: null, after: { term_id: term.id, score: 30, postings: 3 } },
  ])
  const notices =
    await portal.sql`select user_id, details from notices where kind = 'points changed' and user_id in (${member.id}, ${other.id})`
  expect(notices).toMatchObject([
    { user_id: member.id, details: { activity_name: name, points: 30, total_from: 6, total_to: 60 } },
  ])
  const asMember = await portal.as(member)
  const { statement } = (await asMember('GET', `/statements?user_id=${member.id}`)).json()
  expect(statement.lines).toMatchObject([
    { points: 30, recounted: { from: 3 } },
    { points: 30, recounted: { from: 3 } },
  ])
  const pdf = readPdf((await asMember('GET', `/statements/pdf?user_id=${member.id}`)).rawPayload)
  expect(pdf.text).toContain('3 points before')
})

test('nothing is counted anew if something changed since the preview, or the term is closed', async () => {
  const { activity, member } = await changedActivity()
  const { fingerprint } = await preview(activity.id)
  await portal.sql`update term_scores set tp = 2 where user_id = ${member.id} and term_id = ${term.id}`
  const late = await admin('PUT', `/activities/recount/${activity.id}`, { fingerprint })
  expect([late.statusCode, late.json().code]).toEqual([409, 'recounts.changedSincePreview'])
  expect(await totalOf(member)).toBe(8)
  expect((await admin('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
  expect(await preview(activity.id)).toMatchObject({ term: null, postings: 0 })
  const closed = await admin('PUT', `/activities/recount/${activity.id}`, { fingerprint })
  expect([closed.statusCode, closed.json().code]).toEqual([409, 'recounts.noTerm'])
  expect((await admin('GET', '/activities/recount/999999')).statusCode).toBe(404)
})
