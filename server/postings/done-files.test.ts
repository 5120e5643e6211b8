import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DoneReport } from '../../contract/done-report.ts'
import { languages } from '../../contract/languages/languages.ts'
import { formatPoints } from '../../contract/points.ts'
import { readPdf, unreadableIn } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let termIds: number[]
beforeAll(async () => {
  portal = await startPortal()
  const { make } = portal
  admin = await portal.as(await make.admin())
  const departments = [await make.department('Physics', { names: { ckb: 'بەشی فیزیا' } }), await make.department('Chemistry')]
  termIds = []
  const people = []
  for (let index = 0; index < 12; index += 1)
    people.push(
      await make.staff({
        title: (['p', 'ap', 'l', null] as const)[index % 4] ?? null,
        ...(index % 5 === 4 ? {} : { department_id: departments[index % 2]?.id ?? 0 }),
      }),
    )
  const activities = []
  for (let index = 0; index < 45; index += 1)
    activities.push(
      await make.activity({
        name: `Activity ${index} ${'with a long name '.repeat(index % 4)}`.trim(),
        type: (['Compulsory', 'Attending', 'Elective'] as const)[index % 3] ?? 'Elective',
        score: 0.1 + index / 10,
      }),
    )
  for (let year = 2022; year < 2026; year += 1) {
    const { id } = await make.term(`${year}/${year + 1}`, `${year}-09-01`, `${year + 1}-08-31`)
    termIds.push(id)
    for (const [index, activity] of activities.entries())
      await make.posting(
        people[(index + year) % 12]?.id ?? 0,
        activity,
        `${year}-10-${String(1 + (index % 28)).padStart(2, '0')}`,
      )
    if (year < 2025) expect((await admin('PUT', `/terms/close/${id}`)).statusCode).toBe(200)
  }
  await portal.sql`update departments set name = 'Natural Philosophy' where id = ${departments[0]?.id ?? 0}`
})
afterAll(() => portal.stop())

const read = async (query: string) => (await admin('GET', `/postings/done?${query}`)).json() as DoneReport

test('a department is named as frozen in a closed term, and by its latest name over terms', async () => {
  const named = async (ids: readonly (number | undefined)[]) =>
    (await read(`term_id=${ids.join(',')}`)).departments.map(({ department_name }) => department_name)
  expect(await named([termIds[0]])).toEqual(['Chemistry', 'Physics', null])
  expect(await named(termIds)).toEqual(['Chemistry', 'Natural Philosophy', null])
})

test.each([1, 4])('the spreadsheet and the PDF have the numbers of the panel, of %s terms', async (count) => {
  const query = `term_id=${termIds.slice(-count).join(',')}`
  const report = await read(query)
  const rows = [...report.types, ...report.departments, ...report.titles, ...report.activities, report.all]
  const numbers = rows.map(({ counts, sum }) => [...counts, sum].flatMap(({ postings, points }) => [postings, points]))

  const { sheets } = await readXlsx(new Uint8Array((await admin('GET', `/postings/done.xlsx?${query}`)).rawPayload))
  expect(sheets[0]?.rows.slice(1).map((row) => row.slice(2))).toEqual(numbers)

  const pdf = (await admin('GET', `/postings/done.pdf?${query}`)).rawPayload
  const { pages } = readPdf(pdf)
  const printed = Array.from({ length: pages }, (_, index) => readPdf(pdf, index + 1).placed).flatMap((placed) =>
    [...new Set(placed.map(({ y }) => y))].map((y) =>
      placed
        .filter((one) => one.y === y)
        .toSorted((one, other) => one.x - other.x)
        .slice(1)
        .map(({ text }) => text)
        .join(' '),
    ),
  )
  for (const { counts, sum } of rows) {
    const terms = count > 1 ? counts.map(({ postings }) => String(postings)) : []
    expect(printed).toContain([...terms, String(sum.postings), formatPoints(sum.points)].join(' '))
  }
})

test('a narrowed report says in its files to what it is narrowed', async () => {
  const { activities, departments } = await read(`term_id=${termIds[3]}`)
  const [activity] = activities
  const physics = departments.find(({ department_name }) => department_name === 'Natural Philosophy')?.department_ids[0]
  if (!activity) throw new Error('Nothing was posted.')
  const query = `term_id=${termIds[3]}&department_id=none,${physics}&title=p&type=Compulsory,Elective,Attending&activity_id=${activity.activity_id}`
  const file = await admin('GET', `/postings/done.xlsx?${query}`)
  expect(file.statusCode, file.body).toBe(200)
  const { sheets } = await readXlsx(new Uint8Array(file.rawPayload))
  const said = [
    ['Department', 'Natural Philosophy · No department'],
    ['Title', 'Professor'],
    ['Type', 'Compulsory · Elective · Attending'],
    ['Activity', activity.name],
  ]
  expect(sheets[0]?.rows.slice(-4).map((row) => row.slice(0, 2))).toEqual(said)
  const { placed } = readPdf((await admin('GET', `/postings/done.pdf?${query}`)).rawPayload)
  const printed = placed.map(({ text }) => text).join(' ')
  for (const [label, names] of said) expect(printed).toContain(`${label}: ${names}`)
})

test.each(languages)('nothing in the PDF is cut or too small in %s', async (language) => {
  const reply = await admin('GET', `/postings/done.pdf?term_id=${termIds.join(',')}&language=${language}`)
  expect(reply.statusCode).toBe(200)
  expect(unreadableIn(reply.rawPayload)).toEqual([])
})

test('a term that is not there is not found, and more terms than a report has are refused', async () => {
  expect((await admin('GET', `/postings/done?term_id=${termIds[0]},999`)).statusCode).toBe(404)
  const many = Array.from({ length: 21 }, (_, index) => index + 1).join(',')
  expect((await admin('GET', `/postings/done?term_id=${many}`)).json().errors[0].message).toBe('Choose up to 20 terms.')
})
