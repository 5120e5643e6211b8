import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { AuditRecord } from '../../contract/audit.ts'
import { withTranslatedNames } from '../../contract/localized.ts'
import type { StaffMember, StaffReply } from '../../contract/scoring.ts'
import type { ClosingPreview, Term } from '../../contract/terms.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let year = 2030
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  await portal.make.term('Now', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

async function addTerm(): Promise<Term> {
  year += 1
  const input = { name: `Year ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` }
  return (await admin('POST', '/terms', input)).json().term
}
const setTp = (member: MadeUser, term: Term, tp: number) => admin('PUT', `/users/edit-tp/${member.id}?term_id=${term.id}`, { tp })
const close = (term: Term, body?: object) => admin('PUT', `/terms/close/${term.id}`, body)
const reopen = (term: Term, reason = 'One tp was wrong') => admin('PUT', `/terms/reopen/${term.id}`, { reason })
const preview = async (term: Term) => (await admin('GET', `/terms/close/${term.id}`)).json() as ClosingPreview
async function staffOf(term: Term): Promise<Map<number, StaffMember>> {
  const { staff, ...names } = (await admin('GET', `/staff?term_id=${term.id}`)).json() as z.infer<typeof StaffReply>
  return new Map(withTranslatedNames(staff, names).map((member) => [member.id, member]))
}
const results = (term: Term) => portal.sql`
  select c.number, r.* from term_closings c join term_results r on r.closing_id = c.id where c.term_id = ${term.id}
  order by c.number, r.user_id`

describe('a term that is closed a second time', () => {
  test('keeps name, degree, title and department as first frozen, and every member who has left or was promoted', async () => {
    const term = await addTerm()
    const department = await portal.make.department(`Physics ${year}`)
    const [renamed, removed, promoted, mended] = [
      await portal.make.staff({ name: 'Renamed Member', other_name: 'ناوی یەکەم', title: 'ap', department_id: department.id }),
      await portal.make.staff({ name: 'Removed Member', title: 'p' }),
      await portal.make.staff({ name: 'Promoted Member', title: 'l' }),
      await portal.make.staff({ name: 'Mended Member', title: 'al' }),
    ]
    for (const member of [renamed, removed, promoted, mended]) await setTp(member, term, 24)
    expect((await close(term)).statusCode).toBe(200)
    const first = await staffOf(term)
    expect(first.get(renamed.id)?.other_name).toBe('ناوی یەکەم')
    const firstResults = await results(term)

    const { user } = (await admin('GET', `/users/id/${renamed.id}`)).json()
    const edited = { ...user, name: 'Other Name', other_name: 'ناوی تر', title: 'al', degree: 'Master', password: '••••••••' }
    expect((await admin('PUT', `/users/${renamed.id}`, edited)).statusCode).toBe(200)
    expect((await admin('PUT', `/departments/${department.id}`, { name: `Chemistry ${year}` })).statusCode).toBe(200)
    expect((await admin('DELETE', `/users/${removed.id}`)).statusCode).toBe(200)
    expect((await admin('PUT', `/users/toggle-role/${promoted.id}`)).statusCode).toBe(200)
    await reopen(term)
    expect(await staffOf(term), 'also while it is open again').toEqual(first)
    expect((await setTp(mended, term, 25)).json().scores).toMatchObject({ total_score: 25, grade: 'A' })
    expect((await close(term)).statusCode).toBe(200)

    const second = await staffOf(term)
    const before = first.get(mended.id)
    expect(before).toMatchObject({ tp: 24, grade: 'B' })
    expect(second).toEqual(new Map([...first, [mended.id, { ...before, tp: 25, total_score: 25, grade: 'A' }]]))
    expect(second.get(renamed.id)).toMatchObject({ name: 'Renamed Member', title: 'ap', degree: 'PhD', grade: 'C' })
    expect(second.get(renamed.id)?.department_name).toBe(department.name)

    const all = await results(term)
    expect(all.filter(({ number }) => number === 1)).toEqual(firstResults)
    expect(all).toHaveLength(2 * firstResults.length)
  })

  test('adds members who joined since only if something of theirs counts in it', async () => {
    const term = await addTerm()
    await close(term)
    const [scored, idle] = [await portal.make.staff(), await portal.make.staff()]
    await reopen(term)
    expect([...(await staffOf(term)).keys()], 'both can be scored meanwhile').toEqual(
      expect.arrayContaining([scored.id, idle.id]),
    )
    await setTp(scored, term, 3)
    expect(await preview(term)).toMatchObject({
      joined_since: 1,
      differences: [{ id: scored.id, before: null, after: { tp: 3, grade: 'E' } }],
    })
    await close(term)
    const members = await staffOf(term)
    expect([members.has(scored.id), members.has(idle.id)]).toEqual([true, false])
    expect((await admin('GET', '/terms')).json().terms.find(({ id }: Term) => id === term.id).staff_count).toBe(members.size)
  })

  test('previews the differences from the previous closing, and is not closed with other differences than were seen', async () => {
    const term = await addTerm()
    const member = await portal.make.staff({ name: 'Seen Member', title: 'p' })
    await setTp(member, term, 5)
    expect(await preview(term)).toMatchObject({ last_closing: null, differences: [], members: (await staffOf(term)).size })
    await close(term)
    expect((await admin('GET', `/terms/close/${term.id}`)).json()).toEqual({
      message: 'This term is closed.',
      code: 'terms.closed',
      explanation: expect.stringMatching(/^This term is closed\. By .+, .+\.$/),
    })
    await reopen(term)
    expect((await preview(term)).differences).toEqual([])
    await setTp(member, term, 6)
    const seen = await preview(term)
    expect(seen).toMatchObject({
      last_closing: {
        number: 1,
        closed_by: 'Rana Wahid',
        closed_by_id: expect.any(Number),
        closed_at: expect.stringMatching(/Z$/),
      },
      differences: [
        {
          id: member.id,
          name: 'Seen Member',
          before: { tp: 5, total_score: 5, grade: 'E' },
          after: { tp: 6, total_score: 6, grade: 'D' },
        },
      ],
    })
    await setTp(member, term, 7)
    const refused = await close(term, { fingerprint: seen.fingerprint })
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Something in this term has changed. Review the differences again.',
    ])
    expect((await close(term, { fingerprint: (await preview(term)).fingerprint })).statusCode).toBe(200)
  })

  test('can be scored for its frozen members while it is open, even if they have left or were promoted', async () => {
    const term = await addTerm()
    const [removed, promoted] = [await portal.make.staff(), await portal.make.staff()]
    await close(term)
    await admin('DELETE', `/users/${removed.id}`)
    await admin('PUT', `/users/toggle-role/${promoted.id}`)
    await reopen(term)
    for (const member of [removed, promoted]) expect((await setTp(member, term, 2)).statusCode).toBe(200)
    const elsewhere = await addTerm()
    expect([(await setTp(removed, elsewhere, 2)).statusCode, (await setTp(promoted, elsewhere, 2)).statusCode]).toEqual([
      404, 400,
    ])
  })

  test('is named by its closing on the statement', async () => {
    const term = await addTerm()
    const member = await portal.make.staff()
    await close(term)
    await reopen(term)
    await close(term)
    const { statement } = (await admin('GET', `/statements?user_id=${member.id}&term_id=${term.id}`)).json()
    expect(statement.term.closing).toEqual({ number: 2, closed_by: 'Rana Wahid', closed_at: expect.any(String) })
  })
})

describe('a closing', () => {
  test('is permanent: the database refuses to change, delete or add to it', async () => {
    const term = await addTerm()
    const member = await portal.make.staff()
    await close(term)
    await reopen(term)
    const [closing] = await portal.sql<[{ id: number }]>`select id from term_closings where term_id = ${term.id}`
    const { sql } = portal
    const attempts = [
      sql`delete from term_closings where id = ${closing.id}`,
      sql`update term_closings set closed_by = closed_by where id = ${closing.id}`,
      sql`update term_closings set reopen_reason = 'another' where id = ${closing.id}`,
      sql`truncate term_closings cascade`,
      sql`delete from term_results where closing_id = ${closing.id}`,
      sql`update term_results set tp = tp where closing_id = ${closing.id}`,
      sql`insert into term_results select ${closing.id}, ${(await portal.make.staff()).id}, name, degree, title, department_id, department_name,
        email, tp, fb, atts, acts, escore, total_score, posted_count, verified_count, returned_count, grade
        from term_results where closing_id = ${closing.id} and user_id = ${member.id}`,
      sql`truncate term_results`,
    ]
    for (const attempt of attempts) await expect(attempt).rejects.toThrow(expect.objectContaining({ code: 'SP004' }))
  })

  test('is in the audit trail with its number and members, its reopening with the reason', async () => {
    const term = await addTerm()
    await close(term)
    await reopen(term, 'A committee was forgotten')
    const { records } = (await admin('GET', '/audit?subject=term')).json() as { records: AuditRecord[] }
    const members = (await staffOf(term)).size
    expect(records.filter(({ subject_id }) => subject_id === term.id)).toMatchObject([
      { kind: 'reopened', actor_name: 'Rana Wahid', after: { status: 'open', reason: 'A committee was forgotten' } },
      { kind: 'closed', actor_name: 'Rana Wahid', after: { status: 'closed', closing: 1, members } },
      { kind: 'added' },
    ])
  })

  test('prevents its term from being deleted', async () => {
    const term = await addTerm()
    await close(term)
    await reopen(term)
    const refused = await admin('DELETE', `/terms/${term.id}`)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'This term has been closed before. Every closing is kept, so the term cannot be deleted.',
    ])
  })
})

describe('who has something in a term and is not a member of it', () => {
  async function promotedIn(term: Term) {
    const member = await portal.make.staff({ name: `Promoted ${year}`, title: 'p' })
    await portal.make.posting(member.id, await portal.make.activity({ score: 3 }), `${year}-03-01`)
    await setTp(member, term, 55)
    expect((await admin('PUT', `/users/toggle-role/${member.id}`)).json().newRole).toBe(1)
    return member
  }

  test('is named before the closing, which is refused if there are others meanwhile', async () => {
    const term = await addTerm()
    const removed = await portal.make.staff({ name: `Removed ${year}` })
    const idle = await portal.make.admin()
    await setTp(removed, term, 4)
    const seen = await preview(term)
    expect(seen.left_out).toEqual([])
    await admin('DELETE', `/users/${removed.id}`)
    const promoted = await promotedIn(term)
    const { left_out, fingerprint } = await preview(term)
    expect(left_out).toEqual([
      { id: promoted.id, name: `Promoted ${year}`, total_score: 58, posted_count: 1, is_administrator: true },
      { id: removed.id, name: `Removed ${year}`, total_score: 4, posted_count: 0, is_administrator: false },
    ])
    expect(left_out.some(({ id }) => id === idle.id)).toBe(false)
    expect((await close(term, { fingerprint: seen.fingerprint })).statusCode).toBe(409)
    expect((await close(term, { fingerprint })).statusCode).toBe(200)
  })

  test('has neither scores, nor a statement, nor a row in the list of the closed term, also as staff again', async () => {
    const term = await addTerm()
    const member = await promotedIn(term)
    await close(term)
    expect((await admin('PUT', `/users/toggle-role/${member.id}`)).json().newRole).toBe(2)
    const own = await portal.as(member)
    const { user } = (await own('GET', `/users/id/${member.id}?term_id=${term.id}`)).json()
    expect(user.is_member).toBe(false)
    expect((await own('GET', `/users/id/${member.id}`)).json().user.is_member).toBe(true)
    const statement = await own('GET', `/statements?user_id=${member.id}&term_id=${term.id}`)
    expect([statement.statusCode, statement.json().code]).toEqual([404, 'statements.notAmongStaff'])
    expect((await staffOf(term)).has(member.id)).toBe(false)
  })
})

test('a closing freezes the name of a department in every language, also for a second closing', async () => {
  const term = await addTerm()
  const names = { names: { ckb: `فیزیا ${year}`, ar: `الفيزياء ${year}` } }
  const { id, name } = await portal.make.department(`Physics in ${year}`, names)
  const member = await portal.make.staff({ department_id: id })
  await setTp(member, term, 3)
  const frozen = { department_name: name, department_names: names.names }
  await close(term)
  await admin('PUT', `/departments/${id}`, { name: `Optics ${year}`, names: { ckb: '', ar: `البصريات ${year}` } })
  expect((await staffOf(term)).get(member.id)).toMatchObject(frozen)
  await reopen(term)
  expect((await staffOf(term)).get(member.id)).toMatchObject(frozen)
  await close(term)
  expect((await staffOf(term)).get(member.id)).toMatchObject(frozen)
  const { statement } = (await admin('GET', `/statements?user_id=${member.id}&term_id=${term.id}`)).json()
  expect(statement.member).toMatchObject(frozen)
})

test('the numbers of every term, open, closed or reopened, are those of its members one by one', async () => {
  const [open, closed, reopened] = [await addTerm(), await addTerm(), await addTerm()]
  const [stays, removed, promoted] = [await portal.make.staff(), await portal.make.staff(), await portal.make.staff()]
  const activity = await portal.make.activity()
  for (const term of [open, closed, reopened])
    for (const member of [stays, removed, promoted]) await portal.make.posting(member.id, activity, term.start_date)
  for (const term of [closed, reopened]) await close(term)
  await reopen(reopened)
  await admin('DELETE', `/users/${removed.id}`)
  await admin('PUT', `/users/toggle-role/${promoted.id}`)
  const joined = await portal.make.staff()
  await portal.make.posting(joined.id, activity, reopened.start_date)
  const counted = await portal.sql`select * from term_counts order by term_id`
  expect(counted).toEqual(
    await portal.sql`
    select term_id, count(*)::int as staff_count, sum(posted_count)::int as posted_count
    from term_standing where is_member group by term_id order by term_id`,
  )
  const { terms } = (await admin('GET', '/terms')).json() as { terms: Term[] }
  expect([open, closed, reopened].map(({ id }) => terms.find((term) => term.id === id)?.posted_count)).toEqual([1, 3, 4])
})
