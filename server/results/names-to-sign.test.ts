import { afterAll, beforeAll, expect, test } from 'vitest'
import { titleName } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { languages } from '../../contract/languages/languages.ts'
import { formatPoints } from '../../contract/points.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { readPdf, unreadableIn } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { sayIn } from '../http/language.ts'

let portal: Portal
let admin: Caller
let head: Caller
let term: { id: number; name: string }
let [physics, chemistry]: [{ id: number }, { id: number }] = [] as never
const say = sayIn('en')
const words = messages.postingList.names

beforeAll(async () => {
  portal = await startPortal({ environment: { UNIVERSITY_NAME: 'University of Arden', TIME_ZONE: 'Asia/Baghdad' } })
  const { make } = portal
  admin = await portal.as(await make.admin())
  term = await make.term('2025/2026', '2025-09-01', '2026-08-31')
  physics = await make.department('Physics', { names: { ckb: 'بەشی فیزیا', ar: 'قسم الفيزياء' } })
  chemistry = await make.department('Chemistry')
  const activity = await make.activity({ type: 'Elective', score: 0.75 })
  for (let index = 0; index < 40; index += 1) {
    const member = await make.staff({
      name: `Physicist ${String(index).padStart(2, '0')}${index === 7 ? ' with a name that is very much longer than a column of a table is wide' : ''}`,
      other_name: index % 2 ? `فیزیازانی ${index}` : `${'ناو '.repeat(12)}${index}`,
      department_id: physics.id,
      title: (['p', 'ap', 'l', 'al', null] as const)[index % 5] ?? null,
    })
    await admin('PUT', `/users/edit-tp/${member.id}?term_id=${term.id}`, { tp: index / 2 })
    if (index % 3 === 0) await make.posting(member.id, activity, '2025-10-01')
  }
  await make.staff({ name: 'Chemist', department_id: chemistry.id })
  await make.staff({ name: 'Without department' })
  head = await portal.as(await make.head(physics.id))
})
afterAll(() => portal.stop())

/** The lines of each page. */
async function namesOf(caller: Caller, query = '') {
  const reply = await caller('GET', `/results/names?term_id=${term.id}${query}`)
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  const { pages } = readPdf(reply.rawPayload)
  return { reply, pages: Array.from({ length: pages }, (_, index) => readPdf(reply.rawPayload, index + 1).lines) }
}
const numberOf = (page: string[]) => page.find((line) => /^Page \d+ of \d+$/.test(line))

test('each department begins on a page of its own, with the header of the table and page numbers of its own', async () => {
  const { reply, pages } = await namesOf(admin)
  expect(reply.headers['content-type']).toBe('application/pdf')
  expect(reply.headers['content-disposition']).toContain('names-to-sign-20252026.pdf')
  expect(pages.map(numberOf)).toEqual([
    'Page 1 of 1',
    ...Array.from({ length: pages.length - 2 }, (_, index) => `Page ${index + 1} of ${pages.length - 2}`),
    'Page 1 of 1',
  ])
  expect(pages.length).toBeGreaterThanOrEqual(4)
  expect(pages[0]).toEqual(expect.arrayContaining(['Chemistry', 'Chemist']))
  expect(pages[1]).toContain('Physics')
  expect(pages.at(-1)).toEqual(expect.arrayContaining([say(messages.departments.unknown), 'Without department']))
  for (const page of pages.filter((lines) => lines.some((line) => /^Physicist/.test(line))))
    expect(page).toEqual(expect.arrayContaining([say(messages.fields.name), say(words.signature), say(messages.fields.total)]))
  // The office may be anywhere: the moment names its zone.
  expect(pages[0]?.some((line) => line.endsWith('UTC+3'))).toBe(true)
  expect(pages[0]).toEqual(expect.arrayContaining([say(words.preliminary), say(words.head), say(messages.papers.stamp)]))
})

test('every member stands there once, with title, points and grade as in the Staff panel', async () => {
  const { staff } = (await admin('GET', `/staff?term_id=${term.id}`)).json() as { staff: StaffMember[] }
  const { reply } = await namesOf(admin)
  const { pages } = readPdf(reply.rawPayload)
  const rows = Array.from({ length: pages }, (_, index) => readPdf(reply.rawPayload, index + 1).placed).flatMap((placed) =>
    [...new Set(placed.map(({ y }) => y))].map((y) => placed.filter((one) => one.y === y).map(({ text }) => text)),
  )
  const lines = rows.flat()
  const users = await portal.sql<{ id: number; username: string }[]>`select id, username from users`
  for (const { id, name, title, total_score, grade } of staff.filter(({ name }) => name.length < 30)) {
    const own = rows.filter((row) => row.some((text) => text === name || text.startsWith(`${name} ·`)))
    expect(own).toHaveLength(1)
    expect(lines).toContain(users.find((user) => user.id === id)?.username)
    expect(own[0]).toEqual(expect.arrayContaining([formatPoints(total_score), grade === '-' ? '–' : grade]))
    expect(own[0]?.join(' ')).toContain(say(titleName(title)).split(' ')[0])
  }
})

test('the list is narrowed to departments, and a head has their own', async () => {
  const only = await namesOf(admin, `&department_id=${chemistry.id},none`)
  expect(only.pages.flat().filter((line) => ['Chemist', 'Without department'].includes(line))).toHaveLength(2)
  expect(only.pages.flat().some((line) => line.startsWith('Physicist'))).toBe(false)
  const own = await namesOf(head)
  // A paper of one department has its name in that of the file.
  expect(only.reply.headers['content-disposition']).toContain('names-to-sign-20252026.pdf')
  expect(own.reply.headers['content-disposition']).toContain('names-to-sign-Physics-20252026.pdf')
  const { reply } = await namesOf(admin, '&department_id=none')
  expect(reply.headers['content-disposition']).toContain('names-to-sign-No department-20252026.pdf')
  expect(own.pages.flat()).not.toContain('Chemist')
  expect(own.pages.flat().some((line) => line.startsWith('Physicist 39'))).toBe(true)
  expect((await head('GET', `/results/names?term_id=${term.id}&department_id=${chemistry.id}`)).statusCode).toBe(404)
  expect((await admin('GET', '/results/names?term_id=999')).statusCode).toBe(404)
})

test.each(languages)('nothing is cut or too small in %s', async (language) => {
  const { reply, pages } = await namesOf(admin, `&language=${language}`)
  expect(pages.flat()).toContain('Chemist')
  expect(unreadableIn(reply.rawPayload)).toEqual([])
})

test('people stand in the order of their names, whatever title is written before them', async () => {
  const { make } = portal
  const zoology = await make.department('Zoology')
  const names = ['Dr. Aram Omar', 'Bana Aziz', 'Prof. Karwan Ali', 'Zana Noori']
  for (const name of names.toReversed()) await make.staff({ name, department_id: zoology.id })
  const { pages } = await namesOf(admin, `&department_id=${zoology.id}`)
  expect(pages.flat().filter((line) => names.includes(line))).toEqual(names)
})
