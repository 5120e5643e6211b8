import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipart } from '../../testing/multipart.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

// Every conflict with somebody's change names who made it, and when. What each refuses is tested beside it.

let portal: Portal
let rana: Caller
let second: Caller
let termId: number
let nextYear = 2030
beforeAll(async () => {
  portal = await startPortal()
  rana = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  second = await portal.as(await portal.make.admin({ name: 'Second' }))
  termId = (await portal.make.term('Year', '2026-09-01', '2027-08-31')).id
})
afterAll(() => portal.stop())

const addTerm = () => {
  nextYear += 1
  return portal.make.term(`Year ${nextYear}`, `${nextYear}-01-01`, `${nextYear}-12-31`)
}
const asked = async (call: Caller, id: number) => {
  const { payload, headers } = multipart({ term_id: String(id), subject: 'missing', text: 'Where is my seminar?' })
  const reply = await call('POST', '/questions', payload, headers)
  return reply.json().question as { id: number; version: number }
}

const cases: [what: string, conflict: () => Promise<Awaited<ReturnType<Caller>>>, sentence: string][] = [
  [
    'a term that is closed',
    async () => {
      const { id } = await addTerm()
      await rana('PUT', `/terms/close/${id}`, {})
      return second('PUT', `/terms/close/${id}`, {})
    },
    'This term is closed.',
  ],
  [
    'a term that is closed, where the database refuses',
    async () => {
      const { id } = await addTerm()
      const member = await portal.make.staff()
      await rana('PUT', `/terms/close/${id}`, {})
      return second('PUT', `/users/edit-tp/${member.id}?term_id=${id}`, { tp: 3 })
    },
    'This term is closed.',
  ],
  [
    'a posting that was decided',
    async () => {
      const id = await portal.make.posting((await portal.make.staff()).id, await portal.make.activity(), '2026-10-01')
      const decision = { state: 'verified', postings: [{ id, version: 1 }] }
      await rana('PUT', '/review', decision)
      return second('PUT', '/review', decision)
    },
    'This activity was changed or reviewed after you opened it. Nothing was saved. Check the latest version.',
  ],
  [
    'a posting that is locked, where the database refuses',
    async () => {
      const member = await portal.make.staff()
      const activity = await portal.make.activity()
      const id = await portal.make.posting(member.id, activity, '2026-10-01')
      await rana('PUT', '/review', { state: 'verified', postings: [{ id, version: 1 }] })
      const { payload, headers } = multipart({ activity_id: String(activity.id), starting_date: '2026-10-02' })
      const session = await portal.startSession(member)
      return portal.app.inject({ method: 'PUT', url: `/posted-activities/${id}`, payload, headers: { ...headers, ...session } })
    },
    'This activity has been verified and is locked.',
  ],
  [
    'a question that is answered',
    async () => {
      const { id, version } = await asked(await portal.as(await portal.make.staff()), termId)
      await rana('PUT', `/questions/decline/${id}`, { version, answer: 'It is there.' })
      return second('PUT', `/questions/decline/${id}`, { version, answer: 'No.' })
    },
    'This question has already been answered, withdrawn or ended by closing the term.',
  ],
  [
    'a role',
    async () => {
      const { id } = await portal.make.staff()
      await rana('PUT', `/users/toggle-role/${id}`, { replaces: 2 })
      return second('PUT', `/users/toggle-role/${id}`, { replaces: 2 })
    },
    'Someone else changed this role. Check the list again.',
  ],
  [
    'a score',
    async () => {
      const { id } = await portal.make.staff()
      await rana('PUT', `/users/edit-tp/${id}?term_id=${termId}`, { tp: 3 })
      return second('PUT', `/users/edit-tp/${id}?term_id=${termId}`, { tp: 4, previous: 0 })
    },
    'Someone changed this score to 3 after you opened it. Yours is not saved.',
  ],
  [
    'the heads of a department',
    async () => {
      const { id } = await portal.make.department()
      const head = await portal.make.staff({ department_id: id })
      await rana('PUT', `/departments/heads/${id}`, { heads: [head.id], previous: [] })
      return second('PUT', `/departments/heads/${id}`, { heads: [], previous: [] })
    },
    'Someone else changed the heads of this department. Nothing was saved. Check the latest version.',
  ],
  [
    'the deans of a faculty',
    async () => {
      const [{ id }, department] = [await portal.make.faculty(), await portal.make.department()]
      await portal.sql`update departments set faculty_id = ${id} where id = ${department.id}`
      const dean = await portal.make.staff({ department_id: department.id })
      await rana('PUT', `/faculties/deans/${id}`, { deans: [dean.id], previous: [] })
      return second('PUT', `/faculties/deans/${id}`, { deans: [], previous: [] })
    },
    'Someone else changed the deans of this faculty. Nothing was saved. Check the latest version.',
  ],
]

test.each(cases)('%s', async (_, conflict, sentence) => {
  const reply = await conflict()
  expect([reply.statusCode, reply.json().message]).toEqual([409, sentence])
  expect(reply.json().explanation).toMatch(
    new RegExp(`^${sentence.replaceAll('.', '\\.')} By \u2068?Rana Wahid\u2069?, .*\\d{4}, \\d\\d:\\d\\d.*\\.$`),
  )
})

test('it is told in the language of the reader', async () => {
  const { id } = await addTerm()
  await rana('PUT', `/terms/close/${id}`, {})
  const reply = await second('PUT', `/terms/close/${id}`, {}, { 'accept-language': 'ar' })
  expect(reply.json().explanation).toMatch(/من قِبل .*Rana Wahid/)
})
