import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InboxReply } from '../../contract/inbox.ts'
import { longestPostingMessage, mostPostingMessagesAnHour, mostUnansweredMessages } from '../../contract/limits.ts'
import type { Notice } from '../../contract/notices.ts'
import type { HistoryEntry, InCharge } from '../../contract/posting-history.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

// What both sides write about a posting. The rows that each caller reaches: server/policy/rows.test.ts.

let portal: Portal
let administrator: MadeUser
let admin: Caller
let closed: number
beforeAll(async () => {
  portal = await startPortal()
  administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  await portal.make.term('Year', '2026-09-01', '2027-08-31')
  closed = (await portal.make.term('Year before', '2025-09-01', '2026-08-31')).id
})
afterAll(() => portal.stop())

let physics: { id: number; name: string }
let head: MadeUser
let asHead: Caller
let member: MadeUser
let staff: Caller
let activity: MadeActivity
let day: string
let days = 0
beforeEach(async () => {
  physics = await portal.make.department()
  head = await portal.make.head(physics.id)
  asHead = await portal.as(head)
  member = await portal.make.staff({ department_id: physics.id })
  staff = await portal.as(member)
  activity = await portal.make.activity()
  days += 1
  day = `2026-10-${String(days).padStart(2, '0')}`
})

const posted = () => portal.make.posting(member.id, activity, day)
const write = (by: Caller, id: number, text: unknown) => by('POST', `/posted-activities/${id}/messages`, { text })
const historyOf = async (by: Caller, id: number) =>
  (await by('GET', `/posted-activities/${id}/history`)).json() as { entries: HistoryEntry[]; in_charge: InCharge | null }
const stepsOf = async (by: Caller, id: number) =>
  (await historyOf(by, id)).entries.map(({ kind, actor_name, text, reason }) => [kind, actor_name, text ?? reason])
const noticesOf = async (by: Caller) =>
  ((await by('GET', '/notices')).json().notices as Notice[]).filter(({ kind }) => kind === 'posting message')
const repliesFor = async (by: Caller) => ((await by('GET', '/inbox')).json() as InboxReply).replies
const codeOf = ({ statusCode, json }: Awaited<ReturnType<Caller>>) => [statusCode, json().code]

async function decide(id: number, state: 'verified' | 'returned' | 'posted', by = asHead) {
  const postings = await portal.sql`select id, version from posted_activities where id = ${id}`
  const reply = await by('PUT', '/review', { state, ...(state === 'returned' ? { reason: 'Which event?' } : {}), postings })
  expect(reply.statusCode, reply.body).toBe(200)
}
async function send(method: 'POST' | 'PUT', url: string, fields: Record<string, string>) {
  const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date: day, ...fields })
  const session = await portal.startSession(member)
  return portal.app.inject({ method, url, payload, headers: { ...headers, ...session } })
}

describe('a note to the reviewers', () => {
  test('comes with a posting or an edit, and stands in its history for both sides', async () => {
    const reply = await send('POST', '/posted-activities', { note: '  The certificate follows in May. ' })
    expect(reply.statusCode, reply.body).toBe(201)
    const { id } = reply.json().postedActivity
    expect(
      (await send('PUT', `/posted-activities/${id}`, { link: 'https://events.example/1', note: 'Here it is' })).statusCode,
    ).toBe(200)
    const steps = [
      ['posted', member.name, null],
      ['written', member.name, 'The certificate follows in May.'],
      ['edited', member.name, null],
      ['written', member.name, 'Here it is'],
    ]
    for (const by of [staff, asHead, admin]) expect(await stepsOf(by, id)).toEqual(steps)
    expect((await asHead('GET', `/review?posting_id=${id}`)).json().postings).toMatchObject([{ id, message_count: 2 }])
    // It is in the queue with the posting, and nobody gets a notice beside.
    expect(await noticesOf(asHead)).toEqual([])
    expect((await admin('GET', '/audit.csv?subject=posting&kind=written')).body).toContain('The certificate follows in May.')
  })

  test('is optional, and refused if it is too long', async () => {
    const { id } = (await send('POST', '/posted-activities', { note: '' })).json().postedActivity
    expect((await historyOf(staff, id)).entries).toHaveLength(1)
    const long = await send('PUT', `/posted-activities/${id}`, { note: 'x'.repeat(longestPostingMessage + 1) })
    expect([long.statusCode, long.json().errors[0].field]).toEqual([400, 'note'])
  })

  test('alone does not send a returned posting again, and is not stored then', async () => {
    const id = await posted()
    await decide(id, 'returned')
    expect(codeOf(await send('PUT', `/posted-activities/${id}`, { note: 'Please' }))).toEqual([
      400,
      'postedActivities.stillReturned',
    ])
    expect((await historyOf(staff, id)).entries.map(({ kind }) => kind)).toEqual(['posted', 'returned'])
  })
})

describe('a reply to a return', () => {
  test('is work for the reviewer until somebody of the office answers or decides; each side hears of the other', async () => {
    const id = await posted()
    await decide(id, 'returned')
    const colleague = await portal.make.admin({ name: 'Dara Aziz' })
    expect((await repliesFor(asHead))?.count).toBe(0)
    expect((await write(staff, id, 'The photo shows the day.')).statusCode).toBe(201)
    // The posting stays returned: only a change makes it count.
    expect(await portal.sql`select state, version from posted_activities where id = ${id}`).toEqual([
      { state: 'returned', version: 2 },
    ])
    for (const by of [asHead, admin])
      expect((await repliesFor(by))?.lines).toMatchObject([{ kind: 'posting', id, state: 'returned', member_name: member.name }])
    expect((await asHead('GET', '/inbox/count')).json()).toEqual({ count: 1 })
    expect((await asHead('PUT', '/inbox/take', { kind: 'posting', id })).statusCode).toBe(200)
    expect((await repliesFor(admin))?.lines[0]?.taken).toMatchObject({ by_name: head.name })
    const [heard] = await noticesOf(asHead)
    expect(heard).toMatchObject({
      posting_id: id,
      person: { id: member.id },
      details: { by: member.name, text: 'The photo shows the day.', to: 'office', state: 'returned' },
    })
    // Who has decided nothing and written nothing hears of nothing.
    expect(await noticesOf(await portal.as(colleague))).toEqual([])

    expect((await write(await portal.as(colleague), id, 'Which photo?')).statusCode).toBe(201)
    expect((await repliesFor(asHead))?.count).toBe(0)
    expect(await noticesOf(staff)).toMatchObject([
      { posting_id: id, details: { by: 'Dara Aziz', text: 'Which photo?', to: 'member' } },
    ])
    await write(staff, id, 'The second one.')
    expect((await repliesFor(asHead))?.count).toBe(1)
    expect(await noticesOf(await portal.as(colleague))).toHaveLength(1)
    await decide(id, 'posted', admin)
    expect((await repliesFor(asHead))?.count).toBe(0)
    expect(await stepsOf(asHead, id)).toEqual([
      ['posted', member.name, null],
      ['returned', head.name, 'Which event?'],
      ['written', member.name, 'The photo shows the day.'],
      ['written', 'Dara Aziz', 'Which photo?'],
      ['written', member.name, 'The second one.'],
      ['taken back', 'Rana Wahid', null],
    ])
  })

  test('of another department is no work of this head', async () => {
    const id = await posted()
    await decide(id, 'returned')
    await write(staff, id, 'Look again')
    const other = await portal.as(await portal.make.head((await portal.make.department()).id))
    expect((await repliesFor(other))?.count).toBe(0)
    expect((await other('PUT', '/inbox/take', { kind: 'posting', id })).statusCode).toBe(404)
  })

  test('says in which capacity somebody wrote, and not to the member', async () => {
    const id = await posted()
    await write(asHead, id, 'Which day?')
    const last = async (by: Caller) => (await historyOf(by, id)).entries.at(-1)
    expect(await last(admin)).toMatchObject({ kind: 'written', capacity: { as: 'head' } })
    expect(await last(staff)).toMatchObject({ kind: 'written', actor_name: head.name, capacity: null })
  })
})

describe('nothing is written', () => {
  test('about a verified posting, in a closed term, without a text, by another member', async () => {
    const id = await posted()
    const stranger = await portal.as(await portal.make.staff({ department_id: physics.id }))
    expect(codeOf(await write(stranger, id, 'Hello'))).toEqual([404, 'postedActivities.notFound'])
    for (const text of ['', ' ', undefined, 'x'.repeat(longestPostingMessage + 1)])
      expect((await write(staff, id, text)).statusCode).toBe(400)
    await decide(id, 'verified')
    expect(codeOf(await write(staff, id, 'Thank you'))).toEqual([409, 'review.locked'])
    const old = await portal.make.posting(member.id, activity, '2025-10-10')
    expect((await admin('PUT', `/terms/close/${closed}`, {})).statusCode).toBe(200)
    for (const by of [staff, admin]) expect(codeOf(await write(by, old, 'Hello'))).toEqual([409, 'terms.closed'])
    expect((await admin('PUT', `/terms/reopen/${closed}`, { reason: 'For a test' })).statusCode).toBe(200)
    expect(await portal.sql`select from posting_messages where posted_activity_id in (${id}, ${old})`).toHaveLength(0)
  })

  test('after ten messages of one side in a row, also when two are sent at once', async () => {
    const id = await posted()
    for (let n = 1; n < mostUnansweredMessages; n += 1) expect((await write(staff, id, `Message ${n}`)).statusCode).toBe(201)
    const last = await Promise.all([write(staff, id, 'Tenth'), write(staff, id, 'Eleventh')])
    expect(last.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    expect(codeOf(await write(staff, id, 'Twelfth'))).toEqual([409, 'questions.waitForAnswer'])
    expect((await write(asHead, id, 'I read them')).statusCode).toBe(201)
    expect((await write(staff, id, 'Thank you')).statusCode).toBe(201)
  })

  test('after sixty messages of one person within an hour', async () => {
    const [first, second] = [await posted(), await portal.make.posting(member.id, activity, '2027-01-10')]
    await portal.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into posting_messages (posted_activity_id, author_id, text)
        select ${first}, ${member.id}, 'Message ' || n from generate_series(1, ${mostPostingMessagesAnHour - 1}) n`
    })
    expect((await write(staff, second, 'The last one')).statusCode).toBe(201)
    const refused = await write(staff, second, 'One too many')
    expect(codeOf(refused)).toEqual([409, 'conversation.tooMany'])
    expect(refused.json().errors[0].message).toBe('You have written 60 messages within an hour. Try again later.')
    await portal.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update posting_messages set created_at = created_at - interval '1 hour' where posted_activity_id = ${first}`
    })
    expect((await write(staff, second, 'Later')).statusCode).toBe(201)
  })
})

test('a message is kept as it is, and goes with a posting that its owner deletes; the audit trail keeps it', async () => {
  const id = await posted()
  await write(staff, id, 'To be kept')
  const kept = { code: 'SP004' }
  await expect(portal.sql`update posting_messages set text = 'x' where posted_activity_id = ${id}`).rejects.toMatchObject(kept)
  await expect(portal.sql`delete from posting_messages where posted_activity_id = ${id}`).rejects.toMatchObject(kept)
  expect((await staff('DELETE', `/posted-activities/${id}?user_id=${member.id}`)).statusCode).toBe(200)
  expect(await portal.sql`select from posting_messages where posted_activity_id = ${id}`).toHaveLength(0)
  expect(await portal.sql`select after from audit where kind = 'written' and subject_id = ${id}`).toEqual([
    { after: { text: 'To be kept' } },
  ])
})

test('whose change was first is said of changes: a message is none', async () => {
  const id = await posted()
  await decide(id, 'returned', admin)
  await write(staff, id, 'But why?')
  const refused = await asHead('PUT', '/review', { state: 'verified', postings: [{ id, version: 1 }] })
  expect([refused.statusCode, refused.json().explanation]).toEqual([409, expect.stringMatching(/By \u2068?Rana Wahid/)])
})

describe('who has a posting', () => {
  const inCharge = async (id: number, by = staff) => (await historyOf(by, id)).in_charge

  test('the heads of the department, who are not its member, until their day of review; else the administration', async () => {
    const id = await posted()
    expect(await inCharge(id)).toEqual({
      heads: [{ name: head.name, other_name: null }],
      delegates: [],
      usual_days: null,
    })
    // For the owner alone, and while it waits.
    expect(await inCharge(id, asHead)).toBeNull()
    const own = await portal.make.posting(head.id, activity, day)
    expect((await inCharge(own, asHead))?.heads).toEqual([])
    await portal.sql`update terms set review_until = current_date - 1 where is_current`
    expect((await inCharge(id))?.heads).toEqual([])
    await portal.sql`update terms set review_until = current_date where is_current`
    expect((await inCharge(id))?.heads).toHaveLength(1)
    await portal.sql`update terms set review_until = null where is_current`
    await decide(id, 'verified')
    expect(await inCharge(id)).toBeNull()
  })

  test('those who review for the head, as long as they may; none of them reviews an own posting', async () => {
    const delegate = await portal.make.staff({ name: 'Dara Aziz', department_id: physics.id })
    const id = await posted()
    const delegates = async (of = id, by = staff) => (await inCharge(of, by))?.delegates?.map(({ name }) => name)
    await portal.make.delegation(head, delegate)
    expect(await delegates()).toEqual(['Dara Aziz'])
    // For the delegate's own posting there is the head, for that of the head neither.
    const ofDelegate = await portal.make.posting(delegate.id, activity, day)
    const ofHead = await portal.make.posting(head.id, activity, day)
    expect(await inCharge(ofDelegate, await portal.as(delegate))).toMatchObject({ heads: [{ name: head.name }], delegates: [] })
    expect(await inCharge(ofHead, asHead)).toMatchObject({ heads: [], delegates: [] })
    await portal.sql`update terms set review_until = current_date - 1 where is_current`
    expect(await delegates()).toEqual([])
    await portal.sql`update terms set review_until = null where is_current`
    await portal.sql`update delegations set ended_at = now() where lender_id = ${head.id}`
    expect(await delegates()).toEqual([])
  })

  test('those who review for the dean, where there is no head', async () => {
    const faculty = await portal.make.faculty()
    await portal.sql`update departments set faculty_id = ${faculty.id} where id = ${physics.id}`
    const dean = await portal.make.dean(physics.id)
    const delegate = await portal.make.staff({ name: 'Shad Karim' })
    await portal.make.delegation(dean, delegate)
    const id = await posted()
    expect((await inCharge(id))?.delegates).toEqual([])
    await portal.sql`delete from department_heads where department_id = ${physics.id}`
    expect(await inCharge(id)).toMatchObject({ heads: [{ name: dean.name }], delegates: [{ name: 'Shad Karim' }] })
    await portal.sql`update departments set faculty_id = null where id = ${physics.id}`
    await portal.sql`insert into department_heads (user_id, department_id) values (${head.id}, ${physics.id})`
  })

  test('those who review for the administration, where there is no head', async () => {
    const delegate = await portal.make.staff({ name: 'Lana Omer' })
    const delegation = await portal.make.delegation(administrator, delegate)
    const id = await posted()
    expect((await inCharge(id))?.delegates).toEqual([])
    await portal.sql`delete from department_heads where department_id = ${physics.id}`
    await portal.sql`update terms set review_until = current_date - 1 where is_current`
    expect(await inCharge(id)).toMatchObject({ heads: [], delegates: [{ name: 'Lana Omer' }] })
    await portal.sql`update terms set review_until = null where is_current`
    await portal.sql`update delegations set ended_at = now() where id = ${delegation}`
    expect((await inCharge(id))?.delegates).toEqual([])
  })

  test('a delegate reads and writes in the thread while it is lent, and not afterwards; nor does another head', async () => {
    const delegate = await portal.make.staff({ name: 'Dara Aziz' })
    const asDelegate = await portal.as(delegate)
    const id = await posted()
    await portal.make.delegation(head, delegate)
    expect((await write(asDelegate, id, 'Which day?')).statusCode).toBe(201)
    await portal.sql`update delegations set ended_at = now() where lender_id = ${head.id}`
    expect((await write(staff, id, 'The first.')).statusCode).toBe(201)
    const other = await portal.as(await portal.make.head((await portal.make.department()).id))
    for (const by of [asDelegate, other]) {
      expect((await by('GET', `/posted-activities/${id}/history`)).statusCode).toBe(404)
      expect((await write(by, id, 'Still here')).statusCode).toBe(404)
      expect(await noticesOf(by)).toEqual([])
    }
    // The head reads who wrote, and for whom; the member the name alone.
    const [, asked] = (await historyOf(asHead, id)).entries
    expect(asked).toMatchObject({ actor_name: 'Dara Aziz', capacity: { as: 'delegate' } })
    expect((await historyOf(staff, id)).entries[1]).toMatchObject({ actor_name: 'Dara Aziz', capacity: null })
  })

  test('the median of the latest reviews of the department in days, from the fifth on', async () => {
    const colleague = await portal.make.staff({ department_id: physics.id })
    const reviewed = async (taken: number, number: number) => {
      const id = await portal.make.posting(colleague.id, activity, `2026-11-0${number}`)
      await decide(id, number % 2 === 0 ? 'verified' : 'returned')
      await portal.sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`update posted_activities set created_at = reviewed_at - make_interval(days => ${taken}) where id = ${id}`
      })
    }
    const id = await posted()
    for (const [index, taken] of [1, 40, 3, 2].entries()) await reviewed(taken, index + 1)
    expect((await inCharge(id))?.usual_days).toBeNull()
    await reviewed(4, 5)
    expect((await inCharge(id))?.usual_days).toBe(3)
    // Another department has its own.
    const chemist = await portal.make.staff({ department_id: (await portal.make.department()).id })
    const other = await portal.make.posting(chemist.id, activity, day)
    expect(await inCharge(other, await portal.as(chemist))).toEqual({ heads: [], delegates: [], usual_days: null })
  })
})
