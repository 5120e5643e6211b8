import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Home } from '../../contract/home.ts'
import type { Limit } from '../../contract/rules.ts'
import type { Statement } from '../../contract/statements.ts'
import { addEvent, session } from '../../testing/events.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'

let portal: Portal
let reviewer: MadeUser
let current: { id: number; name: string }
beforeAll(async () => {
  portal = await startPortal()
  reviewer = await portal.make.admin()
  current = await portal.make.term('Year 2031', '2031-01-01', '2031-12-31', { names: { ckb: 'ساڵی ٢٠٣١' } })
  await portal.make.term('Year 2030', '2030-01-01', '2030-12-31')
})
afterAll(() => portal.stop())

async function readHome(member: MadeUser): Promise<Home> {
  const reply = await (await portal.as(member))('GET', '/home')
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().home
}

async function readStatement(member: MadeUser): Promise<Statement> {
  return (await (await portal.as(member))('GET', `/statements?user_id=${member.id}&term_id=${current.id}`)).json().statement
}

async function post(member: MadeUser, activity: { id: number }, starting_date: string) {
  const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date })
  const reply = await (await portal.as(member))('POST', '/posted-activities', payload, headers)
  expect(reply.statusCode, reply.body).toBe(201)
}

async function returnPosting(id: number, reason: string, reasons = {}) {
  await portal.sql`update posted_activities set state = 'returned', returned_reason = ${reason},
    returned_reasons = ${portal.sql.json(reasons)}, reviewed_by = ${reviewer.id}, reviewed_at = now() where id = ${id}`
}

/** Replaces the catalogue and the limits of the current term. */
async function setUp<Name extends string>(catalogue: Record<Name, Partial<MadeActivity>>, limits: Partial<Limit>[] = []) {
  const { make, sql } = portal
  await sql`update activities set removed_at = now() where removed_at is null`
  const made = {} as Record<Name, MadeActivity>
  for (const [name, given] of Object.entries(catalogue) as [Name, Partial<MadeActivity>][])
    made[name] = await make.activity({ name, ...given })
  const admin = await portal.as(reviewer)
  const based_on = (await admin('GET', '/rules')).json().versions[0].number
  const blank = { activity_id: null, type: null, most_times: null, most_points: null }
  const reply = await admin('POST', '/rules', {
    bands: specificationBands,
    limits: limits.map((limit) => ({ ...blank, ...limit })),
    note: 'For a test',
    based_on,
    term_ids: [current.id],
  })
  expect(reply.statusCode, reply.body).toBe(201)
  return made
}

test('a member reads what concerns them alone; an administrator, who is not scored, reads nothing', async () => {
  const { talk } = await setUp({ talk: { score: 4 } })
  const [member, other] = [await portal.make.staff(), await portal.make.staff()]
  await returnPosting(await portal.make.posting(other.id, talk, '2031-03-03'), 'Not readable')
  await portal.make.posting(other.id, talk, '2031-03-04')
  expect(await readHome(member)).toMatchObject({ has_posted: false, waiting_count: 0, returned: [] })
  expect(await readHome(other)).toMatchObject({
    has_posted: true,
    waiting_count: 1,
    returned: [{ returned_reason: 'Not readable' }],
  })
  // A query names nobody else.
  const asked = await (await portal.as(member))('GET', `/home?user_id=${other.id}`)
  expect(asked.json().home.has_posted).toBe(false)
  expect((await (await portal.as(reviewer))('GET', '/home')).statusCode).toBe(403)
})

test('the grades and their points are those of the statement, and the next grade is that of the scale', async () => {
  const { talk } = await setUp({ talk: { score: 4.25 } })
  const member = await portal.make.staff({ title: 'l' })
  await post(member, talk, '2031-03-03')
  const admin = await portal.as(reviewer)
  await admin('PUT', `/users/edit-tp/${member.id}?term_id=${current.id}`, { tp: 3.5 })
  await admin('PUT', `/users/edit-feedback/${member.id}?term_id=${current.id}`, { fb: 8 })
  const { without_feedback, with_feedback } = await readStatement(member)
  expect(without_feedback).toEqual({ points: 7.75, grade: 'D' })
  expect(with_feedback).toEqual({ points: 15.75, grade: 'C' })
  const { term, grades } = await readHome(member)
  expect(term).toEqual({
    id: current.id,
    name: 'Year 2031',
    names: { ckb: 'ساڵی ٢٠٣١' },
    start_date: '2031-01-01',
    end_date: '2031-12-31',
    status: 'open',
  })
  expect(grades).toEqual({
    without_feedback,
    with_feedback,
    has_nothing_yet: false,
    next: { grade: 'C', missing: 7.25, share: (7.75 - 6) / 9 },
  })
})

test('a returned posting comes with its reason and with what mending it adds, which is what mending it then adds', async () => {
  const { seminar, visit } = await setUp({ seminar: { score: 5, type: 'Elective' }, visit: { score: 7 } }, [
    { type: 'Elective', most_times: 1 },
  ])
  const member = await portal.make.staff({ title: 'l' })
  await portal.make.posting(member.id, seminar, '2031-02-02')
  const second = await portal.make.posting(member.id, seminar, '2031-05-05')
  await returnPosting(second, 'Please add the certificate.', { ckb: 'تکایە بڕوانامەکە زیاد بکەن.' })
  const enough = await portal.make.posting(member.id, visit, '2031-04-04')
  await returnPosting(enough, 'Another day?')
  const before = await readHome(member)
  expect(before.returned).toEqual([
    expect.objectContaining({ id: enough, returned_reason: 'Another day?', adds: 7, leads_to: 'D' }),
    expect.objectContaining({
      id: second,
      activity_name: 'seminar',
      starting_date: '2031-05-05',
      returned_reason: 'Please add the certificate.',
      returned_reasons: { ckb: 'تکایە بڕوانامەکە زیاد بکەن.' },
      adds: 0,
      leads_to: null,
    }),
  ])
  const { payload, headers } = multipart({ activity_id: String(visit.id), starting_date: '2031-04-05' })
  const mended = await (await portal.as(member))('PUT', `/posted-activities/${enough}`, payload, headers)
  expect(mended.statusCode, mended.body).toBe(200)
  const after = await readHome(member)
  const points = ({ grades }: Home) => grades?.without_feedback
  expect(points(before)).toEqual({ points: 5, grade: 'E' })
  expect(points(after)).toEqual({ points: 12, grade: 'D' })
  expect(after.returned.map(({ id }) => id)).toEqual([second])
})

test('what waits is counted in all open terms, without what was decided', async () => {
  const { talk } = await setUp({ talk: { score: 1 } })
  const member = await portal.make.staff()
  await portal.make.posting(member.id, talk, '2030-03-03')
  await portal.make.posting(member.id, talk, '2031-03-03')
  const verified = await portal.make.posting(member.id, talk, '2031-03-04')
  await portal.sql`update posted_activities set state = 'verified', reviewed_by = ${reviewer.id}, reviewed_at = now() where id = ${verified}`
  await returnPosting(await portal.make.posting(member.id, talk, '2030-04-04'), 'Which day?')
  const { waiting_count, returned } = await readHome(member)
  expect(waiting_count).toBe(2)
  // A posting of another term leads to no grade in this one.
  expect(returned).toEqual([expect.objectContaining({ adds: 1, leads_to: null })])
})

test('the suggestion is the first of the plan: enough for the next grade, or done before; posted, it keeps its word', async () => {
  const { small, enough, known } = await setUp({ small: { score: 2 }, enough: { score: 6.5 }, known: { score: 8 } })
  const member = await portal.make.staff({ title: 'l' })
  expect((await readHome(member)).suggestion).toEqual({
    activity: { id: enough.id, name: 'enough', names: {}, score: 6.5, type: 'Compulsory' },
    done_in: null,
    is_enough: true,
  })
  await portal.make.posting(member.id, known, '2030-03-03')
  const home = await readHome(member)
  expect(home.suggestion).toMatchObject({ activity: { id: known.id }, done_in: { name: 'Year 2030' }, is_enough: true })
  expect(home.grades).toMatchObject({ has_nothing_yet: true, next: { grade: 'D' } })
  await post(member, known, '2031-03-03')
  const after = await readHome(member)
  expect(after.grades?.without_feedback).toEqual({ points: 8, grade: 'D' })
  // Neither of the others brings the 7 points to C alone: the largest comes first.
  expect(after.suggestion).toMatchObject({ activity: { id: enough.id }, done_in: null, is_enough: false })
  await portal.make.posting(member.id, small, '2030-05-05')
  expect((await readHome(member)).suggestion).toMatchObject({ activity: { id: small.id }, done_in: { name: 'Year 2030' } })
})

test('an activity whose limit is used up says so, is not suggested, and adds nothing', async () => {
  const { seminar, course, visit } = await setUp(
    { seminar: { score: 9, type: 'Elective' }, course: { score: 6, type: 'Elective' }, visit: { score: 1 } },
    [{ type: 'Elective', most_points: 10 }],
  )
  const member = await portal.make.staff({ title: 'l' })
  expect((await readHome(member)).used_up).toEqual([])
  await post(member, course, '2031-03-03')
  const { used_up, suggestion } = await readHome(member)
  const limit = { of: 'type', by: 'points', most: 10 }
  expect(used_up).toEqual([
    { activity_id: course.id, limit },
    { activity_id: seminar.id, limit },
  ])
  expect(suggestion?.activity.id).toBe(visit.id)
  await post(member, seminar, '2031-04-04')
  expect((await readStatement(member)).sums.total_score).toBe(6)
})

test('after the last day of posting nothing is suggested, but for a member for whom it is open longer', async () => {
  await setUp({ talk: { score: 2 } })
  const member = await portal.make.staff()
  const { sql } = portal
  await sql`update terms set start_date = current_date - 60, end_date = current_date + 60, posting_until = current_date - 1 where id = ${current.id}`
  const [days] = await sql<[{ yesterday: string; later: string }]>`
    select current_date - 1 as yesterday, current_date + 5 as later`
  expect(await readHome(member)).toMatchObject({ posting_until: days.yesterday, suggestion: null })
  await sql`insert into term_extensions (term_id, kind, user_id, last_day, created_by)
    values (${current.id}, 'posting', ${member.id}, ${days.later}::date, ${reviewer.id})`
  expect(await readHome(member)).toMatchObject({ posting_until: days.later, suggestion: { activity: { name: 'talk' } } })
  expect((await readHome(await portal.make.staff())).suggestion).toBeNull()
  await sql`update terms set start_date = '2031-01-01', end_date = '2031-12-31', posting_until = null where id = ${current.id}`
})

test('in a closed term without this member there is no grade, and nothing can be posted', async () => {
  await setUp({ talk: { score: 2 } })
  const member = await portal.make.staff()
  const admin = await portal.as(reviewer)
  expect((await admin('PUT', `/terms/close/${current.id}`, {})).statusCode).toBe(200)
  const arrived = await portal.make.staff()
  expect(await readHome(member)).toMatchObject({
    term: { status: 'closed' },
    grades: { without_feedback: { grade: 'E' } },
    suggestion: null,
  })
  expect(await readHome(arrived)).toMatchObject({ grades: null, suggestion: null, used_up: [] })
})

test('the next three events for the member are there, the soonest first, with what they bring; others are not', async () => {
  const { make, sql } = portal
  const term = await make.termOfToday()
  const activity = await make.activity({ score: 3 })
  const department = await make.department()
  const member = await make.staff({ department_id: department.id })
  const [asMember, admin] = [await portal.as(member), await portal.as(reviewer)]
  const add = async (name: string, beginsIn: number, more: object = {}): Promise<number> => {
    const input = { activity_id: activity.id, name, audience: 'department', department_id: department.id }
    return (await addEvent(admin, { ...input, sessions: [session(beginsIn, beginsIn + 60)], ...more })).id
  }
  const names = async () => (await readHome(member)).events?.map(({ name }) => name)
  expect(await names()).toEqual([])
  const other = await make.department()
  await add('Of others', 20, { department_id: other.id })
  await admin('PUT', `/events/cancel/${await add('Cancelled', 25)}`)
  await admin('PUT', `/events/done/${await add('Ended by the organiser', -30)}`)
  const over = await add('Over', -30)
  await sql`update event_sessions set begins_at = begins_at - interval '2 days', ends_at = ends_at - interval '2 days' where event_id = ${over}`
  for (const [name, hours] of [
    ['Fourth', 96],
    ['Third', 72],
    ['Second', 48],
  ] as const)
    await add(name, hours * 60)
  // Of several sessions the next one decides.
  const running = await add('Running', -20, { seats: 1 })
  expect(await names()).toEqual(['Running', 'Second', 'Third'])
  expect((await readHome(member)).events?.[0]).toEqual({
    id: running,
    name: 'Running',
    names: {},
    place: 'Hall 2',
    begins_at: expect.stringMatching(/Z$/),
    ends_at: expect.stringMatching(/Z$/),
    is_coming: false,
    is_full: false,
    was_there: false,
    gain: { points: 3, because: null, limit: null },
  })
  await asMember('PUT', `/events/coming/${running}`, { is_coming: true })
  const { event } = (await admin('GET', `/events/${running}`)).json()
  await make.posting(member.id, activity, event.starting_date)
  await admin('PUT', `/events/tick/${running}`, { session_id: event.sessions[0].id, user_ids: [member.id] })
  expect((await readHome(member)).events?.[0]).toMatchObject({
    is_coming: true,
    is_full: true,
    was_there: true,
    gain: { points: 0, because: 'posted' },
  })
  await admin('PUT', `/terms/close/${term.id}`, {})
  expect(await names()).toEqual([])
})
