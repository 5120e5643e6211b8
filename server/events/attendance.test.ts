import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AttendanceReport } from '../../contract/attendance.ts'
import type { PortalEvent } from '../../contract/events.ts'
import { languages } from '../../contract/languages/languages.ts'
import { addEvent, session } from '../../testing/events.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf, unreadableIn } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let termId: number
let physics: { id: number; name: string }
let chemistry: { id: number; name: string }
let asAdmin: Caller
let asHead: Caller
let asDean: Caller
let members: MadeUser[]
let ofPhysics: PortalEvent
let ofAll: PortalEvent
let organiser: MadeUser
let gone: MadeUser
beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  termId = (await make.termOfToday()).id
  physics = await make.department('Physics')
  chemistry = await make.department('Chemistry')
  const faculty = await make.faculty('Science')
  await portal.sql`update departments set faculty_id = ${faculty.id} where id = ${physics.id}`
  asAdmin = await portal.as(await make.admin())
  asHead = await portal.as(await make.head(physics.id))
  asDean = await portal.as(await make.dean(physics.id))
  members = []
  for (const [name, department_id] of [
    ['Ann', physics.id],
    ['Bana', physics.id],
    ['Cara', physics.id],
    ['Dara', chemistry.id],
  ] as const)
    members.push(await make.staff({ name, department_id }))
  organiser = await make.staff({ name: 'Olga', department_id: chemistry.id })
  gone = await make.staff({ name: 'Gone', department_id: physics.id })
  const activity = await make.activity({ score: 4 })

  const add = (by: Caller, more: object) => addEvent(by, { activity_id: activity.id, ...more })
  const tick = async (by: Caller, event: PortalEvent, at: number, ...people: (MadeUser | undefined)[]) => {
    const user_ids = people.flatMap((person) => person?.id ?? [])
    const reply = await by('PUT', `/events/tick/${event.id}`, { session_id: event.sessions[at]?.id, user_ids })
    expect(reply.statusCode, reply.payload).toBe(200)
  }
  const [ann, bana, cara, dara] = members
  // Two sessions: who was at both was at one event.
  ofPhysics = await add(asHead, {
    name: 'In physics',
    ...{ audience: 'department', department_id: physics.id, seats: 4 },
    sessions: [session(-200, -140), session(-20, 40)],
  })
  for (const person of [ann, bana, cara, gone])
    await (await portal.as(person as MadeUser))('PUT', `/events/coming/${ofPhysics.id}`, { is_coming: true })
  await tick(asHead, ofPhysics, 0, ann, bana)
  await tick(asHead, ofPhysics, 1, ann)
  await asHead('PUT', `/events/remove/${ofPhysics.id}`, { user_id: bana?.id, reason: 'Left at once.' })
  await asHead('POST', `/events/${ofPhysics.id}/guests`, { name: 'A guest' })
  await asHead('PUT', `/events/done/${ofPhysics.id}`)
  ofAll = await add(asAdmin, { name: 'For all', organisers: [organiser.id] })
  await tick(asAdmin, ofAll, 0, ann, dara)
  const cancelled = await add(asAdmin, { name: 'Cancelled' })
  await asAdmin('PUT', `/events/cancel/${cancelled.id}`)
})
afterAll(() => portal.stop())

const read = async (by: Caller, query = ''): Promise<AttendanceReport> => {
  const reply = await by('GET', `/events/attendance${query}`)
  expect(reply.statusCode, reply.payload).toBe(200)
  return reply.json()
}
const namesOf = ({ events, members: people }: AttendanceReport) => [
  events.map(({ name }) => name),
  people.map(({ name }) => name),
]

describe('attendance in numbers', () => {
  test('counts who was there once for each event, guests apart, without cancelled events', async () => {
    const { events, departments, members: people } = await read(asAdmin)
    expect(events).toMatchObject([
      { name: 'In physics', invited: 6, said_yes: 4, members: 1, guests: 1, seats: 4, postings: 1 },
      { name: 'For all', invited: 8, said_yes: 0, members: 2, guests: 0, seats: null, postings: 0 },
    ])
    expect(departments).toMatchObject([
      { department_name: 'Chemistry', members: 2, attendances: 1, attended: 1 },
      { department_name: 'Physics', members: 6, attendances: 2, attended: 1 },
    ])
    expect(people).toMatchObject([
      { name: 'Ann', department_name: 'Physics', events: 2, points: 4 },
      { name: 'Dara', department_name: 'Chemistry', events: 1, points: 0 },
    ])
  })

  test('of one department counts its members alone', async () => {
    const { events, departments, members: people } = await read(asAdmin, `?department_id=${chemistry.id}`)
    expect(events).toMatchObject([{ name: 'For all', invited: 2, members: 1, guests: null }])
    expect(departments.map(({ department_name }) => department_name)).toEqual(['Chemistry'])
    expect(people.map(({ name }) => name)).toEqual(['Dara'])
  })

  test('is of everything for who reads everything, of their members for heads and deans, and of their events for organisers', async () => {
    const reader = await portal.as(await portal.make.withRights(['reader']))
    expect(namesOf(await read(reader))).toEqual([
      ['In physics', 'For all'],
      ['Ann', 'Dara'],
    ])
    for (const by of [asHead, asDean]) {
      const report = await read(by)
      expect(namesOf(report)).toEqual([['In physics'], ['Ann']])
      expect(report.departments.map(({ department_name }) => department_name)).toEqual(['Physics'])
      // The filter gives nobody more than they see.
      expect(await read(by, `?department_id=${chemistry.id}`)).toMatchObject({ events: [], departments: [], members: [] })
    }
    expect(await read(await portal.as(organiser))).toMatchObject({ events: [{ name: 'For all' }], departments: [], members: [] })
    expect(await read(await portal.as(members[0] as MadeUser))).toMatchObject({ events: [], departments: [], members: [] })
    expect((await asAdmin('GET', '/events/attendance?term_id=1000000')).statusCode).toBe(404)
  })

  test('is a spreadsheet and a PDF with the same numbers, in every language', async () => {
    const { sheets } = await readXlsx((await asAdmin('GET', '/events/attendance.xlsx')).rawPayload)
    expect(sheets.map(({ name }) => name)).toEqual(['By event', 'By department', 'By member'])
    const today = ofPhysics.starting_date
    expect(sheets[0]?.rows[1]).toEqual(['In physics', today, 6, 4, 1, 1, 50, 1])
    expect(sheets[2]?.rows[1]).toEqual(['Ann', 'Physics', 2, 4])
    for (const language of languages) {
      const pdf = (await asAdmin('GET', `/events/attendance.pdf?language=${language}`)).rawPayload
      expect(unreadableIn(pdf)).toEqual([])
      for (const text of ['In physics', 'Ann', '50%']) expect(readPdf(pdf).text).toContain(text)
    }
    const ofOrganiser = (await (await portal.as(organiser))('GET', '/events/attendance.xlsx')).rawPayload
    expect((await readXlsx(ofOrganiser)).sheets.map(({ name }) => name)).toEqual(['By event'])
  })
})

describe('who said that they come', () => {
  const answers = (event: PortalEvent) =>
    portal.sql`select u.name from event_answers a join users u on u.id = a.user_id where a.event_id = ${event.id} order by 1`
  const listed = async () => (await asAdmin('GET', `/events/${ofPhysics.id}/people`)).json().people
  const comes = async () =>
    (await listed()).flatMap(({ name, is_coming }: { name: string; is_coming: boolean }) => (is_coming ? [name] : []))

  test('and was removed, comes to nothing any more and takes no seat', async () => {
    expect((await asAdmin('DELETE', `/users/${gone.id}`)).statusCode).toBe(200)
    expect(await answers(ofPhysics)).toEqual([{ name: 'Ann' }, { name: 'Bana' }, { name: 'Cara' }])
    expect((await asHead('GET', `/events/${ofPhysics.id}`)).json().event.coming_count).toBe(3)
  })

  test('and did not, is forgotten when the term is closed: the numbers stay, and the names are nowhere', async () => {
    const before = await read(asAdmin)
    const [, , cara] = members
    await portal.sql`update event_check_ins set address = '192.0.2.1', device = sha256('a phone')`
    expect((await asAdmin('PUT', `/terms/close/${termId}`, {})).statusCode).toBe(200)
    // Bana was taken off the list, and Cara never came.
    expect(await answers(ofPhysics)).toEqual([{ name: 'Ann' }])
    expect(await comes()).toEqual(['Ann'])
    const list = (await asAdmin('GET', `/events/${ofPhysics.id}/list?format=csv`)).payload
    expect(list.split('\n').find((line: string) => line.startsWith('Cara'))).toContain('Cara,Member,Physics,no,no')
    const traces = await portal.sql`
      select from audit where subject = 'event' and person_id = ${cara?.id ?? 0}
      union all select from idempotency_keys where user_id = ${cara?.id ?? 0}`
    expect(traces).toEqual([])
    expect(await portal.sql`select from event_check_ins where num_nonnulls(address, device) > 0`).toEqual([])

    // Nothing that happens later changes the numbers of a closed term.
    await portal.sql`update users set department_id = ${chemistry.id} where id = ${members[0]?.id ?? 0}`
    await portal.sql`update departments set name = 'Natural Philosophy' where id = ${physics.id}`
    expect(await read(asAdmin, `?term_id=${termId}`)).toEqual({ ...before, term: { ...before.term, status: 'closed' } })
  })

  test('stays forgotten when the term is reopened, and who was there keeps it when it is closed again', async () => {
    expect((await asAdmin('PUT', `/terms/reopen/${termId}`, { reason: 'A correction.' })).statusCode).toBe(200)
    expect(await answers(ofPhysics)).toEqual([{ name: 'Ann' }])
    const dara = await portal.as(members[3] as MadeUser)
    const [, bana] = members
    await (await portal.as(bana as MadeUser))('PUT', `/events/coming/${ofAll.id}`, { is_coming: true })
    await dara('PUT', `/events/coming/${ofAll.id}`, { is_coming: true })
    expect(await answers(ofAll)).toEqual([{ name: 'Bana' }, { name: 'Dara' }])
    expect((await asAdmin('PUT', `/terms/close/${termId}`, {})).statusCode).toBe(200)
    expect([await answers(ofPhysics), await answers(ofAll)]).toEqual([[{ name: 'Ann' }], [{ name: 'Dara' }]])
    const { events } = await read(asAdmin, `?term_id=${termId}`)
    expect(events.map(({ name, said_yes }) => [name, said_yes])).toEqual([
      ['In physics', 3],
      ['For all', 2],
    ])
  })
})
