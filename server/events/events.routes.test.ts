import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventPerson, PortalEvent } from '../../contract/events.ts'
import { en } from '../../contract/languages/en.ts'
import { addEvent, firstSession, session } from '../../testing/events.ts'
import type { MadeActivity, MadeUser } from '../../testing/factories.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { finishDueEvents } from './events.actions.ts'

const words = en.events

let portal: Portal
let termId: number
let department: { id: number; name: string }
let activity: MadeActivity
let admin: MadeUser
let asAdmin: Caller
let head: MadeUser
let asHead: Caller
let member: MadeUser
let asMember: Caller
beforeAll(async () => {
  portal = await startPortal()
  termId = (await portal.make.termOfToday()).id
  admin = await portal.make.admin()
  asAdmin = await portal.as(admin)
})
afterAll(() => portal.stop())
beforeEach(async () => {
  await portal.sql`delete from sign_in_attempts`
  department = await portal.make.department()
  activity = await portal.make.activity({ score: 4 })
  head = await portal.make.head(department.id)
  asHead = await portal.as(head)
  member = await portal.make.staff({ department_id: department.id })
  asMember = await portal.as(member)
})

const input = (more: object = {}) => ({
  activity_id: activity.id,
  name: 'Seminar on Kurdish prosody',
  names: { ckb: 'سیمینار' },
  place: 'Hall 2',
  audience: 'department',
  department_id: department.id,
  sessions: [session()],
  ...more,
})
const add = (more: object = {}, by = asHead) => addEvent(by, input(more))
const said = async (reply: ReturnType<Caller>) => {
  const { statusCode, ...rest } = await reply
  return [statusCode, rest.json().message]
}
const codeOf = async (event: PortalEvent, by = asHead, sessionId = firstSession(event)) =>
  (await by('GET', `/events/${event.id}/door?session_id=${sessionId}`)).json()
const checkIn = (event: PortalEvent, code: string, by = asMember) => by('POST', `/events/check-in/${event.id}`, { code })
const arrive = async (event: PortalEvent, by = asMember) => checkIn(event, (await codeOf(event)).code, by)
const checkIns = async ({ id }: PortalEvent) => {
  const rows = await portal.sql<
    { user_id: number }[]
  >`select user_id from event_check_ins where event_id = ${id} order by created_at`
  return rows.map(({ user_id }) => user_id)
}
const people = async (event: PortalEvent, by = asHead): Promise<EventPerson[]> =>
  (await by('GET', `/events/${event.id}/people`)).json().people
const totalOf = async ({ id }: MadeUser) =>
  (
    await portal.sql<{ total_score: number }[]>`select total_score from term_scores where user_id = ${id} and term_id = ${termId}`
  )[0]?.total_score ?? 0
const postingsOf = ({ id }: MadeUser) =>
  portal.sql`select activity_id, state, reviewed_by, event_id, starting_date::text from posted_activities where user_id = ${id} order by id`
/** The end of an event is moved into the past: no test waits for an hour. */
const shift = ({ id }: PortalEvent, by: string) =>
  portal.sql`update event_sessions set begins_at = begins_at - ${by}::interval, ends_at = ends_at - ${by}::interval where event_id = ${id}`

describe('an event', () => {
  test('is added by heads and deans for their members, and by administrators for everybody', async () => {
    const { message, event } = (await asHead('POST', '/events', input())).json()
    expect(message).toBe(words.added)
    expect(event).toMatchObject({
      name: 'Seminar on Kurdish prosody',
      state: 'planned',
      term_id: termId,
      may_manage: true,
      score: 4,
    })
    const other = await portal.make.department()
    expect(await said(asHead('POST', '/events', input({ department_id: other.id })))).toEqual([403, words.notYours])
    expect(await said(asHead('POST', '/events', input({ audience: 'all', department_id: null })))).toEqual([403, words.notYours])
    expect((await asMember('POST', '/events', input())).statusCode).toBe(403)
    await add({ audience: 'all', department_id: null }, asAdmin)
  })

  test('of a faculty is its dean’s, and so are those of its departments', async () => {
    const faculty = await portal.make.faculty()
    await portal.sql`update departments set faculty_id = ${faculty.id} where id = ${department.id}`
    const asDean = await portal.as(await portal.make.dean(department.id))
    await add({ audience: 'faculty', department_id: null, faculty_id: faculty.id }, asDean)
    const event = await add()
    expect((await asDean('GET', `/events/${event.id}`)).json().event.may_manage).toBe(true)
  })

  test('says which field is wrong', async () => {
    const field = async (more: object) =>
      (await asHead('POST', '/events', input(more))).json().errors?.map(({ field: of }: { field: string }) => of)
    expect(await field({ name: ' ' })).toEqual(['name'])
    expect(await field({ place: '' })).toEqual(['place'])
    expect(await field({ sessions: [] })).toEqual(['sessions'])
    expect(await field({ sessions: [session(0, -1)] })).toEqual(['sessions.0.ends_at'])
    expect(await field({ sessions: [session(), session(0, 2)] })).toEqual(['sessions'])
    expect(await field({ seats: 0 })).toEqual(['seats'])
    expect(await field({ department_id: null })).toEqual(['department_id'])
    expect(await field({ audience: 'chosen', invited: [] })).toEqual(['invited'])
    expect(await field({ activity_id: 1_000_000 })).toEqual(['activity_id'])
    expect(await field({ organisers: [1_000_000] })).toEqual(['organisers'])
  })

  test('is seen by those for whom it is, and by who organises it', async () => {
    const event = await add()
    const stranger = await portal.as(await portal.make.staff({ department_id: (await portal.make.department()).id }))
    const seen = async (by: Caller) => {
      const reply = await by('GET', `/events?term_id=${termId}`)
      expect(reply.statusCode, reply.payload).toBe(200)
      return reply.json().events.some(({ id }: PortalEvent) => id === event.id)
    }
    expect([await seen(asMember), await seen(asHead), await seen(asAdmin), await seen(stranger)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(await said(stranger('GET', `/events/${event.id}`))).toEqual([404, words.notFound])
    const reader = await portal.as(await portal.make.withRights(['reader']))
    expect((await reader('GET', `/events/${event.id}`)).json().event.may_manage).toBe(false)
  })

  test('for chosen members is for them alone', async () => {
    const colleague = await portal.make.staff({ department_id: department.id })
    const event = await add({ audience: 'chosen', invited: [colleague.id] })
    const invited = async (by: Caller) => (await by('GET', `/events/${event.id}`)).statusCode
    expect([await invited(await portal.as(colleague)), await invited(asMember)]).toEqual([200, 404])
    const stranger = await portal.make.staff({ department_id: (await portal.make.department()).id })
    expect(await said(asHead('POST', '/events', input({ audience: 'chosen', invited: [stranger.id] })))).toEqual([
      400,
      words.notInvitable,
    ])
  })

  test('is changed by an organiser who was named, but not for whom it is', async () => {
    const event = await add({ organisers: [member.id] })
    const edit = (more: object) =>
      asMember('PUT', `/events/${event.id}`, input({ organisers: [member.id], sessions: event.sessions, ...more }))
    expect((await edit({ place: 'Hall 3' })).json().event).toMatchObject({ place: 'Hall 3', version: 2 })
    expect(await said(edit({ audience: 'all', department_id: null }))).toEqual([403, words.notYours])
    const outdated = (await edit({ version: 1 })).json()
    expect(outdated.conflict).toMatchObject({ saved_by: member.name })
    await portal.sql`delete from event_organisers where event_id = ${event.id}`
    expect(await said(edit({ place: 'Hall 4' }))).toEqual([404, words.notFound])
  })

  test('that changes or is cancelled tells those who said that they come, and nobody else', async () => {
    const event = await add({ sessions: [session(60, 120)] })
    const colleague = await portal.make.staff({ department_id: department.id })
    await asMember('PUT', `/events/coming/${event.id}`, { is_coming: true })
    const edit = (more: object) => asHead('PUT', `/events/${event.id}`, input({ sessions: event.sessions, ...more }))
    await edit({ seats: 10 })
    const told = async ({ id }: MadeUser) =>
      (await portal.sql<{ kind: string }[]>`select kind from notices where user_id = ${id} order by id`).map(({ kind }) => kind)
    expect(await told(member)).toEqual([])
    await edit({ place: 'Hall 3' })
    await edit({ place: 'Hall 4' })
    expect(await told(member)).toEqual(['event changed'])
    expect((await asHead('PUT', `/events/cancel/${event.id}`)).json().event.state).toBe('cancelled')
    expect([await told(member), await told(colleague)]).toEqual([['event cancelled'], []])
    expect(await said(asMember('PUT', `/events/coming/${event.id}`, { is_coming: true }))).toEqual([409, words.notPlanned])
  })

  test('has no more people than seats who say that they come', async () => {
    const event = await add({ seats: 2, sessions: [session(60, 120)] })
    const callers = await Promise.all(
      Array.from({ length: 6 }, async () => portal.as(await portal.make.staff({ department_id: department.id }))),
    )
    const replies = await Promise.all(callers.map((by) => by('PUT', `/events/coming/${event.id}`, { is_coming: true })))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 409, 409, 409, 409])
    expect((await asHead('GET', `/events/${event.id}`)).json().event.coming_count).toBe(2)
  })
})

test('the calendar of a member has the events that come, with place and time, and crosses out cancelled ones', async () => {
  const event = await add({ place: 'Hall 2, upstairs', sessions: [session(60, 120)] })
  await asMember('PUT', `/events/coming/${event.id}`, { is_coming: true })
  const { path } = (await asMember('POST', '/calendar/address')).json()
  const read = async () => (await portal.app.inject({ method: 'GET', url: path })).payload
  const before = await read()
  const begin = event.sessions[0]?.begins_at.replaceAll(/[-:]/g, '')
  for (const line of [
    'SUMMARY:Seminar on Kurdish prosody',
    `DTSTART:${begin}`,
    'LOCATION:Hall 2\\, upstairs',
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
  ])
    expect(before).toContain(line)
  await asHead('PUT', `/events/cancel/${event.id}`)
  expect(await read()).toContain('STATUS:CANCELLED')
  await asMember('DELETE', '/calendar/address')
})

describe('the door', () => {
  test('shows the code to organisers alone, and to none whose right has ended', async () => {
    const event = await add({ organisers: [member.id] })
    const door = `/events/${event.id}/door?session_id=${firstSession(event)}`
    expect((await asHead('GET', door)).json()).toMatchObject({
      state: 'open',
      arrivals: 0,
      code: expect.stringMatching(/^[2-9A-Z]{8}$/),
    })
    expect((await asMember('GET', door)).statusCode).toBe(200)
    await portal.sql`delete from event_organisers where event_id = ${event.id}`
    expect(await said(asMember('GET', door))).toEqual([404, words.notFound])
    await portal.sql`delete from department_heads where user_id = ${head.id}`
    expect(await said(asHead('GET', door))).toEqual([404, words.notFound])
  })

  test('checks in who has the code, once, however often it is sent', async () => {
    const event = await add()
    const { code } = await codeOf(event)
    expect(await said(checkIn(event, ` ${code.toLowerCase()} `))).toEqual([201, words.checkedIn])
    const again = await Promise.all(Array.from({ length: 5 }, () => checkIn(event, code)))
    expect(again.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
    expect(await checkIns(event)).toEqual([member.id])
    expect((await codeOf(event)).arrivals).toBe(1)
    expect((await asMember('GET', `/events/${event.id}`)).json().event.sessions[0].was_there).toBe(true)
  })

  test('refuses a wrong code, one of another event and one of another session', async () => {
    const event = await add({ sessions: [session(), session(90, 100)] })
    const other = await add()
    expect(await said(checkIn(event, 'AAAAAAAA'))).toEqual([400, words.wrongCode])
    expect(await said(checkIn(event, (await codeOf(other)).code))).toEqual([400, words.wrongCode])
    expect(await codeOf(event, asHead, event.sessions[1]?.id)).toMatchObject({ state: 'before', code: null })
    expect(await checkIns(event)).toEqual([])
  })

  test('is open from 30 minutes before the begin until the end', async () => {
    const opensIn = async (beginsIn: number, endsIn: number) =>
      (await codeOf(await add({ sessions: [session(beginsIn, endsIn)] }))).state
    expect(await opensIn(31, 60)).toBe('before')
    expect(await opensIn(29, 60)).toBe('open')
    expect(await opensIn(-60, -1)).toBe('over')
    const over = await add({ sessions: [session(-60, -1)] })
    expect(await said(checkIn(over, 'AAAAAAAA'))).toEqual([409, words.notOpen])
  })

  test('is for those who are invited', async () => {
    const event = await add()
    const { code } = await codeOf(event)
    const stranger = await portal.as(await portal.make.staff({ department_id: (await portal.make.department()).id }))
    expect(await said(checkIn(event, code, stranger))).toEqual([403, words.notInvited])
    expect((await checkIn(event, code, asAdmin)).statusCode).toBe(403)
    expect(await checkIns(event)).toEqual([])
  })

  test('checks in nobody else: the body names no member', async () => {
    const event = await add()
    const { code } = await codeOf(event)
    const colleague = await portal.make.staff({ department_id: department.id })
    await asMember('POST', `/events/check-in/${event.id}`, { code, user_id: colleague.id })
    expect(await checkIns(event)).toEqual([member.id])
  })

  test('of 15 wrong codes at the same time compares ten, and a right one does not count', async () => {
    const event = await add()
    const { code } = await codeOf(event)
    for (let times = 0; times < 12; times += 1) expect((await checkIn(event, code)).statusCode).toBe(201)
    const replies = await Promise.all(Array.from({ length: 15 }, () => checkIn(event, 'AAAAAAAA')))
    const count = (status: number) => replies.filter(({ statusCode }) => statusCode === status).length
    expect([count(400), count(429)]).toEqual([10, 5])
    expect(await said(checkIn(event, code))).toEqual([429, words.tooManyGuesses])
    // The others in the hall, behind the same address, come in.
    const colleague = await portal.make.staff({ department_id: department.id })
    expect((await arrive(event, await portal.as(colleague))).statusCode).toBe(201)
  })

  test('is closed by the end of the event and by cancelling it, with the code still in hand', async () => {
    const event = await add()
    const { code } = await codeOf(event)
    await asHead('PUT', `/events/done/${event.id}`)
    expect(await said(checkIn(event, code))).toEqual([409, words.notOpen])
    expect(await codeOf(event)).toMatchObject({ state: 'over', code: null })
    const cancelled = await add()
    const { code: seen } = await codeOf(cancelled)
    await asHead('PUT', `/events/cancel/${cancelled.id}`)
    expect(await said(checkIn(cancelled, seen))).toEqual([409, words.notOpen])
  })

  test('says nothing of the secret: not in lists, records, or the audit trail', async () => {
    const event = await add()
    await asHead('PUT', `/events/${event.id}`, input({ sessions: event.sessions, place: 'Hall 5' }))
    const [row] = await portal.sql<{ secret: Buffer }[]>`select secret from event_secrets where event_id = ${event.id}`
    const texts = [row?.secret.toString('hex'), row?.secret.toString('base64'), 'secret']
    for (const path of ['/events', `/events/${event.id}`, `/events/${event.id}/people`, '/audit?subject=event']) {
      const { payload } = await asAdmin('GET', path)
      for (const text of texts) expect(payload).not.toContain(text)
    }
  })

  test('shows the organiser one device that checks in several members, and another network', async () => {
    const event = await add()
    const { code } = await codeOf(event)
    const hall = await Promise.all(Array.from({ length: 3 }, () => portal.make.staff({ department_id: department.id })))
    for (const [index, person] of hall.entries()) {
      const device = index === 0 ? 'device-of-its-own-0000' : 'device-of-two-00000000'
      await (await portal.as(person))('POST', `/events/check-in/${event.id}`, { code, device })
    }
    await portal.sql`update event_check_ins set address = '192.0.2.77' where user_id = ${hall[0]?.id ?? 0}`
    const list = await people(event)
    const of = (person: MadeUser | undefined) => list.find(({ id }) => id === person?.id)?.check_ins[0]
    expect(hall.map((person) => of(person)?.of_device)).toEqual([null, 2, 2])
    expect(hall.map((person) => of(person)?.from_elsewhere)).toEqual([true, false, false])
  })
})

describe('an organiser', () => {
  test('checks in members by name, recorded with who did it', async () => {
    const event = await add()
    const tick = (ids: number[], by = asHead) =>
      by('PUT', `/events/tick/${event.id}`, { session_id: firstSession(event), user_ids: ids })
    expect((await tick([member.id])).json().message).toBe('1 member is checked in')
    expect((await tick([member.id])).json().message).toBe(words.alreadyThere)
    expect((await people(event)).find(({ id }) => id === member.id)?.check_ins).toMatchObject([
      { how: 'ticked', recorded_by_name: head.name },
    ])
    const [record] =
      await portal.sql`select kind, actor_id, person_id from audit where subject = 'event' and kind = 'checked in' and subject_id = ${event.id}`
    expect(record).toEqual({ kind: 'checked in', actor_id: head.id, person_id: member.id })
    const stranger = await portal.make.staff({ department_id: (await portal.make.department()).id })
    expect(await said(tick([stranger.id]))).toEqual([400, words.notAllInvited])
    expect(await said(tick([head.id]))).toEqual([403, words.notOneself])
    expect(await said(tick([member.id], asMember))).toEqual([404, words.notFound])
  })

  test('scans the own code of a member, which is that of no one else', async () => {
    const event = await add()
    const { code } = (await asMember('GET', `/events/${event.id}/own-code`)).json()
    const scan = (typed: string, by = asHead) =>
      by('POST', `/events/scan/${event.id}`, { session_id: firstSession(event), code: typed })
    const colleague = await portal.make.staff({ department_id: department.id })
    expect(await said(scan(code.replace(/^\d+/, String(colleague.id))))).toEqual([400, words.wrongCode])
    expect(await said(scan('nonsense'))).toEqual([400, words.wrongCode])
    expect(await said(scan(code, asMember))).toEqual([404, words.notFound])
    expect(await said(scan(code))).toEqual([201, `${member.name} is checked in`])
    expect(await checkIns(event)).toEqual([member.id])
  })

  test('takes a member off the list with a reason, who is told, and puts them back', async () => {
    const event = await add()
    await arrive(event)
    await asHead('PUT', `/events/done/${event.id}`)
    expect(await totalOf(member)).toBe(4)
    const remove = (reason: string) => asHead('PUT', `/events/remove/${event.id}`, { user_id: member.id, reason })
    expect((await remove(' ')).statusCode).toBe(400)
    expect((await remove('You left after five minutes.')).json().message).toBe(`${member.name} is off the list`)
    expect([await totalOf(member), await postingsOf(member)]).toEqual([0, []])
    expect((await codeOf(event)).arrivals).toBe(0)
    expect(await said(remove('Again.'))).toEqual([409, `${member.name} is not on the list.`])
    const [notice] =
      await portal.sql`select details ->> 'reason' as reason from notices where user_id = ${member.id} and kind = 'event taken off'`
    expect(notice).toEqual({ reason: 'You left after five minutes.' })
    await asHead('PUT', `/events/tick/${event.id}`, { session_id: firstSession(event), user_ids: [member.id] })
    expect([await totalOf(member), (await postingsOf(member)).map(({ state }) => state)]).toEqual([4, ['verified']])
    expect((await codeOf(event)).arrivals).toBe(1)
  })
})

describe('the end of an event', () => {
  test('makes a verified posting for each who was there, once, with its points', async () => {
    const event = await add()
    const others = await Promise.all(Array.from({ length: 3 }, () => portal.make.staff({ department_id: department.id })))
    for (const person of [member, ...others]) await arrive(event, await portal.as(person))
    const reply = await asHead('PUT', `/events/done/${event.id}`)
    expect(reply.json()).toMatchObject({ posted: 4, event: { state: 'done' } })
    for (const person of [member, ...others]) {
      expect(await postingsOf(person)).toEqual([
        {
          activity_id: activity.id,
          state: 'verified',
          reviewed_by: head.id,
          event_id: event.id,
          starting_date: event.starting_date,
        },
      ])
      expect(await totalOf(person)).toBe(4)
    }
    expect(await said(asHead('PUT', `/events/done/${event.id}`))).toEqual([409, words.notPlanned])
    const [notice] = await portal.sql`select kind from notices where user_id = ${member.id}`
    expect(notice).toEqual({ kind: 'verified' })
  })

  test('is the evidence of the posting, which names it', async () => {
    const event = await add()
    await arrive(event)
    await asHead('PUT', `/events/done/${event.id}`)
    const [posting] = (await asMember('GET', `/posted-activities?user_id=${member.id}`)).json().postedActivities
    expect(posting.event).toEqual({ id: event.id, name: event.name, names: event.names, place: 'Hall 2' })
  })

  test('that two organisers say at the same time is one', async () => {
    const event = await add()
    await arrive(event)
    const replies = await Promise.all([asHead('PUT', `/events/done/${event.id}`), asAdmin('PUT', `/events/done/${event.id}`)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect([await totalOf(member), (await postingsOf(member)).length]).toEqual([4, 1])
  })

  test('verifies what the member had posted, instead of a second posting', async () => {
    const event = await add()
    const id = await portal.make.posting(member.id, activity, event.starting_date)
    await arrive(event)
    await asHead('PUT', `/events/done/${event.id}`)
    expect(await portal.sql`select id, state, event_id from posted_activities where user_id = ${member.id}`).toEqual([
      { id, state: 'verified', event_id: event.id },
    ])
  })

  test('leaves the posting of who ends it to a reviewer', async () => {
    const event = await add({ organisers: [member.id] })
    await arrive(event)
    await asMember('PUT', `/events/done/${event.id}`)
    expect(await postingsOf(member)).toMatchObject([{ state: 'posted', reviewed_by: null, event_id: event.id }])
  })

  test('gives the points of one activity on one day once, as to everybody', async () => {
    const events = [await add(), await add()]
    for (const event of events) await arrive(event)
    for (const event of events) await asHead('PUT', `/events/done/${event.id}`)
    expect([await totalOf(member), (await postingsOf(member)).length]).toEqual([4, 1])
  })

  test('comes by itself a day after the last session, once', async () => {
    const event = await add()
    await arrive(event)
    await finishDueEvents(portal.sql)
    expect(await postingsOf(member)).toEqual([])
    await shift(event, '26 hours')
    await Promise.all([finishDueEvents(portal.sql), finishDueEvents(portal.sql)])
    expect(await postingsOf(member)).toMatchObject([{ state: 'verified', event_id: event.id }])
    expect((await asHead('GET', `/events/${event.id}`)).json().event.state).toBe('done')
  })

  test('is not before the begin, and a closed term changes nothing any more', async () => {
    const later = await add({ sessions: [session(60, 90)] })
    expect(await said(asHead('PUT', `/events/done/${later.id}`))).toEqual([409, words.notBeforeBegin])
    const event = await add()
    await arrive(event)
    await asMember('PUT', `/events/coming/${event.id}`, { is_coming: true })
    const colleague = await portal.as(await portal.make.staff({ department_id: department.id }))
    await colleague('PUT', `/events/coming/${event.id}`, { is_coming: true })
    expect((await asAdmin('PUT', `/terms/close/${termId}`, {})).statusCode).toBe(200)
    try {
      for (const call of [
        () => asHead('PUT', `/events/done/${event.id}`),
        () => asHead('PUT', `/events/${event.id}`, input({ sessions: event.sessions, place: 'Elsewhere' })),
        () => asHead('PUT', `/events/remove/${event.id}`, { user_id: member.id, reason: 'No.' }),
        () => asHead('PUT', `/events/tick/${event.id}`, { session_id: firstSession(event), user_ids: [member.id] }),
        () => arrive(event, colleague),
      ])
        expect((await call()).statusCode).toBe(409)
      // Who said that they come, and did not, is forgotten.
      expect(await portal.sql`select user_id from event_answers where event_id = ${event.id}`).toEqual([{ user_id: member.id }])
    } finally {
      await asAdmin('PUT', `/terms/reopen/${termId}`, { reason: 'For the other tests.' })
    }
  })
})

describe('a certificate of attendance', () => {
  const pdfOf = async (by: Caller, event: PortalEvent, query = '') => {
    const reply = await by('GET', `/events/${event.id}/certificate${query}`)
    return { status: reply.statusCode, pdf: reply.statusCode === 200 ? await readPdf(reply.rawPayload) : undefined, reply }
  }
  const codeIn = (reply: { headers: Record<string, unknown> }) =>
    /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}/.exec(String(reply.headers['content-disposition']))?.[0] ?? ''
  const check = async (code: string) => portal.app.inject({ method: 'GET', url: `/check/${code}` })

  test('is for who was there, after the end, in each language, and its code is checked by anybody', async () => {
    const event = await add()
    const absent = await portal.make.staff({ department_id: department.id })
    await arrive(event)
    expect(await said(asMember('GET', `/events/${event.id}/certificate`))).toEqual([404, words.noCertificate])
    await asHead('PUT', `/events/done/${event.id}`)
    expect(await said((await portal.as(absent))('GET', `/events/${event.id}/certificate`))).toEqual([404, words.noCertificate])
    const { status, pdf, reply } = await pdfOf(asMember, event)
    expect(status).toBe(200)
    for (const text of [member.name, 'Seminar on Kurdish prosody', 'Hall 2', words.certifies]) expect(pdf?.text).toContain(text)
    for (const language of ['ckb', 'ar']) expect((await pdfOf(asMember, event, `?language=${language}`)).status).toBe(200)

    const genuine = await check(codeIn(reply as never))
    expect([genuine.statusCode, genuine.payload.includes(words.certificateGenuine)]).toEqual([200, true])
    for (const text of [member.name, 'Hall 2', words.certificateCurrent]) expect(genuine.payload).toContain(text)
    expect((await check('0000-0000-0000-0000')).statusCode).toBe(404)
    // The same facts have the same code.
    expect(codeIn((await pdfOf(asHead, event, `?user_id=${member.id}`)).reply as never)).toBe(codeIn(reply as never))

    await asHead('PUT', `/events/remove/${event.id}`, { user_id: member.id, reason: 'You were not there.' })
    expect((await check(codeIn(reply as never))).payload).toContain(words.certificateSuperseded)
    expect((await pdfOf(asMember, event)).status).toBe(404)
  })

  test('of others is for organisers alone', async () => {
    const event = await add()
    await arrive(event)
    await asHead('PUT', `/events/done/${event.id}`)
    const colleague = await portal.as(await portal.make.staff({ department_id: department.id }))
    const stranger = await portal.as(await portal.make.staff({ department_id: (await portal.make.department()).id }))
    for (const by of [colleague, stranger]) expect((await pdfOf(by, event, `?user_id=${member.id}`)).status).toBe(404)
    expect((await pdfOf(asAdmin, event, `?user_id=${member.id}`)).status).toBe(200)
  })

  test('is for guests by name, whom organisers add', async () => {
    const event = await add()
    const guest = (name: string, by = asHead) => by('POST', `/events/${event.id}/guests`, { name })
    expect((await guest('  Dr. Zana Ali ')).json().guest.name).toBe('Dr. Zana Ali')
    expect(await said(guest('dr. zana ali'))).toEqual([409, words.guestTwice])
    expect((await guest(' ')).statusCode).toBe(400)
    expect(await said(guest('Another', asMember))).toEqual([404, words.notFound])
    await asHead('PUT', `/events/done/${event.id}`)
    const [{ id }] = (await asHead('GET', `/events/${event.id}/guests`)).json().guests
    const { pdf, reply } = await pdfOf(asHead, event, `?guest_id=${id}`)
    expect(pdf?.text).toContain('Dr. Zana Ali')
    expect((await pdfOf(asMember, event, `?guest_id=${id}`)).status).toBe(404)
    expect((await asHead('DELETE', `/events/${event.id}/guests/${id}`)).statusCode).toBe(200)
    expect((await check(codeIn(reply as never))).payload).toContain(words.certificateSuperseded)
  })
})

describe('the list of an event', () => {
  test('is a table and a paper to sign, in the language of the reader, for organisers alone', async () => {
    const event = await add()
    await arrive(event)
    await asHead('POST', `/events/${event.id}/guests`, { name: '=1+1' })
    const list = (format: string, by = asHead, language = 'en') =>
      by('GET', `/events/${event.id}/list?format=${format}&language=${language}`)
    const csv = (await list('csv')).payload.split('\n').map((line) => line.trim())
    expect(csv[0]).toContain('Name,Kind,Department,Says they come,Was there,')
    expect(csv.find((line) => line.startsWith(member.name))).toContain(`${member.name},Member,${department.name},no,yes,`)
    // No spreadsheet runs what somebody is called.
    expect(csv.some((line) => line.startsWith('='))).toBe(false)
    expect((await list('xlsx')).statusCode).toBe(200)
    const pdf = readPdf((await list('pdf')).rawPayload)
    for (const text of [member.name, 'Hall 2', 'Seminar on Kurdish prosody']) expect(pdf.text).toContain(text)
    expect((await list('pdf', asHead, 'ar')).statusCode).toBe(200)
    expect(await said(list('csv', asMember))).toEqual([404, words.notFound])
  })
})
