import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Bands } from '../../contract/grading.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Notice } from '../../contract/notices.ts'
import type { Simulation } from '../../contract/rules.ts'
import type { Term } from '../../contract/terms.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { specificationBands } from '../../testing/specification-bands.ts'
import { sayIn } from '../http/language.ts'
import { createLogger } from '../process/logging.ts'
import { readSettings } from '../settings.ts'
import { noticeMail } from './notice-mail.ts'

let portal: Portal
let admin: Caller
let member: MadeUser
let term: Term
let year = 2030
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin({ name: 'Rana Wahid' }))
  await portal.make.term('Now', '2026-09-01', '2027-08-31')
})
afterAll(() => portal.stop())
// Each test has a member of its own, and a term with the first version of the rules.
beforeEach(async () => {
  year += 1
  member = await portal.make.staff({ title: 'l' })
  const input = { name: `Year ${year}`, start_date: `${year}-01-01`, end_date: `${year}-12-31` }
  term = (await admin('POST', '/terms', input)).json().term
  await portal.sql`update terms set rules_version = 1 where id = ${term.id}`
})

const put = async (path: string, body: object = {}) => {
  const reply = await admin('PUT', path, body)
  expect(reply.statusCode, reply.body).toBe(200)
}
const setScore = (column: 'tp' | 'fb', value: number, { id } = member) =>
  put(`/users/edit-${column === 'tp' ? 'tp' : 'feedback'}/${id}?term_id=${term.id}`, { [column]: value })
const close = () => put(`/terms/close/${term.id}`)
const reopen = (reason: string) => put(`/terms/reopen/${term.id}`, { reason })
const noticesOf = async (who: MadeUser): Promise<Notice[]> => (await (await portal.as(who))('GET', '/notices')).json().notices
/** The sentences, newest first, without those about scores. */
async function sentences(who = member, language: Language = 'en') {
  const notices = (await noticesOf(who)).filter(({ kind }) => kind !== 'scored')
  return notices.map((notice) => noticeSentence(sayIn(language), language, notice))
}

async function publish(rules: { bands?: Bands; limits?: object[]; term_ids?: number[] }) {
  const based_on = (await admin('GET', '/rules')).json().versions[0].number
  const input = { note: 'For a test', bands: specificationBands, limits: [], term_ids: [term.id], ...rules }
  return admin('POST', '/rules', { based_on, ...input })
}

describe('heads of department', () => {
  const setHeads = async (department: { id: number }, ...heads: MadeUser[]) =>
    put(`/departments/heads/${department.id}`, { heads: heads.map(({ id }) => id) })
  const readAll = async (who: MadeUser) =>
    (await portal.as(who))('PUT', '/notices/read', { up_to: (await noticesOf(who))[0]?.id })

  test('hear of which department they became head, and that they no longer are', async () => {
    const department = await portal.make.department(`Physics ${year}`, {
      names: { ckb: `فیزیا ${year}`, ar: `الفيزياء ${year}` },
    })
    const head = await portal.make.staff({ department_id: department.id })
    await setHeads(department, head)
    expect(await sentences(head)).toEqual([`You are now head of Physics ${year}.`])
    expect(await sentences(head, 'ckb')).toEqual([expect.stringContaining(`فیزیا ${year}`)])
    await readAll(head)
    // A head who stays hears nothing.
    await setHeads(department, head, await portal.make.staff({ department_id: department.id }))
    expect(await sentences(head)).toHaveLength(1)
    await put(`/users/toggle-role/${head.id}`)
    expect(await sentences(head)).toEqual([`You are no longer head of Physics ${year}.`, `You are now head of Physics ${year}.`])
  })

  test('hear nothing of what was taken back before they could read it', async () => {
    const department = await portal.make.department()
    const head = await portal.make.staff({ department_id: department.id })
    await setHeads(department, head)
    await setHeads(department)
    expect(await sentences(head)).toEqual([])
    await setHeads(department, head)
    await readAll(head)
    await setHeads(department)
    await setHeads(department, head)
    expect(await sentences(head)).toEqual([`You are now head of ${department.name}.`])
  })
})

describe('other rules for a running term', () => {
  test('are sent to those for whom something changes, with total and grades before and after', async () => {
    const seminar = await portal.make.activity({ type: 'Elective', score: 10 })
    const other = await portal.make.staff({ title: 'l' })
    for (const day of ['01', '02']) await portal.make.posting(member.id, seminar, `${year}-03-${day}`)
    await portal.make.posting(other.id, seminar, `${year}-03-01`)
    await setScore('fb', 5)
    const limits = [{ activity_id: seminar.id, type: null, most_times: 1, most_points: null }]
    const simulated = await admin('POST', '/rules/simulate', { bands: specificationBands, limits, term_id: term.id })
    const { moves } = simulated.json() as Simulation
    expect(moves).toMatchObject([{ id: member.id, before: { total: 25, grade: 'B' }, after: { total: 15, grade: 'C' } }])
    const version = (await publish({ limits })).json().version.number
    expect(await sentences()).toEqual([
      `Version ${version} of the rules now holds for Year ${year}. For you: Total 25 → 15, Current grade (without feedback) C → D, Grade with feedback B → C.`,
    ])
    expect(await sentences(other)).toEqual([])
    // These bands give the same total another grade.
    const bands = { ...specificationBands, l: [0, 6, 16, 24, 35, 55] }
    const next = (await publish({ bands, limits })).json().version.number
    expect(await sentences()).toEqual([
      `Version ${next} of the rules now holds for Year ${year}. For you: Total 15, Current grade (without feedback) D, Grade with feedback C → D.`,
      expect.any(String),
    ])
    expect(await sentences(other)).toEqual([])
  })

  test('that are not published are sent to nobody', async () => {
    await setScore('tp', 16)
    await admin('PUT', `/terms/close/${term.id}`)
    const before = await sentences()
    const [current] = await portal.sql<[{ id: number }]>`select id from terms where is_current`
    await admin('PUT', `/users/edit-tp/${member.id}`, { tp: 16 })
    const bands = { ...specificationBands, l: [0, 6, 17, 24, 35, 55] }
    // The second term is closed, so that nothing is published for the first either.
    expect((await publish({ bands, term_ids: [current.id, term.id] })).statusCode).toBe(409)
    expect(await sentences()).toEqual(before)
  })
})

describe('a term', () => {
  const results = 'Total 24, Current grade (without feedback) C, Grade with feedback B'
  beforeEach(async () => {
    await setScore('tp', 20)
    await setScore('fb', 4)
  })

  test('that is closed is sent with the frozen total and grades', async () => {
    await close()
    expect(await sentences()).toEqual([`Year ${year} is closed. Your results: ${results}.`])
    expect((await noticesOf(member))[0]).toMatchObject({ kind: 'term closed', term_id: term.id })
    for (const language of ['ckb', 'ar'] as const) expect((await sentences(member, language))[0]).toMatch(/24.+C.+B/)
  })

  test('that is reopened is sent with the reason, and its next closing with what differs', async () => {
    await close()
    const late = await portal.make.staff({ title: 'l' })
    await reopen('One score was wrong')
    expect((await sentences())[0]).toBe(`Rana Wahid reopened Year ${year}: One score was wrong`)
    expect(await sentences(late)).toEqual([])
    await close()
    expect((await sentences())[0]).toBe(
      `Year ${year} is closed again. Nothing differs for you from the previous closing: ${results}.`,
    )
    await reopen('Another one was wrong, too')
    await setScore('tp', 19)
    await setScore('fb', 5)
    await setScore('tp', 3, late)
    await close()
    // The total is the same, its parts are not.
    expect((await sentences())[0]).toBe(
      `Year ${year} is closed again. What differs for you from the previous closing: Teacher points 20 → 19, Feedback 4 → 5.`,
    )
    // A member who was not in the closing before has nothing to compare with.
    expect((await sentences(late))[0]).toMatch(`Year ${year} is closed. Your results: Total 3,`)
    await reopen('Once more')
    await setScore('tp', 30)
    await close()
    expect((await sentences())[0]).toBe(
      `Year ${year} is closed again. What differs for you from the previous closing: Teacher points 19 → 30, Total 24 → 35, Current grade (without feedback) C → B, Grade with feedback B → A.`,
    )
  })

  test('that is reopened notifies who was an administrator at its closing, and has points in it again', async () => {
    await put(`/users/toggle-role/${member.id}`)
    await close()
    await put(`/users/toggle-role/${member.id}`)
    await reopen('One score was wrong')
    expect((await sentences())[0]).toBe(`Rana Wahid reopened Year ${year}: One score was wrong`)
  })

  test('that took other rules between two closings is compared with the grades of then', async () => {
    await close()
    await reopen('New rules')
    expect((await publish({ bands: { ...specificationBands, l: [0, 6, 21, 25, 35, 55] } })).statusCode).toBe(201)
    await close()
    expect((await sentences())[0]).toBe(
      `Year ${year} is closed again. What differs for you from the previous closing: Current grade (without feedback) C → D, Grade with feedback B → C.`,
    )
  })

  test('with many members is sent to all of them in one statement each, and to no removed user', async () => {
    const removed = await portal.make.staff()
    await portal.sql`update users set removed_at = now() where id = ${removed.id}`
    const others = await Promise.all(Array.from({ length: 40 }, () => portal.make.staff()))
    await close()
    await reopen('All of them')
    await close()
    for (const kind of ['term closed', 'term reopened', 'term closed again']) {
      const written = await portal.sql<{ user_id: number; command: string }[]>`
        select user_id, cmin::text as command from notices where kind = ${kind} and term_id = ${term.id}`
      expect(written.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining(others.map(({ id }) => id)))
      expect(written.map(({ user_id }) => user_id)).not.toContain(removed.id)
      expect(new Set(written.map(({ command }) => command)).size, kind).toBe(1)
    }
  })

  test('goes out by e-mail in the language of its reader', async () => {
    const server = await startMailServer()
    const mail = noticeMail(portal.sql, readSettings({ SMTP_URL: server.url }), createLogger('silent'), 0)
    await portal.sql`insert into user_preferences (user_id, language) values (${member.id}, 'ar')`
    await close()
    await portal.sql`update notices set mailed_at = now() where user_id <> ${member.id} or kind = 'scored'`
    await portal.sql`update terms set names = ${{ ar: `سنة ${year}` }} where id = ${term.id}`
    await mail?.sendDue()
    mail?.stop()
    await server.stop()
    const [sentence = ''] = await sentences(member, 'ar')
    expect(sentence).toContain(`سنة ${year}`)
    expect((await sentences(member))[0]).toContain(`Year ${year}`)
    expect(server.received.find(({ to }) => to.includes(member.email))?.text.replace(/\s+/g, ' ')).toContain(sentence)
  })
})
