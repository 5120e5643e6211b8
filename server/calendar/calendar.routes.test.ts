import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formatDay } from '../../contract/dates.ts'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let term: { id: number; name: string }
let department: { id: number; name: string }
let head: MadeUser
let member: MadeUser
let session: { cookie: string }
let asMember: Caller
let asHead: Caller
let activity: MadeActivity
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  term = await portal.make.term('Autumn', '2026-09-01', '2027-01-31')
  activity = await portal.make.activity({ score: 3 })
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.sql`update terms set posting_until = null, review_until = null, questions_until = null`
  department = await portal.make.department()
  head = await portal.make.head(department.id)
  member = await portal.make.staff({ department_id: department.id })
  session = await portal.startSession(member)
  ;[asMember, asHead] = [await portal.as(member), await portal.as(head)]
})

/** A day by the database's clock, which also decides what is over. */
async function dayIn(days: number): Promise<string> {
  const [row] = await portal.sql<[{ day: string }]>`select (current_date + ${days}::int)::text as day`
  return row.day
}
const words = async (days: number) => formatDay(speaker('en', en), await dayIn(days))
const setDay = (day: 'posting_until' | 'review_until' | 'questions_until', days: number) =>
  portal.sql`update terms set ${portal.sql.identifier(day)} = current_date + ${days}::int where id = ${term.id}`
async function send(method: 'POST' | 'PUT', path: string, starting_date = '2026-10-05') {
  const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date })
  return portal.app.inject({ method, url: path, payload, headers: { ...headers, ...session } })
}
const post = (starting_date?: string) => send('POST', '/posted-activities', starting_date)
const edit = (id: number, starting_date = '2026-10-06') => send('PUT', `/posted-activities/${id}`, starting_date)
const remove = (id: number) => asMember('DELETE', `/posted-activities/${id}`)
const made = () => portal.make.posting(member.id, activity, '2026-10-05')
const decide = (who: Caller, state: string, ids: number[]) =>
  portal.sql<{ id: number; version: number }[]>`select id, version from posted_activities where id = any(${ids})`.then(
    (postings) => who('PUT', '/review', { state, postings, reason: 'Please add the link' }),
  )
const extend = async (part: string, whom: object, days = 3) =>
  admin('POST', `/terms/extensions/${term.id}`, { part, last_day: await dayIn(days), ...whom })

describe('after the last day of posting', () => {
  test('a member posts, edits and deletes nothing, and reads the day and whom to ask; on the day itself all of it is done', async () => {
    const id = await made()
    await setDay('posting_until', 0)
    expect((await post('2026-10-07')).statusCode).toBe(201)
    expect((await edit(id)).statusCode).toBe(200)
    await setDay('posting_until', -1)
    const refused = {
      message: `Posting in Autumn ended on ${await words(-1)}. Ask an administrator to reopen it for you.`,
      code: 'termDays.postingOver',
      params: { term: 'Autumn', day: await words(-1) },
    }
    for (const reply of [await post('2026-10-08'), await edit(id, '2026-10-09'), await remove(id)]) {
      expect(reply.statusCode).toBe(409)
      expect(reply.json()).toEqual(refused)
    }
    expect(await portal.sql`select from posted_activities where user_id = ${member.id}`).toHaveLength(2)
  })

  test('a returned posting is mended until the last day of review, and without one until the closing', async () => {
    const [first, second, third] = [
      await made(),
      await portal.make.posting(member.id, activity, '2026-10-12'),
      await portal.make.posting(member.id, activity, '2026-10-20'),
    ]
    await portal.sql`update posted_activities set state = 'returned', returned_reason = 'Link?', reviewed_by = ${head.id}, reviewed_at = now()
      where user_id = ${member.id}`
    await setDay('posting_until', -9)
    expect((await edit(first, '2026-10-10')).statusCode).toBe(200)
    await setDay('review_until', 0)
    expect((await edit(second, '2026-10-13')).statusCode).toBe(200)
    // What was sent again is an ordinary posting: it waits for its reviewer.
    expect((await edit(second, '2026-10-14')).json().code).toBe('termDays.postingOver')
    await setDay('review_until', -1)
    expect((await edit(third, '2026-10-21')).json().params).toEqual({ term: 'Autumn', day: await words(-1) })
    expect((await remove(third)).statusCode).toBe(409)
  })

  test('nothing is moved into the term from another one, whose day has not passed', async () => {
    await portal.make.term(`Open ${member.id}`, `${2030 + (member.id % 100)}-01-01`, `${2030 + (member.id % 100)}-12-31`)
    const id = await portal.make.posting(member.id, activity, `${2030 + (member.id % 100)}-03-01`)
    await setDay('posting_until', -1)
    expect((await edit(id, '2026-10-05')).json().code).toBe('termDays.postingOver')
    expect((await edit(id, `${2030 + (member.id % 100)}-03-02`)).statusCode).toBe(200)
  })

  test('reviewers decide as before, and a day that is moved opens posting again', async () => {
    const id = await made()
    await setDay('posting_until', -1)
    expect((await decide(asHead, 'verified', [id])).statusCode).toBe(200)
    await setDay('posting_until', 1)
    expect((await post('2026-10-11')).statusCode).toBe(201)
  })
})

describe('after the last day of review', () => {
  test('a head and a delegate of one decide nothing, an administrator and a delegate of one do', async () => {
    const ids = [await made(), await portal.make.posting(member.id, activity, '2026-10-12')]
    const [ofHead, ofAdmin] = [await portal.make.staff(), await portal.make.staff()]
    await portal.make.delegation(head, ofHead)
    await portal.make.delegation(await portal.make.admin(), ofAdmin)
    await setDay('review_until', 0)
    expect((await decide(asHead, 'verified', ids)).statusCode).toBe(200)
    await setDay('review_until', -1)
    for (const who of [asHead, await portal.as(ofHead)])
      for (const state of ['posted', 'returned'])
        expect((await decide(who, state, ids)).json()).toMatchObject({
          code: 'termDays.reviewOver',
          message: `Review in Autumn ended on ${await words(-1)}. Ask an administrator to reopen it for you.`,
        })
    expect((await decide(await portal.as(ofAdmin), 'posted', ids)).statusCode).toBe(200)
    expect((await decide(admin, 'verified', ids)).statusCode).toBe(200)
  })

  test('a head still answers a question about a posting', async () => {
    const id = await made()
    await decide(admin, 'returned', [id])
    const { payload, headers } = multipart({ subject: 'posting', posting_id: String(id), text: 'Why?' })
    const asked = await portal.app.inject({ method: 'POST', url: '/questions', payload, headers: { ...headers, ...session } })
    const { question } = asked.json()
    await setDay('review_until', -1)
    const answer = { version: question.version, answer: 'You are right.' }
    expect((await asHead('PUT', `/questions/accept/${question.id}`, answer)).statusCode).toBe(200)
  })
})

test('after the last day for questions a member writes nothing further, and the office does', async () => {
  const id = await portal.make.question(member.id)
  await setDay('questions_until', -1)
  const write = (who: Caller) => who('POST', `/questions/messages/${id}`, { text: 'And this?' })
  expect((await write(asMember)).json()).toMatchObject({ code: 'termDays.questionsOver' })
  expect((await write(asHead)).statusCode).toBeLessThan(300)
  await extend('questions', { user_id: member.id })
  expect((await write(asMember)).statusCode).toBeLessThan(300)
})

describe('reopening for one person or department', () => {
  test.each(['person', 'department'])('opens posting for one %s until the end of a day, and for nobody else', async (whom) => {
    await setDay('posting_until', -5)
    await setDay('questions_until', -5)
    const target = whom === 'person' ? { user_id: member.id } : { department_id: department.id }
    // Of another part it opens nothing.
    await extend('questions', target, 0)
    expect((await post()).json().code).toBe('termDays.postingOver')
    const reply = await extend('posting', target, 0)
    expect(reply.statusCode).toBe(201)
    const { extension } = reply.json()
    expect(extension).toMatchObject({
      part: 'posting',
      last_day: await dayIn(0),
      created_by: 'Rana Wahid',
      created_by_id: expect.any(Number),
    })
    expect((await post()).statusCode).toBe(201)
    const { extensions } = (await admin('GET', `/terms/extensions/${term.id}`)).json()
    expect(extensions).toContainEqual(extension)
    const own = { term_id: term.id, part: 'posting', last_day: await dayIn(0) }
    expect((await asMember('GET', '/calendar/own')).json().extensions).toContainEqual(own)

    session = await portal.startSession(await portal.make.staff())
    expect((await post()).json().code).toBe('termDays.postingOver')
    session = await portal.startSession(member)
    // Its last day was yesterday.
    await portal.sql`update term_extensions set last_day = current_date - 1 where id = ${extension.id}`
    expect((await post('2026-10-09')).json().params.day).toBe(await words(-1))
  })

  test('opens review for one head, or for the reviewers of one department', async () => {
    const ids = [await made()]
    await setDay('review_until', -1)
    await extend('review', { user_id: member.id })
    expect((await decide(asHead, 'verified', ids)).statusCode).toBe(409)
    await extend('review', { user_id: head.id })
    expect((await decide(asHead, 'verified', ids)).statusCode).toBe(200)
    const delegate = await portal.make.staff()
    await portal.make.delegation(head, delegate)
    expect((await decide(await portal.as(delegate), 'posted', ids)).statusCode).toBe(409)
    await extend('review', { department_id: department.id })
    expect((await decide(await portal.as(delegate), 'posted', ids)).statusCode).toBe(200)
  })

  test('is withdrawn once, and then the day of the term counts again', async () => {
    await setDay('posting_until', -5)
    const { extension } = (await extend('posting', { user_id: member.id })).json()
    expect((await admin('PUT', `/terms/withdraw-extension/${extension.id}`)).statusCode).toBe(200)
    expect((await admin('PUT', `/terms/withdraw-extension/${extension.id}`)).json().code).toBe('calendar.alreadyWithdrawn')
    expect((await post()).json().params.day).toBe(await words(-5))
    expect((await asMember('GET', '/calendar/own')).json().extensions).toEqual([])
    expect((await admin('PUT', '/terms/withdraw-extension/999999')).statusCode).toBe(404)
  })

  test('is a notice for those concerned and a record of the term', async () => {
    await setDay('review_until', -1)
    await portal.sql`delete from notices where user_id = ${head.id}`
    const { extension } = (await extend('review', { department_id: department.id })).json()
    const noticesOf = async (who: Caller) => (await who('GET', '/notices')).json().notices
    expect(await noticesOf(asMember)).toEqual([])
    expect(await noticesOf(asHead)).toMatchObject([
      { kind: 'day extended', term_name: 'Autumn', details: { part: 'review', by: 'Rana Wahid', last_day: await dayIn(3) } },
    ])
    await admin('PUT', `/terms/withdraw-extension/${extension.id}`)
    // It was not read yet, and is out of date.
    expect(await noticesOf(asHead)).toEqual([])
    await extend('review', { user_id: head.id })
    const [read] = await noticesOf(asHead)
    await asHead('PUT', '/notices/read', { ids: [read.id] })
    await admin('PUT', `/terms/withdraw-extension/${read.details.extension_id}`)
    expect(await noticesOf(asHead)).toMatchObject([{ kind: 'extension withdrawn' }, { kind: 'day extended' }])
    const { body } = await admin('GET', '/audit.csv?subject=term&kind=day+extended')
    expect(body).toContain('Term Autumn extended for someone')
    expect(body).toContain(`Department: ${department.name}`)
    expect(body).toContain(`Concerns ${head.name}`)
  })

  test.each([
    ['a day that has passed', { last_day: -1 }, 'calendar.dayPassed', 'last_day'],
    ['a day that is not after that of the term', { last_day: 2 }, 'calendar.notLater', 'last_day'],
    ['a part without a day', { part: 'review' }, 'calendar.noDay', 'part'],
    ['an unknown part', { part: 'scores' }, 'calendar.partRequired', 'part'],
    ['nobody', { user_id: null }, 'calendar.personRequired', 'user_id'],
    ['both', { department_id: 1 }, 'calendar.personRequired', 'user_id'],
    ['an unknown person', { user_id: 999_999 }, 'calendar.personRequired', 'user_id'],
    ['an unknown department', { user_id: null, department_id: 999_999 }, 'calendar.departmentRequired', 'department_id'],
  ])('is refused for %s', async (_, { last_day = 9, ...given }: Record<string, unknown>, code, field) => {
    await setDay('posting_until', 2)
    const body = { part: 'posting', user_id: member.id, last_day: await dayIn(Number(last_day)), ...given }
    const reply = await admin('POST', `/terms/extensions/${term.id}`, body)
    expect(reply.json().errors).toMatchObject([{ field, code }])
    expect(await portal.sql`select from term_extensions where term_id = ${term.id} and user_id = ${member.id}`).toEqual([])
  })
})

test('a posting waits for a day that is being changed, and is decided by the new one', async () => {
  let reply: ReturnType<typeof post> | undefined
  await portal.sql.begin(async (tx) => {
    await tx`update terms set posting_until = current_date - 1 where id = ${term.id}`
    reply = post()
    const waiting = () => portal.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting).toHaveLength(1)
  })
  expect((await reply)?.statusCode).toBe(409)
})
