import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { titleCodes } from '../../contract/codes.ts'
import { gradesAndNone, hasNothingYet, noGrade } from '../../contract/grading.ts'
import type { Group, OverviewReply } from '../../contract/overview.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
let admin: Caller
let term: { id: number }
let departments: { id: number; name: string }[]
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  term = await portal.make.term('Autumn 2026', '2026-09-01', '2027-01-31')
  departments = [await portal.make.department(), await portal.make.department(), await portal.make.department()]
  await portal.sql`update departments set removed_at = now() where id = ${departments[2]?.id ?? 0}`
})
afterAll(() => portal.stop())

// Values that reveal a wrong comparison: a bound, and one hundredth off.
const points = fc.oneof(
  fc.integer({ min: 0, max: 9000 }),
  fc
    .tuple(fc.constantFrom(...titleCodes.flatMap((title) => [...specificationBands[title]])), fc.constantFrom(-1, 0, 1))
    .map(([bound, beside]) => Math.max(0, bound * 100 + beside)),
)
const member = fc.record({
  title: fc.constantFrom(...titleCodes, null),
  department: fc.constantFrom(0, 1, 2, null),
  role_id: fc.constantFrom(2, 2, 2, 1),
  isRemoved: fc.constantFrom(false, false, false, true),
  /** The points in hundredths; a member has no row before they earn something. */
  acts: fc.option(points),
  fb: fc.constantFrom(null, null, 0, 7),
  posted_count: fc.nat(2),
})

type Member = typeof member extends fc.Arbitrary<infer T> ? T : never

async function fill(members: Member[]) {
  await portal.sql`delete from term_scores`
  await portal.sql`update users set removed_at = now() where username like 'p-%'`
  for (const [index, { title, department, role_id, isRemoved, acts, fb, posted_count }] of members.entries()) {
    const [{ id }] = await portal.sql<[{ id: number }]>`
      insert into users (name, username, password_hash, role_id, title, department_id, removed_at)
      select ${`Member ${index}`}, ${`p-${index}`}, password_hash, ${role_id}, ${title},
        ${department === null ? null : (departments[department]?.id ?? null)}, ${isRemoved ? '2026-01-01' : null}
      from users limit 1 returning id`
    if (acts !== null)
      await portal.sql`insert into term_scores (user_id, term_id, acts, fb, posted_count)
        values (${id}, ${term.id}, ${acts / 100}, ${fb === null ? null : fb / 10}, ${posted_count})`
  }
}

/** The group counted independently, from the list that the Staff panel shows. */
function countedFrom(staff: StaffMember[]): Group {
  const hundredths = staff.reduce((sum, { total_score }) => sum + Math.round(total_score * 100), 0)
  return {
    members: staff.length,
    posted_nothing: staff.filter(({ posted_count }) => posted_count === 0).length,
    average: staff.length === 0 ? 0 : Math.round(hundredths / staff.length) / 100,
    grades: Object.fromEntries(
      gradesAndNone.map((grade) => [grade, staff.filter((one) => one.grade === grade).length]),
    ) as Group['grades'],
    nothing_yet: staff.filter((one) => hasNothingYet(one) && one.grade !== noGrade).length,
  }
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

test('for any members, term open or closed: the spread adds up to them and is that of the Staff panel', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(member, { maxLength: 20, size: 'max' }), fc.boolean(), async (members, isClosed) => {
      await fill(members)
      if (isClosed) expect((await admin('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
      const { staff } = (await admin('GET', '/staff')).json() as { staff: StaffMember[] }
      const overview = (await admin('GET', '/overview')).json() as OverviewReply
      if (isClosed) await admin('PUT', `/terms/reopen/${term.id}`, { reason: 'the next round' })

      expect(overview.all).toEqual(countedFrom(staff))
      for (const groups of [[overview.all], overview.departments, overview.titles]) {
        expect(sum(groups.map((group) => group.members))).toBe(staff.length)
        for (const group of groups) expect(sum(Object.values(group.grades))).toBe(group.members)
      }
      for (const { department_name, ...group } of overview.departments)
        expect(group).toMatchObject(countedFrom(staff.filter((one) => one.department_name === department_name)))
      for (const { title, ...group } of overview.titles)
        expect(group).toEqual(countedFrom(staff.filter((one) => one.title === title)))
    }),
    { numRuns: 25, endOnFailure: true },
  )
})
