import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditRecord } from '../../contract/audit.ts'
import type { Bands } from '../../contract/grading.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type { Limit, RulesVersion, Simulation } from '../../contract/rules.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { Term } from '../../contract/terms.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
let admin: Caller
let staff: Caller
let member: MadeUser
let term: Term
let seminar: MadeActivity
let fair: MadeActivity
let year = 2030

beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  await portal.make.term('Now', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())

// Every test has a member, a term of the first version and two electives of its own.
beforeEach(async () => {
  member = await portal.make.staff({ title: 'l' })
  staff = await portal.as(member)
  term = { ...(await addTerm()), rules_version: 1 }
  await portal.sql`update terms set rules_version = 1 where id = ${term.id}`
  seminar = await portal.make.activity({ type: 'Elective', score: 4 })
  fair = await portal.make.activity({ type: 'Elective', score: 3 })
})

async function addTerm(): Promise<Term> {
  year += 1
  const input = { name: `Year ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` }
  return (await admin('POST', '/terms', input)).json().term
}
const versions = async () => (await admin('GET', '/rules')).json().versions as RulesVersion[]
const newest = async () => (await versions())[0]?.number ?? 0

type Rules = {
  bands?: Bands
  limits?: Partial<Limit>[]
  most_tp?: number
  most_fb?: number
  note?: string
  based_on?: number
  term_ids?: number[]
}
const noLimit: Limit = { activity_id: null, type: null, most_times: null, most_points: null }
const complete = ({ limits = [], ...rules }: Rules) => ({
  bands: specificationBands,
  limits: limits.map((limit) => ({ ...noLimit, ...limit })),
  ...rules,
})
async function publish(rules: Rules) {
  return admin('POST', '/rules', { note: 'For a test', based_on: await newest(), term_ids: [], ...complete(rules) })
}
/** Publishes rules for the term of the test, at once. */
async function inForce(rules: Rules): Promise<RulesVersion> {
  const reply = await publish({ term_ids: [term.id], ...rules })
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().version
}
const simulate = async (rules: Rules) => admin('POST', '/rules/simulate', { ...complete(rules), term_id: term.id })

/** The day of the year of the test's term. */
const day = (monthAndDay: string) => `${year}-${monthAndDay}`
const post = (activity: MadeActivity, monthAndDay: string) => portal.make.posting(member.id, activity, day(monthAndDay))
async function postings(): Promise<Map<number, PostedActivity>> {
  const reply = await staff('GET', `/posted-activities?user_id=${member.id}`)
  return new Map(reply.json().postedActivities.map((posting: PostedActivity) => [posting.id, posting]))
}
const counted = async (...ids: number[]) => {
  const found = await postings()
  return ids.map((id) => found.get(id)?.counted_points)
}
async function standing(of = term): Promise<StaffMember | undefined> {
  const { staff: all } = (await admin('GET', `/staff?term_id=${of.id}`)).json() as { staff: StaffMember[] }
  return all.find(({ id }) => id === member.id)
}
const setTp = (tp: number) => admin('PUT', `/users/edit-tp/${member.id}?term_id=${term.id}`, { tp })

const lower: Bands = { ...specificationBands, l: [0, 1, 2, 3, 4, 5.5] }

const setFb = (fb: number) => admin('PUT', `/users/edit-feedback/${member.id}?term_id=${term.id}`, { fb })

describe('the most that a score can be', () => {
  test("is 1000 in the first version, as the specification's call allows", async () => {
    expect((await versions()).at(-1)).toMatchObject({ number: 1, most_tp: 1000, most_fb: 1000 })
    expect((await setTp(1000)).statusCode).toBe(200)
  })

  test('is refused above it, for each score by its own, with a sentence at the field', async () => {
    await inForce({ most_tp: 30.5, most_fb: 10 })
    expect((await setTp(30.5)).statusCode).toBe(200)
    const reply = await setTp(30.6)
    expect(reply.statusCode).toBe(400)
    const message = 'The rules of this term allow at most 30.5.'
    expect(reply.json()).toMatchObject({ message, errors: [{ field: 'tp', message }] })
    expect((await setFb(10)).statusCode).toBe(200)
    expect((await setFb(10.1)).json().message).toBe('The rules of this term allow at most 10.')
    expect(await standing()).toMatchObject({ tp: 30.5, fb: 10 })
  })

  test('counts from then on: a score that was set before stays, and the simulation counts it', async () => {
    await setTp(40)
    expect((await simulate({ most_tp: 30 })).json()).toMatchObject({ moves: [], above_most: 1 })
    await inForce({ most_tp: 30 })
    expect(await standing()).toMatchObject({ tp: 40 })
    expect((await setFb(5)).statusCode).toBe(200)
    expect((await setTp(40)).statusCode).toBe(200)
    expect((await setTp(39)).statusCode).toBe(400)
  })

  test('is not exceeded by an Undo either', async () => {
    await setTp(40)
    await setTp(20)
    await inForce({ most_tp: 30 })
    const reply = await admin('PUT', `/users/undo-score/${member.id}?term_id=${term.id}`, { score: 'tp', saved: 20 })
    expect([reply.statusCode, reply.json().message]).toEqual([400, 'The rules of this term allow at most 30.'])
    expect(await standing()).toMatchObject({ tp: 20 })
  })

  test('is guarded by the database too', async () => {
    await inForce({ most_tp: 30 })
    const attempt = portal.sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${term.id}, 31)`
    await expect(attempt).rejects.toMatchObject({ code: 'SP018' })
  })

  test('is as before where it is left out, and is recorded', async () => {
    await inForce({ most_tp: 30, most_fb: 10 })
    expect(await inForce({ bands: lower })).toMatchObject({ most_tp: 30, most_fb: 10 })
    const { records } = (await admin('GET', '/audit?subject=rules')).json() as { records: AuditRecord[] }
    expect(records[0]?.after).toMatchObject({ most_tp: 30, most_fb: 10 })
  })

  test.each([0, -1, 1000.1, 7.55, '30', null])('%j is refused', async (most_tp) => {
    const reply = await publish({ most_tp } as Rules)
    expect(reply.statusCode).toBe(400)
    const message = 'Enter a number above 0, up to 1000, with at most one decimal.'
    expect(reply.json().errors).toMatchObject([{ field: 'most_tp', message }])
  })
})

describe('versions of the rules', () => {
  test("begin with the specification's, which everybody who is signed in can read", async () => {
    const { versions: all } = (await staff('GET', '/rules')).json() as { versions: RulesVersion[] }
    expect(all.at(-1)).toMatchObject({ number: 1, published_by: null, note: null, bands: specificationBands, limits: [] })
  })

  test('are in force from the next opened term on; an open term keeps its own', async () => {
    await setTp(5.5)
    const reply = await publish({ bands: lower, note: ' Fairer for lecturers ' })
    expect(reply.statusCode).toBe(201)
    const { version } = reply.json() as { version: RulesVersion }
    expect(version).toMatchObject({ published_by: 'Rana Wahid', note: 'Fairer for lecturers', bands: lower, terms: [] })
    expect(await standing()).toMatchObject({ total_score: 5.5, grade: 'E' })
    const next = await addTerm()
    expect(next.rules_version).toBe(version.number)
    await admin('PUT', `/users/edit-tp/${member.id}?term_id=${next.id}`, { tp: 5.5 })
    expect(await standing(next)).toMatchObject({ total_score: 5.5, grade: 'A+' })
  })

  test('apply to an open term at once if that was chosen, and the audit trail says both', async () => {
    await setTp(3)
    const { number } = await inForce({ bands: lower, limits: [{ activity_id: seminar.id, most_times: 2 }], note: 'Fairer' })
    expect(await standing()).toMatchObject({ total_score: 3, grade: 'B' })
    expect((await admin('GET', `/overview/path?user_id=${member.id}`)).json().path).toContainEqual(
      expect.objectContaining({ term_id: term.id, grade: 'B' }),
    )
    const { records } = (await admin('GET', '/audit')).json() as { records: AuditRecord[] }
    expect(records.slice(0, 2)).toMatchObject([
      {
        subject: 'term',
        kind: 'rules changed',
        subject_id: term.id,
        actor_name: 'Rana Wahid',
        before: { rules_version: term.rules_version },
        after: { rules_version: number },
      },
      {
        subject: 'rules',
        kind: 'published',
        subject_id: number,
        actor_name: 'Rana Wahid',
        after: { note: 'Fairer', bands: lower, limits: [{ activity_name: seminar.name, most_times: 2 }] },
      },
    ])
  })

  test('never apply to a closed term: nothing at all is published; reopened, it still has its own', async () => {
    await setTp(5.5)
    await admin('PUT', `/terms/close/${term.id}`)
    const before = await newest()
    const refused = await publish({ bands: lower, term_ids: [term.id] })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'terms.closed'])
    expect(await newest()).toBe(before)
    expect((await publish({ bands: lower })).statusCode).toBe(201)
    expect(await standing()).toMatchObject({ grade: 'E' })
    await admin('PUT', `/terms/reopen/${term.id}`, { reason: 'To see' })
    expect(await standing()).toMatchObject({ grade: 'E' })
    await expect(
      portal.sql.begin(async (tx) => {
        await tx`update terms set status = 'closed' where id = ${term.id}`
        await tx`update terms set rules_version = ${await newest()} where id = ${term.id}`
      }),
    ).rejects.toMatchObject({ code: 'SP002' })
  })

  test('are not published over one that somebody else published meanwhile', async () => {
    const seen = await newest()
    await publish({})
    const refused = await publish({ based_on: seen })
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'rulesEditor.publishedMeanwhile', params: { number: seen + 1 } }),
    ])
  })

  test('published at the same moment: one of them', async () => {
    const based_on = await newest()
    const replies = await Promise.all([1, 2, 3].map(() => publish({ based_on })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect(await newest()).toBe(based_on + 1)
  })

  test.each<[string, object, string]>([
    ['five bounds', { bands: { ...specificationBands, p: [0, 1, 2, 3, 4] } }, 'bands.p'],
    ['a lowest grade above 0', { bands: { ...specificationBands, p: [1, 2, 3, 4, 5, 6] } }, 'bands.p.0'],
    ['a bound as high as the one before', { bands: { ...specificationBands, ap: [0, 6, 6, 35, 50, 70] } }, 'bands.ap.2'],
    ['a bound above 1000', { bands: { ...specificationBands, l: [0, 6, 15, 24, 35, 1000.1] } }, 'bands.l.5'],
    ['two decimals', { bands: { ...specificationBands, al: [0, 6.25, 12, 18, 25, 45] } }, 'bands.al.1'],
    ['a title without bands', { bands: { p: specificationBands.p } }, 'bands.ap'],
    ['a limit of nothing', { limits: [{ ...noLimit, type: 'Elective' }] }, 'limits.0.most_times'],
    ['a limit for nothing', { limits: [{ ...noLimit, most_times: 1 }] }, 'limits.0.activity_id'],
    ['a limit for both', { limits: [{ ...noLimit, activity_id: 1, type: 'Elective', most_times: 1 }] }, 'limits.0.activity_id'],
    ['not even once', { limits: [{ ...noLimit, type: 'Elective', most_times: 0 }] }, 'limits.0.most_times'],
    ['one and a half times', { limits: [{ ...noLimit, type: 'Elective', most_times: 1.5 }] }, 'limits.0.most_times'],
    ['no points', { limits: [{ ...noLimit, type: 'Elective', most_points: 0 }] }, 'limits.0.most_points'],
    ['three decimals', { limits: [{ ...noLimit, type: 'Elective', most_points: 1.001 }] }, 'limits.0.most_points'],
    [
      'two limits for one type',
      { limits: [1, 2].map((most_times) => ({ ...noLimit, type: 'Elective', most_times })) },
      'limits.1.activity_id',
    ],
    ['no note', { note: ' ' }, 'note'],
  ])('are refused with %s, at the field', async (_, wrong, field) => {
    const before = await newest()
    const input = { bands: specificationBands, limits: [], note: 'x', based_on: before, term_ids: [], ...wrong }
    const reply = await admin('POST', '/rules', input)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors.map((error: { field: string }) => error.field)).toContain(field)
    expect(await newest()).toBe(before)
  })

  test('are refused with a limit for an activity that does not exist', async () => {
    const reply = await publish({ limits: [{ activity_id: 999_999, most_times: 1 }] })
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'rulesEditor.unknownActivity'])
    expect((await simulate({ limits: [{ activity_id: 999_999, most_times: 1 }] })).statusCode).toBe(400)
  })

  test('are never changed: the database refuses it, and whatever would be added to them later', async () => {
    const { number } = await inForce({ limits: [{ type: 'Elective', most_times: 1 }] })
    const { sql } = portal
    for (const attempt of [
      sql`update rules_versions set note = 'another' where number = ${number}`,
      sql`delete from rules_versions where number = ${number}`,
      sql`truncate rules_versions cascade`,
      sql`update rules_bands set lower_bounds = '{0,1,2,3,4,5}' where rules_version = ${number}`,
      sql`delete from rules_bands where rules_version = ${number}`,
      sql`truncate rules_bands`,
      sql`update rules_limits set most_times = 2 where rules_version = ${number}`,
      sql`delete from rules_limits where rules_version = ${number}`,
      sql`truncate rules_limits`,
      sql`insert into rules_limits (rules_version, type, most_times) values (${number}, 'Attending', 1)`,
    ])
      await expect(attempt).rejects.toMatchObject({ code: 'SP004' })
    await expect(sql`insert into rules_versions (number) values (${number + 1})`).rejects.toThrow('lacks the bands')
  })
})

describe('a limit', () => {
  test('lets the earliest count: what exceeds it is stored, counts 0 and says why', async () => {
    await inForce({ limits: [{ activity_id: seminar.id, most_times: 2 }] })
    const [third, first, second] = [await post(seminar, '03-03'), await post(seminar, '01-01'), await post(seminar, '02-02')]
    expect(await counted(first, second, third)).toEqual([4, 4, 0])
    expect((await postings()).get(third)).toMatchObject({
      score: 4,
      state: 'posted',
      over_limit: { of: 'activity', by: 'times', most: 2 },
    })
    expect(await standing()).toMatchObject({ escore: 8, total_score: 8, posted_count: 3 })
  })

  test('of points is never exceeded, and what is over it uses nothing up: a smaller one may still count', async () => {
    await inForce({ limits: [{ type: 'Elective', most_points: 10 }] })
    const ids = [
      await post(seminar, '01-01'),
      await post(seminar, '01-02'),
      await post(seminar, '01-03'),
      await post(fair, '01-04'),
    ]
    expect(await counted(...ids)).toEqual([4, 4, 0, 0])
    const smaller = await portal.make.posting(member.id, { ...fair, score: 2 }, day('01-05'))
    expect(await counted(smaller)).toEqual([2])
    expect((await postings()).get(ids[2] ?? 0)?.over_limit).toEqual({ of: 'type', by: 'points', most: 10 })
    expect(await standing()).toMatchObject({ escore: 10 })
  })

  test('of a type and one of an activity hold together, in each term on their own', async () => {
    const limits = [
      { type: 'Elective' as const, most_times: 2 },
      { activity_id: seminar.id, most_times: 1 },
    ]
    await inForce({ limits })
    const ids = [await post(seminar, '01-01'), await post(seminar, '01-02'), await post(fair, '01-03'), await post(fair, '01-04')]
    expect(await counted(...ids)).toEqual([4, 0, 3, 0])
    const other = await addTerm()
    expect(other.rules_version).toBe(await newest())
    expect(await counted(await post(seminar, '01-01'))).toEqual([4])
  })

  test('is used up by verified postings, and not by returned ones', async () => {
    await inForce({ limits: [{ activity_id: seminar.id, most_times: 1 }] })
    const [first, second] = [await post(seminar, '01-01'), await post(seminar, '01-02')]
    const decide = (state: string, id: number, version: number) =>
      admin('PUT', '/review', { state, reason: 'No photo', postings: [{ id, version }] })
    expect((await decide('returned', first, 1)).statusCode).toBe(200)
    expect(await counted(first, second)).toEqual([0, 4])
    expect((await decide('verified', second, 1)).statusCode).toBe(200)
    // The owner edits the first posting: it counts again, and the verified one is over the limit now.
    const { payload, headers } = multipart({
      activity_id: String(seminar.id),
      starting_date: day('01-01'),
      link: 'https://x.example/',
    })
    expect((await staff('PUT', `/posted-activities/${first}`, payload, headers)).statusCode).toBe(200)
    expect(await counted(first, second)).toEqual([4, 0])
    expect(await standing()).toMatchObject({ escore: 4, verified_count: 1, returned_count: 0 })
  })

  test('is part of what a new posting replies: 0 for one over it, and the difference where a later one no longer counts', async () => {
    await inForce({ limits: [{ type: 'Elective', most_times: 1 }] })
    const effectOf = async (activity: MadeActivity, monthAndDay: string) => {
      const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date: day(monthAndDay) })
      const { postedActivity, effect } = (await staff('POST', '/posted-activities', payload, headers)).json()
      return [postedActivity.counted_points, effect.points]
    }
    expect(await effectOf(seminar, '01-05')).toEqual([4, 4])
    expect(await effectOf(fair, '01-06')).toEqual([0, 0])
    expect(await effectOf(fair, '01-04')).toEqual([3, -1])
  })

  test('is decided anew when a posting is deleted or moved; the others keep their version and have no audit record of it', async () => {
    await inForce({ limits: [{ activity_id: seminar.id, most_times: 1 }] })
    const [first, second] = [await post(seminar, '01-01'), await post(seminar, '01-02')]
    const { payload, headers } = multipart({ activity_id: String(seminar.id), starting_date: day('01-03') })
    expect((await staff('PUT', `/posted-activities/${first}`, payload, headers)).statusCode).toBe(200)
    expect(await counted(first, second)).toEqual([0, 4])
    expect((await staff('DELETE', `/posted-activities/${second}`)).statusCode).toBe(200)
    expect(await counted(first)).toEqual([4])
    expect(await standing()).toMatchObject({ escore: 4, posted_count: 1 })
    const versionsNow = await portal.sql<{ version: number }[]>`select version from posted_activities where id = ${first}`
    expect(versionsNow).toEqual([{ version: 2 }])
    const { records } = (await admin('GET', `/audit?person=${member.id}&subject=posting`)).json() as { records: AuditRecord[] }
    expect(records.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
      ['deleted', second],
      ['edited', first],
      ['posted', second],
      ['posted', first],
    ])
    expect(JSON.stringify(records)).not.toMatch(/over_limit|counted_points/)
  })

  test('a posting that is moved into a term without limits counts there', async () => {
    const free = term
    term = await addTerm()
    await inForce({ limits: [{ activity_id: seminar.id, most_times: 1 }] })
    await post(seminar, '01-01')
    const over = await post(seminar, '01-02')
    const { payload, headers } = multipart({ activity_id: String(seminar.id), starting_date: free.start_date })
    expect((await staff('PUT', `/posted-activities/${over}`, payload, headers)).statusCode).toBe(200)
    expect(await counted(over)).toEqual([4])
    expect(await standing(free)).toMatchObject({ escore: 4 })
  })

  test('that is published for a term counts all that is posted in it anew, and one that is dropped lets it count again', async () => {
    const ids = [await post(seminar, '01-01'), await post(seminar, '01-02'), await post(fair, '01-03')]
    await inForce({ limits: [{ activity_id: seminar.id, most_times: 1 }] })
    expect(await counted(...ids)).toEqual([4, 0, 3])
    expect(await standing()).toMatchObject({ escore: 7 })
    await inForce({})
    expect(await counted(...ids)).toEqual([4, 4, 3])
    expect(await standing()).toMatchObject({ escore: 11 })
  })

  test('holds for postings that arrive at the same moment', async () => {
    await inForce({ limits: [{ activity_id: seminar.id, most_times: 3 }] })
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const { payload, headers } = multipart({ activity_id: String(seminar.id), starting_date: day(`05-${10 + index}`) })
        return staff('POST', '/posted-activities', payload, headers)
      }),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 201))
    const inOrder = [...(await postings()).values()].toSorted((a, b) => a.starting_date.localeCompare(b.starting_date))
    expect(inOrder.map(({ counted_points }) => counted_points)).toEqual([4, 4, 4, 0, 0, 0, 0, 0, 0, 0])
    expect(await standing()).toMatchObject({ escore: 12, posted_count: 10 })
  })

  test('holds while others of the member are posted, edited, deleted and reviewed at the same moment: none fails', async () => {
    await inForce({ limits: [{ activity_id: seminar.id, most_times: 2 }] })
    for (let round = 0; round < 5; round += 1) {
      const month = `0${round + 1}`
      const [a, b, c] = [
        await post(seminar, `${month}-01`),
        await post(seminar, `${month}-02`),
        await post(seminar, `${month}-03`),
      ]
      const form = (monthAndDay: string) => multipart({ activity_id: String(seminar.id), starting_date: day(monthAndDay) })
      const [posted, edited] = [form(`${month}-04`), form(`${month}-05`)]
      const replies = await Promise.all([
        staff('POST', '/posted-activities', posted.payload, posted.headers),
        staff('PUT', `/posted-activities/${a}`, edited.payload, edited.headers),
        staff('DELETE', `/posted-activities/${b}`),
        admin('PUT', '/review', { state: 'returned', reason: 'x', postings: [{ id: c, version: 1 }] }),
      ])
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([201, 200, 200, 200])
      const all = [...(await postings()).values()]
      const counting = all
        .filter(({ state }) => state !== 'returned')
        .toSorted((one, other) => one.starting_date.localeCompare(other.starting_date))
      expect(counting.map(({ counted_points }) => counted_points)).toEqual(counting.map((_, index) => (index < 2 ? 4 : 0)))
      expect(await standing()).toMatchObject({ escore: 8 })
    }
  })
})

describe('a simulation', () => {
  test('says department by department who would move, by what publishing then does, and changes nothing', async () => {
    const physics = await portal.make.department()
    const [up, down, same] = [
      await portal.make.staff({ name: 'Up', title: 'al', department_id: physics.id }),
      await portal.make.staff({ name: 'Down', title: 'p', department_id: physics.id }),
      await portal.make.staff({ name: 'Same', title: 'ap', department_id: physics.id }),
    ]
    for (const { id } of [up, same]) await admin('PUT', `/users/edit-tp/${id}?term_id=${term.id}`, { tp: 11 })
    for (const monthAndDay of ['01-01', '01-02']) await portal.make.posting(down.id, seminar, day(monthAndDay))
    const rules = {
      bands: { ...specificationBands, al: [0, 6, 11, 18, 25, 45] },
      limits: [{ activity_id: seminar.id, most_times: 1 }],
    }
    const records = async () => (await portal.sql`select id from audit`).length
    const before = [await records(), await newest()]
    const simulation = (await simulate(rules)).json() as Simulation
    const department = { department_id: physics.id, department_name: physics.name, members: 3, up: 1, down: 1 }
    expect(simulation.departments).toContainEqual(expect.objectContaining(department))
    const moves = [
      {
        id: down.id,
        name: 'Down',
        title: 'p',
        department_id: physics.id,
        before: { total: 8, grade: 'D' },
        after: { total: 4, grade: 'E' },
      },
      {
        id: up.id,
        name: 'Up',
        title: 'al',
        department_id: physics.id,
        before: { total: 11, grade: 'D' },
        after: { total: 11, grade: 'C' },
      },
    ]
    expect(simulation).toMatchObject({ term: { id: term.id, name: term.name }, moves, over_limit_count: 1, over_limit_now: 0 })
    expect([await records(), await newest()]).toEqual(before)

    await inForce(rules)
    const { staff: all } = (await admin('GET', `/staff?term_id=${term.id}`)).json() as { staff: StaffMember[] }
    for (const move of moves)
      expect(all.find(({ id }) => id === move.id)).toMatchObject({ total_score: move.after.total, grade: move.after.grade })
    expect(all.find(({ id }) => id === same.id)).toMatchObject({ total_score: 11, grade: 'D' })
    expect((await simulate(rules)).json()).toMatchObject({ moves: [], over_limit_count: 1, over_limit_now: 1 })
  })

  test('is of an open term only', async () => {
    await admin('PUT', `/terms/close/${term.id}`)
    expect((await simulate({})).statusCode).toBe(409)
    expect((await admin('POST', '/rules/simulate', { ...complete({}), term_id: 999_999 })).statusCode).toBe(404)
  })
})

describe('a statement', () => {
  const statementOf = async () => (await admin('GET', `/statements?user_id=${member.id}&term_id=${term.id}`)).json().statement
  const latestCode = async () => {
    await admin('GET', `/statements/pdf?user_id=${member.id}&term_id=${term.id}`)
    const [row] = await portal.sql<[{ code: string }]>`
      select code from statements where user_id = ${member.id} order by issued_at desc limit 1`
    return row.code
  }

  test('names the version, grades by its bands and lists what is over a limit beside what counts', async () => {
    const { number, published_at } = await inForce({ bands: lower, limits: [{ activity_id: seminar.id, most_times: 1 }] })
    await post(seminar, '01-01')
    await post(seminar, '01-02')
    expect(await statementOf()).toMatchObject({
      rules: { number, published_at },
      lines: [{ points: 4, over_limit: null }],
      over_limit: [{ points: 4, over_limit: { of: 'activity', by: 'times', most: 1 } }],
      returned: [],
      sums: { escore: 4, total_score: 4 },
      with_feedback: { points: 4, grade: 'A' },
      without_feedback: { points: 4, grade: 'A' },
    })
  })

  test('as a PDF and its page name the version; it is outdated once the term has another one', async () => {
    const { number } = await inForce({ bands: lower })
    await setTp(3)
    const code = await latestCode()
    const page = (await (await portal.as(null))('GET', `/check/${code}`)).body
    expect(page).toContain(`Rules version ${number}, published `)
    expect((await admin('GET', `/statements/${code}`)).json().statement).toMatchObject({ rules: { number }, is_current: true })
    await inForce({})
    expect((await admin('GET', `/statements/${code}`)).json().statement).toMatchObject({ rules: { number }, is_current: false })
  })

  test('that was issued before there were versions is still confirmed, as long as the term has the first one', async () => {
    await portal.sql`update terms set rules_version = 1 where id = ${term.id}`
    await setTp(3)
    const statement = await statementOf()
    const withoutLimit = (lines: object[]) => lines.map((line) => ({ ...line, over_limit: undefined }))
    const { department_names: _, username: ___, ...who } = statement.member
    const { names: __, ...ofTerm } = statement.term
    const former = {
      member: who,
      term: ofTerm,
      lines: withoutLimit(statement.lines),
      returned: withoutLimit(statement.returned),
      would_add: statement.would_add,
      tp: statement.tp,
      fb: statement.fb,
      sums: statement.sums,
      with_feedback: statement.with_feedback,
      without_feedback: statement.without_feedback,
    }
    const content = JSON.stringify(former)
    await portal.sql`insert into statements (code, user_id, term_id, content, checksum, issued_by)
      values ('0123456789ABCDEF', ${member.id}, ${term.id}, ${content}, sha256(convert_to(${content}, 'UTF8')), ${member.id})`
    const confirmed = async () => (await admin('GET', '/statements/0123456789ABCDEF')).json().statement
    expect(await confirmed()).toMatchObject({ rules: null, total_score: 3, is_current: true })
    await inForce({})
    expect(await confirmed()).toMatchObject({ rules: null, is_current: false })
  })
})
