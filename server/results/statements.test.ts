import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let cookie: { cookie: string }
let address: string
let term: { id: number }
let physics: { id: number }
let members: MadeUser[]
/** Made once, for the tests that only read it. */
let made: Awaited<ReturnType<Caller>>
beforeAll(async () => {
  portal = await startPortal()
  const administrator = await portal.make.admin()
  admin = await portal.as(administrator)
  cookie = await portal.startSession(administrator)
  term = await portal.make.term('2025/2026', '2025-09-01', '2026-08-31')
  physics = await portal.make.department('Physics', { names: { ckb: 'فیزیا' } })
  const history = await portal.make.department('History')
  const activity = await portal.make.activity({ name: 'Workshop', names: { ckb: 'یاسا' }, score: 2.5 })
  members = [
    await portal.make.staff({ name: 'Zana Ali', department_id: history.id }),
    await portal.make.staff({ name: 'Aram Aziz', department_id: physics.id }),
    await portal.make.staff({ name: 'Bana Omer', department_id: physics.id }),
    await portal.make.staff({ name: 'Chra Ahmed' }),
  ]
  for (const { id } of members) await portal.make.posting(id, activity, '2025-10-01')
  made = await statementsOf()
  address = await portal.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => portal.stop())

const statementsOf = (query = '', language = 'en') =>
  admin('GET', `/results/statements?term_id=${term.id}${query}`, undefined, { 'accept-language': language })
const pagesOf = (bytes: Buffer) => Array.from({ length: readPdf(bytes).pages }, (_, index) => readPdf(bytes, index + 1))
const codesIn = (bytes: Buffer) =>
  pagesOf(bytes).map(({ lines }) => lines.find((text) => /^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/.test(text)) ?? '')

/** The reply as it arrives, over a real connection, for a reader who reads at their own pace. */
async function openStream(path: string) {
  const leaving = new AbortController()
  const reply = await fetch(`${address}${path}`, { headers: cookie, signal: leaving.signal })
  expect(reply.status).toBe(200)
  const reader = reply.body?.getReader()
  if (!reader) throw new Error('the reply has no body')
  const first = await reader.read()
  return {
    leave: () => leaving.abort(),
    async rest() {
      const parts = [first.value ?? Buffer.alloc(0)]
      for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
      return Buffer.concat(parts)
    },
  }
}

describe('all statements of a term', () => {
  test('are one PDF with a page for each member, by department and name', async () => {
    const reply = made
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="statements-20252026.pdf"')
    expect(reply.headers['x-members']).toBe('4')
    const pages = pagesOf(reply.rawPayload)
    expect(pages.map(({ lines }) => members.find(({ name }) => lines.includes(name))?.name)).toEqual([
      'Zana Ali',
      'Aram Aziz',
      'Bana Omer',
      'Chra Ahmed',
    ])
  })

  test('carry a code each, which confirms that statement and is the one of the single PDF', async () => {
    const codes = codesIn(made.rawPayload)
    const visitor = await portal.as(null)
    const names = await Promise.all(
      codes.map(async (code) => (await visitor('GET', `/statements/${code}`)).json().statement.name as string),
    )
    expect(names).toEqual(['Zana Ali', 'Aram Aziz', 'Bana Omer', 'Chra Ahmed'])
    const single = await admin('GET', `/statements/pdf?user_id=${members[1]?.id}&term_id=${term.id}`)
    expect(codesIn(single.rawPayload)).toEqual([codes[1]])
    expect(codesIn((await statementsOf()).rawPayload)).toEqual(codes)
  })

  test('say what the single PDF says, page for page, also in another language', async () => {
    const url = `/statements/pdf?user_id=${members[1]?.id}&term_id=${term.id}`
    const single = (language: string) => admin('GET', url, undefined, { 'accept-language': language })
    expect(readPdf(made.rawPayload, 2).placed).toEqual(readPdf((await single('en')).rawPayload).placed)
    const kurdish = await statementsOf('', 'ckb')
    expect(readPdf(kurdish.rawPayload, 2).placed).toEqual(readPdf((await single('ckb')).rawPayload).placed)
  })

  test('are in the language that the reader chooses, and so is the name of the file', async () => {
    const [chosen, accepted] = [await statementsOf('&language=ckb'), await statementsOf('', 'ckb')]
    expect(chosen.headers['content-disposition']).toBe(accepted.headers['content-disposition'])
    expect(chosen.headers['content-disposition']).not.toBe(made.headers['content-disposition'])
    expect(readPdf(chosen.rawPayload, 2).placed).toEqual(readPdf(accepted.rawPayload, 2).placed)
  })

  test('of one department are those of its members', async () => {
    const reply = await statementsOf(`&department_id=${physics.id}`)
    expect(reply.headers['content-disposition']).toBe('attachment; filename="statements-20252026-Physics.pdf"')
    expect(reply.headers['x-members']).toBe('2')
    expect(pagesOf(reply.rawPayload)).toHaveLength(2)
  })

  test('of nobody are not found', async () => {
    const { id } = await portal.make.department('Empty')
    const reply = await statementsOf(`&department_id=${id}`)
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'results.noMembers'])
    expect((await admin('GET', '/results/statements?term_id=999999')).statusCode).toBe(404)
  })
})

describe('a document of many members', () => {
  let crowd: { id: number }
  const size = 130
  beforeAll(async () => {
    crowd = await portal.make.department('Crowd')
    for (let number = 0; number < size; number += 1)
      await portal.make.staff({ name: `Member ${String(number).padStart(3, '0')}`, department_id: crowd.id })
  })
  const url = () => `/results/statements?term_id=${term.id}&department_id=${crowd.id}`

  test('is of the moment at which it began, whatever changes while it is read', async () => {
    const { rest } = await openStream(url())
    const [{ id }] = await portal.sql<[{ id: number }]>`select id from users where name = ${`Member ${size - 1}`}`
    const saved = await admin('PUT', `/users/edit-tp/${id}?term_id=${term.id}`, { tp: 77.5 })
    expect([saved.statusCode, saved.body]).toEqual([200, expect.anything()])
    const bytes = await rest()
    const last = readPdf(bytes, size)
    expect(last.lines).toContain(`Member ${size - 1}`)
    expect(last.lines).not.toContain('77.5')
    const code = codesIn(bytes).at(-1) ?? ''
    expect((await admin('GET', `/statements/${code}`)).json().statement).toMatchObject({ is_current: false, total_score: 0 })
    expect(codesIn((await admin('GET', url())).rawPayload).at(-1)).not.toBe(code)
  })

  test('whose reader goes away ends, and the next one gets their turn', async () => {
    const { leave } = await openStream(url())
    leave()
    const reply = await admin('GET', url())
    expect(reply.headers['x-members']).toBe(String(size))
    expect(readPdf(reply.rawPayload).pages).toBe(size)
  })

  test('never waits for the database while nobody reads: no transaction stays open', async () => {
    const { leave } = await openStream(url())
    const open = await portal.sql`
      select from pg_stat_activity where datname = current_database() and usename = 'portal_server' and state like 'idle in transaction%'`
    expect(open).toEqual([])
    leave()
  })
})
