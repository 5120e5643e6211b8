import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventPerson, PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import { en } from '../../contract/languages/en.ts'
import { languages } from '../../contract/languages/languages.ts'
import { addEvent, session as sessionAt } from '../../testing/events.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf, unreadableIn } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { sayIn } from '../http/language.ts'

const words = en.events

let portal: Portal
let department: { id: number; name: string }
let activityId: number
let head: MadeUser
let asHead: Caller
beforeAll(async () => {
  portal = await startPortal()
  await portal.make.termOfToday()
  department = await portal.make.department('Physics', { names: { ckb: 'فیزیا', ar: 'الفيزياء' } })
  activityId = (await portal.make.activity({ score: 4 })).id
  head = await portal.make.head(department.id)
  asHead = await portal.as(head)
})
afterAll(() => portal.stop())

/** A session that began so many minutes ago, and takes five. */
const session = (ago: number) => sessionAt(-ago, 5 - ago)
function add(sessions: object[], invited: MadeUser[] = []): Promise<PortalEvent> {
  const ofMembers = invited.length > 0 ? { audience: 'chosen', invited: invited.map(({ id }) => id) } : { audience: 'department' }
  return addEvent(asHead, { activity_id: activityId, department_id: department.id, sessions, ...ofMembers })
}
const staff = (name: string, more: object = {}) => portal.make.staff({ name, department_id: department.id, ...more })
const tick = (event: PortalEvent, at: number, ...members: MadeUser[]) =>
  asHead('PUT', `/events/tick/${event.id}`, { session_id: event.sessions[at]?.id, user_ids: members.map(({ id }) => id) })
const untick = (event: PortalEvent, at: number, member: MadeUser, by = asHead) =>
  by('PUT', `/events/untick/${event.id}`, { session_id: event.sessions[at]?.id, user_id: member.id })
const list = (event: PortalEvent, format: string, language = 'en') =>
  asHead('GET', `/events/${event.id}/list?format=${format}&language=${language}`)
const said = async (reply: ReturnType<Caller>) => {
  const { statusCode, ...rest } = await reply
  return [statusCode, rest.json().message]
}

describe('the list of participants', () => {
  test('has a column for each session with when and how, and guests among the members, by name', async () => {
    const [zana, ann, off] = [await staff('Dr. Zana Last'), await staff('Ann First'), await staff('Nobody There')]
    const event = await add([session(60), session(30)], [zana, ann, off])
    await tick(event, 0, zana, ann, off)
    await tick(event, 1, ann)
    await portal.sql`
      update event_check_ins set how = 'code', recorded_by = null where user_id = ${ann.id} and session_id = ${event.sessions[1]?.id ?? 0}`
    await asHead('PUT', `/events/remove/${event.id}`, { user_id: off.id, reason: 'Left at once.' })
    await asHead('POST', `/events/${event.id}/guests`, { name: '=SUM(A1)' })
    await asHead('POST', `/events/${event.id}/guests`, { name: 'Prof. Lara Guest' })
    const { sheets } = await readXlsx((await list(event, 'xlsx')).rawPayload)
    const [headings = [], ...rows] = sheets[0]?.rows ?? []
    expect(headings.slice(0, 5)).toEqual(['Name', 'Kind', 'Department', 'Says they come', 'Was there'])
    expect(headings.slice(5)).toEqual([
      expect.stringMatching(/^Session 1: .*\d\d:\d\d to \d\d:\d\d$/),
      expect.stringMatching(/^Session 2: .*\d\d:\d\d to \d\d:\d\d$/),
      'Taken off the list because',
    ])
    const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d · `
    const byHead = expect.stringMatching(new RegExp(`^${moment}by name, ${head.name}$`))
    const member = ['Member', department.name, 'no']
    expect(rows).toEqual([
      ['=SUM(A1)', 'Guest', null, null, 'yes', null, null, null],
      ['Ann First', ...member, 'yes', byHead, expect.stringMatching(new RegExp(`^${moment}by the code$`)), null],
      ['Prof. Lara Guest', 'Guest', null, null, 'yes', null, null, null],
      ['Nobody There', ...member, 'no', byHead, null, 'Left at once.'],
      ['Dr. Zana Last', ...member, 'yes', byHead, null, null],
    ])
    expect((await list(event, 'csv')).payload).toContain("'=SUM(A1),Guest")
  })

  test.each(languages)('is in the language of the reader (%s), in every format', async (language) => {
    const long = `${'Abdulrahman Mohammed Hussein '.repeat(4)}Karim`.slice(0, 110)
    const event = await add([session(60), session(40), session(20)], [await staff(long, { other_name: 'عەبدولڕەحمان محەممەد' })])
    const say = sayIn(language)
    const text = (message: Parameters<typeof say>[0]) => withoutDirectionMarks(say(message))
    const csv = (await list(event, 'csv', language)).payload
    for (const heading of [messages.events.kind, messages.events.comes, messages.events.attended, messages.events.takenOffReason])
      expect(csv).toContain(text(heading))
    expect(csv).toContain(text(messages.events.member))
    const pdf = (await list(event, 'pdf', language)).rawPayload
    expect(unreadableIn(pdf)).toEqual([])
  })

  test('to sign has a signature for each session up to three, and one for the whole event beyond', async () => {
    const ann = await staff('Ann Signs')
    const signatures = async (count: number) => {
      const sessions = Array.from({ length: count }, (_, index) => session(60 - index * 10))
      const { text } = readPdf((await list(await add(sessions, [ann]), 'pdf')).rawPayload)
      expect(text).toContain('Ann Signs')
      return text.match(/Signature/g)?.length
    }
    expect([await signatures(1), await signatures(2), await signatures(3), await signatures(4)]).toEqual([1, 2, 3, 1])
  })
})

describe('a check-in to one of several sessions', () => {
  test('is undone by itself, and the points of the event stay', async () => {
    const member = await staff('Two Sessions')
    const event = await add([session(60), session(30)], [member])
    await tick(event, 0, member)
    await tick(event, 1, member)
    await asHead('PUT', `/events/done/${event.id}`)
    expect(await said(untick(event, 0, member))).toEqual([200, words.untickedNamed.replace('{name}', 'Two Sessions')])
    const { people } = (await asHead('GET', `/events/${event.id}/people`)).json() as { people: EventPerson[] }
    expect(people[0]?.check_ins.map(({ session_id }) => session_id)).toEqual([event.sessions[1]?.id])
    expect(await portal.sql`select state from posted_activities where user_id = ${member.id}`).toEqual([{ state: 'verified' }])
    const [record] = await portal.sql`
      select actor_id, person_id from audit where subject = 'event' and subject_id = ${event.id} and kind = 'check-in removed'`
    expect(record).toEqual({ actor_id: head.id, person_id: member.id })
    expect(await said(untick(event, 0, member))).toEqual([409, words.wasNotThere.replace('{name}', 'Two Sessions')])
  })

  test('is not undone if it is the only one: that takes a reason, and ticking again puts back', async () => {
    const member = await staff('One Session')
    const event = await add([session(60), session(30)], [member])
    await tick(event, 0, member)
    expect(await said(untick(event, 0, member))).toEqual([409, words.onlySession.replace('{name}', 'One Session')])
    await asHead('PUT', `/events/remove/${event.id}`, { user_id: member.id, reason: 'It was the second session.' })
    expect((await untick(event, 0, member)).statusCode).toBe(409)
    await tick(event, 1, member)
    // Putting back brings the wrong one, too, which is undone now.
    expect((await untick(event, 0, member)).statusCode).toBe(200)
    expect(await portal.sql`select session_id from event_check_ins where user_id = ${member.id}`).toEqual([
      { session_id: event.sessions[1]?.id },
    ])
  })

  test('of two at the same time leaves one, and others cannot', async () => {
    const member = await staff('Both At Once')
    const event = await add([session(60), session(30)], [member])
    await tick(event, 0, member)
    await tick(event, 1, member)
    expect(await said(untick(event, 0, member, await portal.as(member)))).toEqual([404, words.notFound])
    const replies = await Promise.all([untick(event, 0, member), untick(event, 1, member)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })
})
