import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InboxReply, LineKey } from '../../contract/inbox.ts'
import { pageSize } from '../../contract/limits.ts'
import { addDays } from '../../contract/term-days.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { takes } from './inbox.queries.ts'

let portal: Portal
let admin: Caller
let administrator: MadeUser
let head: Caller
let headOfPhysics: MadeUser
let member: MadeUser
let activity: MadeActivity
let term: { id: number }
let physics: { id: number }
const [first, second] = ['2026-10-01', '2026-10-02']

beforeAll(async () => {
  portal = await startPortal()
  const { make, sql } = portal
  await sql`insert into first_sign_ins (user_id) select id from users on conflict do nothing`
  administrator = await make.admin()
  admin = await portal.as(administrator)
  term = await make.term('Autumn', '2026-09-01', '2027-01-31')
  activity = await make.activity({ name: 'A lecture' })
  physics = await make.department('Physics')
  headOfPhysics = await make.head(physics.id)
  head = await portal.as(headOfPhysics)
  member = await make.staff({ department_id: physics.id })
  await portal.startSession(member)
})
afterAll(() => portal.stop())

const read = async (who: Caller = admin) => (await who('GET', '/inbox')).json() as InboxReply
const count = async (who: Caller = admin) => (await who('GET', '/inbox/count')).json().count as number
const take = (who: Caller, line: LineKey & { from_id?: number }) => who('PUT', '/inbox/take', line)
const age = (id: number, days: number) =>
  portal.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update posted_activities set created_at = now() - make_interval(days => ${days}) where id = ${id}`
  })
const versionOf = async (id: number) =>
  (await portal.sql<[{ version: number }]>`select version from posted_activities where id = ${id}`)[0].version
const decide = async (id: number, state: 'verified' | 'returned') => {
  const reason = state === 'returned' ? { reason: 'Which event?' } : {}
  const reply = await admin('PUT', '/review', { state, ...reason, postings: [{ id, version: await versionOf(id) }] })
  expect(reply.statusCode).toBe(200)
}
/** The owner mends a posting. */
async function mend(owner: MadeUser, id: number, starting_date: string, link = `https://events.example/${id}`) {
  const fields = { activity_name: activity.name, starting_date, link, version: String(await versionOf(id)) }
  const { payload, headers } = multipart(fields)
  const session = await portal.startSession(owner)
  const reply = await portal.app.inject({
    method: 'PUT',
    url: `/posted-activities/${id}`,
    payload,
    headers: { ...headers, ...session },
  })
  expect(reply.statusCode).toBe(200)
}

/** A posting that was returned and sent again by its owner. */
async function resubmit(owner: MadeUser, date: string): Promise<number> {
  const id = await portal.make.posting(owner.id, activity, date)
  await decide(id, 'returned')
  await mend(owner, id, date)
  return id
}

test('nothing waits at first, and members have no inbox', async () => {
  expect(await read()).toMatchObject({
    count: 0,
    questions: { count: 0, lines: [] },
    mails: { count: 0, lines: [] },
    days: { lines: [] },
  })
  expect(await count()).toBe(0)
  const own = await portal.as(member)
  expect((await own('GET', '/inbox')).statusCode).toBe(403)
  expect((await own('GET', '/inbox/count')).statusCode).toBe(403)
  expect((await take(own, { kind: 'question', id: 1 })).statusCode).toBe(403)
})

test('a question waits for those who may answer it, until it is answered', async () => {
  const id = await portal.make.question(member.id, 'missing')
  expect((await read()).questions).toMatchObject({
    count: 1,
    lines: [{ id, member_name: member.name, department: { name: 'Physics' } }],
  })
  expect((await read(head)).questions.count).toBe(1)
  expect([await count(), await count(head)]).toEqual([1, 1])
  expect((await admin('PUT', `/questions/decline/${id}`, { version: 1, answer: 'It is there.' })).statusCode).toBe(200)
  expect([await count(), await count(head)]).toEqual([0, 0])
})

test('a returned posting that was sent again waits, and one that was only edited does not', async () => {
  const id = await resubmit(member, first)
  const edited = await portal.make.posting(member.id, activity, second)
  for (const link of ['https://events.example/x', 'https://events.example/y']) await mend(member, edited, second, link)
  expect(await versionOf(edited)).toBeGreaterThan(2)
  expect((await read()).resubmitted).toMatchObject({ count: 1, lines: [{ id, activity_name: 'A lecture', taken: null }] })
  await decide(id, 'verified')
  await decide(edited, 'verified')
  expect((await read()).resubmitted.count).toBe(0)
})

test('the same image, file or link elsewhere is a warning; a colleague at the same event is none', async () => {
  const { make, sql } = portal
  const other = await make.activity()
  const link = 'https://events.example/same'
  const [one, colleague] = [await make.posting(member.id, activity, '2026-10-05', link), await make.staff()]
  await portal.startSession(colleague)
  const note = await make.posting(colleague.id, activity, '2026-10-05', link)
  expect((await read()).same_evidence.count).toBe(0)
  const warned = await make.posting(colleague.id, other, '2026-10-06', link)
  expect((await read()).same_evidence.lines.map(({ id }) => id).toSorted()).toEqual([one, note, warned].toSorted())
  // Warnings of Review and of the inbox are the same.
  const queue: { id: number; same_link: { is_note: boolean }[] }[] = (await admin('GET', '/review')).json().postings
  expect(queue.filter(({ same_link }) => same_link.some(({ is_note }) => !is_note))).toHaveLength(3)
  // The head sees the one of the own department, though the other is elsewhere.
  expect((await read(head)).same_evidence.lines.map(({ id }) => id)).toEqual([one])

  const bytes = Buffer.from('one image')
  const [photo, file] = [
    await make.posting(member.id, activity, '2026-10-07'),
    await make.posting(member.id, other, '2026-10-08'),
  ]
  await sql`insert into posted_images (posted_activity_id, bytes) values (${photo}, ${bytes})`
  await make.evidence(file, 'photo', bytes)
  expect((await read()).same_evidence.count).toBe(5)
  for (const id of [one, note, warned, photo, file]) await decide(id, 'verified')
  expect(await count()).toBe(0)
})

test('postings that wait for more than 14 days: by department, with whom, and again from the day on which they were sent again', async () => {
  const { make, sql } = portal
  const [old, older, fresh] = [
    await make.posting(member.id, activity, '2026-11-01'),
    await make.posting(member.id, activity, '2026-11-02'),
    await make.posting(member.id, activity, '2026-11-03'),
  ]
  const ofHead = await make.posting(headOfPhysics.id, activity, '2026-11-01')
  const again = await resubmit(member, '2026-11-04')
  for (const [id, days] of [
    [old, 15],
    [older, 20],
    [fresh, 13],
    [ofHead, 15],
    [again, 30],
  ] as const)
    await age(id, days)
  const delegate = await make.staff()
  await portal.startSession(delegate)
  await make.delegation(headOfPhysics, delegate)
  expect((await read()).late).toMatchObject({
    count: 1,
    of: 3,
    lines: [
      {
        id: physics.id,
        postings: 3,
        heads: [{ id: headOfPhysics.id, name: headOfPhysics.name }],
        delegates: [{ id: delegate.id, name: delegate.name }],
        office: 1,
      },
    ],
  })
  // The list behind the numbers has the same postings.
  const list = async (more: string) =>
    (await admin('GET', `/review?mark=late${more}`)).json().postings.map((one: { id: number }) => one.id)
  expect(await list('')).toEqual([old, older, ofHead])
  expect(await list(`&department_id=${physics.id}`)).toEqual([old, older, ofHead])
  expect(await list('&department_id=none')).toEqual([])
  expect((await admin('GET', '/review/counts')).json().marks.late).toBe(3)
  // Never the own postings.
  const deciders = { heads: [{ id: headOfPhysics.id }], delegates: [{ id: null, name: delegate.name }] }
  expect((await read(head)).late).toMatchObject({ count: 1, of: 2, lines: [{ postings: 2, office: 0, ...deciders }] })
  // After the last day of review, only the office decides.
  await sql`update terms set review_until = current_date - 1 where id = ${term.id}`
  expect((await read()).late.lines).toMatchObject([{ postings: 3, office: 3 }])
  await sql`update terms set review_until = null where id = ${term.id}`
  for (const id of [old, older, fresh, ofHead, again]) await decide(id, 'verified')
  expect((await read()).late).toMatchObject({ count: 0, of: 0, lines: [] })
})

test('all departments whose postings wait too long are there, with members of none; and the list of each has as many', async () => {
  const { make, sql } = portal
  const made: number[] = []
  const departments = [0]
  for (let number = 0; number <= pageSize.inbox; number += 1) departments.push((await make.department()).id)
  for (const id of departments) {
    const owner = await make.staff(id > 0 ? { department_id: id } : {})
    if (id === 0) await sql`update users set department_id = null where id = ${owner.id}`
    await portal.startSession(owner)
    made.push(await make.posting(owner.id, activity, '2026-11-20'))
  }
  for (const id of made) await age(id, 15)
  const { late } = await read()
  expect(late).toMatchObject({ count: departments.length, of: departments.length })
  expect(late.lines.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(departments)
  for (const [index, id] of departments.entries()) {
    const list = (await admin('GET', `/review?mark=late&department_id=${id || 'none'}`)).json()
    expect(list).toMatchObject({ count: 1, postings: [{ id: made[index] }] })
  }
  for (const id of made) await decide(id, 'verified')
})

test('members who never signed in, by department, and addresses that are refused, are for administrators', async () => {
  const { make, sql } = portal
  const [one, , elsewhere] = [
    await make.staff({ department_id: physics.id }),
    await make.staff({ department_id: physics.id }),
    await make.staff(),
  ]
  const refuse = (email: string) => sql`insert into mail_failures (user_id, email, attempts, reason, is_refused, retry_at)
    values (${elsewhere.id}, ${email}, 2, '550 No such user', true, now() + interval '30 days')`
  await refuse(elsewhere.email)
  const reply = await read()
  expect(reply).toMatchObject({
    count: 3,
    never_signed_in: {
      count: 2,
      of: 3,
      lines: [
        { id: physics.id, members: 2 },
        { id: 0, members: 1, department: null },
      ],
    },
    mails: { count: 1, lines: [{ id: elsewhere.id, email: elsewhere.email, reason: '550 No such user' }] },
  })
  expect(await count()).toBe(3)
  expect(await read(head)).toMatchObject({ count: 0, never_signed_in: null, mails: null })
  expect((await take(head, { kind: 'mail', id: elsewhere.id })).statusCode).toBe(404)
  // Another address starts anew.
  await sql`update users set email = 'new@test.example' where id = ${elsewhere.id}`
  await sql`update users set removed_at = now() where id = ${elsewhere.id}`
  expect(await count()).toBe(1)
  await sql`update users set removed_at = now() where department_id = ${physics.id} and id >= ${one.id}`
  expect(await count()).toBe(0)
})

test('the days of the next two weeks come, the next one first, and are not counted', async () => {
  const [{ today }] = await portal.sql<[{ today: string }]>`select current_date as today`
  const days = {
    posting_until: addDays(today, -1),
    review_until: today,
    release_on: addDays(today, 14),
    closing_on: addDays(today, 15),
  }
  await portal.sql`update terms set posting_until = ${days.posting_until}, review_until = ${days.review_until},
    release_on = ${days.release_on}, closing_on = ${days.closing_on} where id = ${term.id}`
  const reply = await read()
  expect(reply.days.lines.map(({ kind, left }) => [kind, left])).toEqual([
    ['review_until', 0],
    ['release_on', 14],
  ])
  expect([reply.count, await count()]).toEqual([0, 0])
  expect((await take(admin, { kind: 'release_on', id: term.id })).statusCode).toBe(200)
  expect((await read(head)).days.lines).toMatchObject([{ taken: null }, { taken: { by_id: administrator.id } }])
  expect((await take(admin, { kind: 'closing_on', id: term.id })).statusCode).toBe(404)
  await portal.sql`update terms set posting_until = null, review_until = null, release_on = null, closing_on = null where id = ${term.id}`
})

test('each group counts all of its lines and lists the oldest', async () => {
  const made: number[] = []
  for (let day = 10; day < 12 + pageSize.inbox; day += 1) made.push(await resubmit(member, `2026-12-${day}`))
  const { resubmitted, count: total } = await read()
  expect(resubmitted.count).toBe(made.length)
  expect(resubmitted.lines.map(({ id }) => id)).toEqual(made.slice(0, pageSize.inbox))
  expect([total, await count()]).toEqual([made.length, made.length])
  for (const id of made) await decide(id, 'verified')
})

test('a line is taken by one person; of two at once the second is told by whom', async () => {
  const id = await portal.make.question(member.id, 'missing')
  const line = { kind: 'question', id } as const
  const replies = await Promise.all([take(admin, line), take(head, line)])
  const [won, lost] = replies.toSorted((one, other) => one.statusCode - other.statusCode)
  const by = won?.json().taken.by_name as string
  expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409])
  expect(lost?.json().message).toBe(`${by} has already taken this.`)
  expect((await read()).questions.lines).toMatchObject([{ taken: { by_name: by } }])
  const listed = async (who: Caller, address: string) =>
    ((await who('GET', address)).json() as { questions: { id: number; taken?: unknown }[] }).questions.find(
      (one) => one.id === id,
    )
  expect(await listed(admin, '/questions')).toMatchObject({ taken: { by_name: by } })
  // Members do not read who of the office sees to their question.
  expect(await listed(await portal.as(member), '/questions/own')).toMatchObject({ taken: null })
  const [winner, loser] = by === administrator.name ? [admin, head] : [head, admin]
  // Another person's line is not given back, but taken over by somebody who has seen who has it.
  await loser('PUT', '/inbox/give-back', line)
  expect((await read()).questions.lines).toMatchObject([{ taken: { by_name: by } }])
  expect((await take(loser, { ...line, from_id: 999_999 })).statusCode).toBe(409)
  expect((await take(loser, { ...line, from_id: won?.json().taken.by_id })).statusCode).toBe(200)
  expect((await take(winner, line)).statusCode).toBe(409)
  await loser('PUT', '/inbox/give-back', line)
  expect((await read()).questions.lines).toMatchObject([{ taken: null }])
  expect((await take(winner, line)).statusCode).toBe(200)
  await portal.sql`update score_questions set state = 'withdrawn' where id = ${id}`
  expect((await take(winner, line)).statusCode).toBe(404)
})

test('taking ends with the line, and with the right to the inbox', async () => {
  const id = await resubmit(member, '2027-01-10')
  const line = { kind: 'posting', id } as const
  expect((await take(head, line)).statusCode).toBe(200)
  const taken = async () => (await read()).resubmitted.lines[0]?.taken?.by_name
  expect(await taken()).toBe(headOfPhysics.name)
  const inReview = (await admin('GET', `/review?posting_id=${id}`)).json().postings
  expect(inReview).toMatchObject([{ id, taken: { by_name: headOfPhysics.name } }])
  await portal.sql`delete from department_heads where user_id = ${headOfPhysics.id}`
  expect(await taken()).toBeUndefined()
  await portal.sql`insert into department_heads (user_id, department_id) values (${headOfPhysics.id}, ${physics.id})`
  // Returned once more and sent again, it is a new line.
  await decide(id, 'returned')
  await mend(member, id, '2027-01-11')
  expect(await taken()).toBeUndefined()
  expect((await take(admin, line)).statusCode).toBe(200)
  await decide(id, 'verified')
  await takes(portal.database).forgetDone()
  expect(await portal.sql`select from inbox_takes`).toHaveLength(0)
})

test('somebody to whom Review was lent has what they may decide, takes it, and has nothing more than that', async () => {
  const { make, sql } = portal
  const chemistry = await make.department()
  const lender = await make.head(chemistry.id)
  const chemist = await make.staff({ department_id: chemistry.id })
  const delegate = await make.staff()
  for (const person of [lender, chemist, delegate]) await portal.startSession(person)
  const lent = await make.delegation(lender, delegate)
  const asDelegate = await portal.as(delegate)
  const [ofChemist, ofLender, ofPhysicist] = [
    await resubmit(chemist, '2026-09-25'),
    await resubmit(lender, '2026-09-25'),
    await resubmit(member, '2026-09-25'),
  ]
  await sql`update terms set review_until = current_date + 3, posting_until = current_date + 2 where id = ${term.id}`
  const reply = await read(asDelegate)
  expect(reply.resubmitted.lines.map(({ id }) => id)).toEqual([ofChemist])
  expect(reply).toMatchObject({ count: 1, never_signed_in: null, mails: null })
  // Numbers of members are for those who see the members.
  expect(reply.to_do).toMatchObject({ to_review: 1, members: null, not_scored: null, no_password: null, posted_nothing: null })
  expect(reply.days.lines.map(({ kind }) => kind)).toEqual(['review_until'])
  expect(await count(asDelegate)).toBe(1)
  for (const id of [ofLender, ofPhysicist]) expect((await take(asDelegate, { kind: 'posting', id })).statusCode).toBe(404)
  expect((await take(asDelegate, { kind: 'posting', id: ofChemist })).statusCode).toBe(200)
  const takenBy = async () => (await read()).resubmitted.lines.find(({ id }) => id === ofChemist)?.taken?.by_id
  expect(await takenBy()).toBe(delegate.id)
  // The inbox ends with what was lent.
  await sql`update delegations set ended_at = now() where id = ${lent}`
  expect(await takenBy()).toBeUndefined()
  expect((await asDelegate('GET', '/inbox')).statusCode).toBe(403)
  await sql`update terms set review_until = null, posting_until = null where id = ${term.id}`
  for (const id of [ofChemist, ofLender, ofPhysicist]) await decide(id, 'verified')
})

test('a head has neither the own postings nor those of another department in the inbox', async () => {
  const chemist = await portal.make.staff({ department_id: (await portal.make.department('Chemistry')).id })
  await portal.startSession(chemist)
  const [own, others] = [await resubmit(headOfPhysics, '2026-09-20'), await resubmit(chemist, '2026-09-20')]
  expect((await read()).resubmitted.count).toBe(2)
  expect((await read(head)).resubmitted).toMatchObject({ count: 0, lines: [] })
  for (const id of [own, others]) expect((await take(head, { kind: 'posting', id })).statusCode).toBe(404)
})
