import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gradeColours } from '../../contract/grade-colours.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { languages } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf, unreadableIn } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { piecesOf } from '../documents/text.ts'
import { sayIn } from '../http/language.ts'

let portal: Portal
let admin: Caller
let before: { id: number }
let term: { id: number }
let physics: { id: number }
const words = sayIn('en')

beforeAll(async () => {
  portal = await startPortal({ environment: { UNIVERSITY_NAME: 'University of Arden' } })
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  before = await portal.make.term('2024/2025', '2024-09-01', '2025-08-31', { names: { ckb: 'پێشوو', ar: 'السابق' } })
  physics = await portal.make.department('Physics', { names: { ckb: 'فیزیا', ar: 'الفيزياء' } })
  const history = await portal.make.department('History')
  const members = {
    rises: await portal.make.staff({ name: 'Rises', title: 'p', department_id: physics.id }),
    stays: await portal.make.staff({ name: 'Stays', title: 'p', department_id: physics.id }),
    falls: await portal.make.staff({ name: 'Falls', title: 'l', department_id: history.id }),
  }
  const tp = (member: MadeUser, termId: number, value: number) =>
    admin('PUT', `/users/edit-tp/${member.id}?term_id=${termId}`, { tp: value })
  await tp(members.rises, before.id, 6)
  await tp(members.stays, before.id, 20)
  await tp(members.falls, before.id, 24)
  expect((await admin('PUT', `/terms/close/${before.id}`)).statusCode).toBe(200)

  term = await portal.make.term('2025/2026', '2025-09-01', '2026-08-31')
  await tp(members.rises, term.id, 45)
  await tp(members.stays, term.id, 21.5)
  const joined = await portal.make.staff({ name: 'Joined', title: 'al', department_id: history.id })
  await portal.make.posting(joined.id, await portal.make.activity({ score: 2.5 }), '2025-10-01')
})
afterAll(() => portal.stop())

/** The pages of a report, each with its rows: the texts of one line from left to right. */
async function reportOf(termId: number, language = 'en') {
  const reply = await admin('GET', `/results/report?term_id=${termId}`, undefined, { 'accept-language': language })
  expect(reply.statusCode).toBe(200)
  const pdf = readPdf(reply.rawPayload)
  const pages = Array.from({ length: pdf.pages }, (_, index) => readPdf(reply.rawPayload, index + 1))
  const rows = pages.flatMap(({ placed }) => {
    const ys = [...new Set(placed.map(({ y }) => y))]
    return ys.map((y) =>
      placed
        .filter((one) => one.y === y)
        .toSorted((one, other) => one.x - other.x)
        .map(({ text }) => text),
    )
  })
  return { reply, rows, text: pages.map(({ text }) => text).join('\n'), pages: pdf.pages }
}
const rowsFrom = (rows: string[][], title: string, count: number) => {
  const at = rows.findIndex((row) => row.includes(title))
  expect(at).toBeGreaterThan(-1)
  return rows.slice(at + 1, at + 1 + count)
}

describe('the report of a term', () => {
  test('is a PDF that is named after the term', async () => {
    const { reply, text } = await reportOf(term.id)
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="report-20252026.pdf"')
    expect(text).toContain('University of Arden')
    expect(text).toContain('2025/2026')
  })

  test('has the spread of grades by department and by title', async () => {
    const { rows } = await reportOf(term.id)
    expect(rowsFrom(rows, words(messages.results.byDepartment), 4)).toEqual([
      ['Department', 'Members', 'A+', 'A', 'B', 'C', 'D', 'E', '–', 'Average'],
      ['History', '2', '0', '0', '0', '0', '0', '2', '0', '1.25'],
      ['Physics', '2', '0', '0', '1', '1', '0', '0', '0', '33.25'],
      ['All', '4', '0', '0', '1', '1', '0', '2', '0', '17.25'],
    ])
    expect(rowsFrom(rows, words(messages.results.byTitle), 5).slice(1)).toEqual([
      ['Professor', '2', '0', '0', '1', '1', '0', '0', '0', '33.25'],
      ['Lecturer', '1', '0', '0', '0', '0', '0', '1', '0', '0'],
      ['Assistant Lecturer', '1', '0', '0', '0', '0', '0', '1', '0', '2.5'],
      ['All', '4', '0', '0', '1', '1', '0', '2', '0', '17.25'],
    ])
  })

  test('has the letters of the grades on their colours', async () => {
    const { reply } = await reportOf(term.id)
    const file = reply.rawPayload.toString('latin1')
    for (const colour of new Set(Object.values(gradeColours).flat())) {
      const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      expect(file).toContain(channels.map((value) => Math.round(value * 1e6) / 1e6).join(' '))
    }
  })

  test('has who posted, who was scored and who did neither', async () => {
    const { rows } = await reportOf(term.id)
    expect(rowsFrom(rows, words(messages.results.participation), 5).slice(1)).toEqual([
      ['Department', 'Members', 'Posted', 'Scored', 'Nothing'],
      ['History', '2', '1', '0', '1'],
      ['Physics', '2', '0', '2', '0'],
      ['All', '4', '1', '2', '1'],
    ])
  })

  test('has the changes against the term before: averages, and whose grade moved', async () => {
    const { rows } = await reportOf(term.id)
    expect(rowsFrom(rows, words(messages.results.changes({ term: '2024/2025' })), 6).slice(2)).toEqual([
      ['Department', 'Before', 'Now', 'Change', 'Up', 'Same', 'Down', 'New'],
      ['History', '24', '1.25', '−22.75', '0', '0', '1', '1'],
      ['Physics', '13', '33.25', '+20.25', '1', '1', '0', '0'],
      ['All', '16.67', '17.25', '+0.58', '1', '1', '1', '1'],
    ])
  })

  test('has lines to sign, and a place for a stamp', async () => {
    const { text } = await reportOf(term.id)
    for (const label of ['Prepared by', 'Checked by', 'Approved by', 'Stamp']) expect(text).toContain(label)
  })

  test('of an open term is preliminary; of a closed one it names the closing', async () => {
    expect((await reportOf(term.id)).text).toContain('Preliminary')
    const { text } = await reportOf(before.id)
    expect(text).not.toContain('Preliminary')
    expect(text).toMatch(/Closed and frozen on .+ by Rana Wahid \(closing 1\)/)
    expect(text).toContain(words(messages.results.noTermBefore))
  })

  test.each(languages)('is in the language of the reader: %s', async (language) => {
    const { text } = await reportOf(term.id, language)
    const say = sayIn(language)
    // Letters of Arabic script are read back in the order in which they are drawn.
    const lettersOf = (line: string) => [...line].sort().join('')
    const lines = text.split('\n').map(lettersOf)
    for (const message of [messages.results.reportTitle, messages.results.byTitle, messages.results.prepared])
      for (const { text: piece } of piecesOf(say(message))) expect(lines).toContain(lettersOf(piece))
    expect(lines).toContain(lettersOf(localized(language, { name: 'Physics', names: { ckb: 'فیزیا', ar: 'الفيزياء' } }, 'name')))
    // The term before, in the heading of what changed, in its own report and in the name of the file.
    const name = localized(language, { name: '2024/2025', names: { ckb: 'پێشوو', ar: 'السابق' } }, 'name')
    for (const { text: piece } of piecesOf(say(messages.results.changes({ term: name }))))
      expect(lines).toContain(lettersOf(piece))
    const own = await reportOf(before.id, language)
    expect(own.text.split('\n').map(lettersOf)).toContain(lettersOf(name))
    expect(own.reply.headers['content-disposition']).toContain(encodeURIComponent(name.replace('/', '')))
  })

  test('goes on with another page where there are many departments', async () => {
    for (let number = 1; number <= 60; number += 1) {
      const { id } = await portal.make.department(`Institute ${String(number).padStart(2, '0')}`)
      await portal.make.staff({ department_id: id })
    }
    const { pages, text, rows, reply } = await reportOf(term.id)
    expect(unreadableIn(reply.rawPayload)).toEqual([])
    expect(pages).toBeGreaterThan(3)
    expect(text).toContain(`Page ${pages} of ${pages}`)
    expect(rows.filter(([name]) => name === 'Institute 60')).toHaveLength(3)
  })

  test('of a term that does not exist is not found', async () => {
    expect((await admin('GET', '/results/report?term_id=999999')).statusCode).toBe(404)
  })
})
