import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mostScoredAtOnce } from '../../contract/limits.ts'
import type { ScoredRow } from '../../contract/score-sheet.ts'
import type { MadeUser } from '../../testing/factories.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'

let portal: Portal
let admin: Caller
let physics: { id: number }
let term: { id: number; name: string }
beforeAll(async () => {
  portal = await startPortal({ environment: { HEADS_MAY_SCORE: 'yes' } })
  admin = await portal.as(await portal.make.admin())
  physics = await portal.make.department('Physics')
})
afterAll(() => portal.stop())

let year = 2030
let members: MadeUser[]
beforeEach(async () => {
  year += 1
  term = await portal.make.term(`Year ${year}`, `${year}-01-01`, `${year}-12-31`)
  members = await Promise.all([1, 2, 3].map(() => portal.make.staff({ department_id: physics.id })))
})

const idOf = (index: number) => members[index]?.id ?? 0
const set = (rows: ScoredRow[], by = admin, more: object = {}) => by('PUT', '/scores', { term_id: term.id, rows, ...more })
/** The scores as the office sees them, null if not set. */
async function stored() {
  const { staff } = (await admin('GET', `/staff?term_id=${term.id}`)).json()
  return members.map(({ id }) => {
    const row = staff.find((one: { id: number }) => one.id === id)
    return [row.tp_set ? row.tp : null, row.fb_set ? row.fb : null]
  })
}
const nothing = [
  [null, null],
  [null, null],
  [null, null],
]

describe('setting scores of several members', () => {
  test('writes all of them, leaves a score that is not named, and records each change', async () => {
    await set([{ id: idOf(1), fb: 2, previous: { fb: null } }])
    const reply = await set([
      { id: idOf(0), tp: 4.5, fb: 0, previous: { tp: null, fb: null } },
      { id: idOf(1), tp: 7, previous: { tp: null } },
    ])
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Scores of 2 members saved', members: 2 }])
    await set([{ id: idOf(1), fb: 3, previous: { fb: 2 } }])
    expect(await stored()).toEqual([
      [4.5, 0],
      [7, 3],
      [null, null],
    ])
    const records = await portal.sql`
      select before, after from audit where subject = 'score' and person_id = ${idOf(1)} and subject_id = ${term.id} order by id`
    expect(records).toEqual([
      { before: { fb: null }, after: { fb: 2 } },
      { before: { tp: null }, after: { tp: 7 } },
      { before: { fb: 2 }, after: { fb: 3 } },
    ])
  })

  test('names every score that was changed meanwhile, and writes none', async () => {
    await set([{ id: idOf(1), tp: 3, previous: { tp: null } }])
    const reply = await set([
      { id: idOf(0), tp: 1, previous: { tp: null } },
      { id: idOf(1), tp: 2, previous: { tp: null } },
      // A score of 0 is not one that is not set.
      { id: idOf(2), tp: 3, previous: { tp: 0 } },
    ])
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({
      message: '2 scores were changed in the meantime. Nothing was saved.',
      errors: [
        { field: `${idOf(1)}.tp`, message: 'now 3' },
        { field: `${idOf(2)}.tp`, message: 'now not set' },
      ],
    })
    expect(await stored()).toEqual([
      [null, null],
      [3, null],
      [null, null],
    ])
  })

  test('refuses a score above the highest of the rules, and one that is none', async () => {
    const [newest] = (await admin('GET', '/rules')).json().versions
    const rules = {
      bands: newest.bands,
      limits: [],
      most_tp: 30,
      note: 'At most 30',
      based_on: newest.number,
      term_ids: [term.id],
    }
    expect((await admin('POST', '/rules', rules)).statusCode).toBe(201)
    const first = { id: idOf(0), tp: 5, previous: { tp: null } }
    const tooHigh = await set([first, { id: idOf(1), tp: 30.1, previous: { tp: null } }])
    expect(tooHigh.statusCode).toBe(400)
    expect(tooHigh.json().errors).toMatchObject([{ field: `${idOf(1)}.tp`, message: 'The rules of this term allow at most 30.' }])
    for (const tp of [-1, 0.55, null]) {
      const reply = await set([first, { id: idOf(1), tp, previous: { tp: null } }])
      expect([reply.statusCode, reply.json().message]).toEqual([400, 'Please enter a valid tp score'])
    }
    expect(await stored()).toEqual(nothing)
  })

  test('refuses the same member twice, a row without a score, one without what was seen, and too many', async () => {
    const row = { id: idOf(0), tp: 5, previous: { tp: null } }
    const rows = Array.from({ length: mostScoredAtOnce + 1 }, (_, index) => ({ ...row, id: index + 1 }))
    for (const wrong of [[row, row], [{ id: idOf(0), previous: {} }], [{ id: idOf(0), tp: 5, previous: {} }], [], rows])
      expect((await set(wrong)).statusCode).toBe(400)
    expect(await stored()).toEqual(nothing)
  })

  test('refuses a closed term, and a member who was removed or is an administrator', async () => {
    const row = { id: idOf(0), tp: 5, previous: { tp: null } }
    const other = await portal.make.admin()
    const wrong = await set([row, { ...row, id: other.id }])
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Only staff are scored.'])
    const removed = await portal.make.staff()
    await admin('DELETE', `/users/${removed.id}`)
    expect((await set([row, { ...row, id: removed.id }])).statusCode).toBe(404)
    expect((await set([row, { ...row, id: 999_999 }])).statusCode).toBe(404)
    expect(await stored()).toEqual(nothing)
    await admin('PUT', `/terms/close/${term.id}`)
    const closed = await set([row])
    expect([closed.statusCode, closed.json().message]).toEqual([409, 'This term is closed.'])
  })

  test('lets a head score the own department, and refuses all if one row is another department or their own', async () => {
    const asHead = await portal.as(await portal.make.head(physics.id))
    const head = await portal.make.head(physics.id)
    const asOther = await portal.as(head)
    const stranger = await portal.make.staff({ department_id: (await portal.make.department()).id })
    const row = { id: idOf(0), tp: 5, previous: { tp: null } }
    expect((await set([row, { ...row, id: stranger.id }], asHead)).statusCode).toBe(404)
    expect((await set([row, { ...row, id: head.id }], asOther)).statusCode).toBe(403)
    expect((await set([row], await portal.as(members[1] as MadeUser))).statusCode).toBe(403)
    expect(await stored()).toEqual(nothing)
    expect((await set([row], asHead)).statusCode).toBe(200)
    const [record] = await portal.sql`select capacity from audit where subject = 'score' and person_id = ${idOf(0)}`
    expect(record).toMatchObject({ capacity: { as: 'head' } })
  })

  test('writes drafts in a term that holds its scores back', async () => {
    const days = { name: term.name, start_date: `${year}-01-01`, end_date: `${year}-12-31` }
    await admin('PUT', `/terms/${term.id}`, { ...days, holds_scores: true })
    expect((await set([{ id: idOf(0), tp: 5, previous: { tp: null } }])).statusCode).toBe(200)
    expect((await set([{ id: idOf(0), fb: 6, previous: { fb: null } }])).statusCode).toBe(200)
    expect((await stored())[0]).toEqual([5, 6])
    expect(await portal.sql`select tp, fb from term_scores where user_id = ${idOf(0)} and term_id = ${term.id}`).toEqual([
      { tp: null, fb: null },
    ])
    expect(await portal.sql`select from notices where user_id = ${idOf(0)}`).toHaveLength(0)
    expect((await set([{ id: idOf(0), tp: 7, previous: { tp: null } }])).statusCode).toBe(409)
  })

  test('is done once if the request is repeated, also after another change', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = { term_id: term.id, rows: [{ id: idOf(0), tp: 5, previous: { tp: null } }] }
    expect((await admin('PUT', '/scores', body, key)).statusCode).toBe(200)
    await set([{ id: idOf(0), tp: 6, previous: { tp: 5 } }])
    const again = await admin('PUT', '/scores', body, key)
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect((await stored())[0]).toEqual([6, null])
  })

  test('takes as many rows as it allows', async () => {
    const ids = await portal.sql<{ id: number }[]>`
      insert into users (name, username, email, role_id, degree, title, gender)
      select 'Mass ' || n, 'mass-' || n, 'mass-' || n || '@test.example', 2, 'PhD', 'l', 'Other'
      from generate_series(1, ${mostScoredAtOnce}::int) n returning id`
    const rows = ids.map(({ id }) => ({ id, tp: 12.5, fb: 12.5, previous: { tp: null, fb: null } }))
    const reply = await set(rows)
    expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
    const restored = await set(
      ids.map(({ id }) => ({ id, tp: null, fb: null, previous: { tp: 12.5, fb: 12.5 } })),
      admin,
      { restores: true },
    )
    expect(restored.statusCode, restored.body.slice(0, 200)).toBe(200)
  }, 60_000)
})

describe('undoing and redoing', () => {
  const undo = (rows: ScoredRow[], by = admin) => set(rows, by, { restores: true })

  test('makes a score not set again, and sets it again', async () => {
    await set([{ id: idOf(0), tp: 5, previous: { tp: null } }])
    await set([{ id: idOf(0), tp: 6, previous: { tp: 5 } }])
    expect((await undo([{ id: idOf(0), tp: 5, previous: { tp: 6 } }])).statusCode).toBe(200)
    expect((await undo([{ id: idOf(0), tp: null, previous: { tp: 5 } }])).statusCode).toBe(200)
    expect(await stored()).toEqual(nothing)
    expect((await undo([{ id: idOf(0), tp: 5, previous: { tp: null } }])).statusCode).toBe(200)
    expect((await stored())[0]).toEqual([5, null])
  })

  test('is refused if another administrator set the same value since', async () => {
    const other = await portal.as(await portal.make.admin())
    await set([
      { id: idOf(0), tp: 5, previous: { tp: null } },
      { id: idOf(1), tp: 5, previous: { tp: null } },
    ])
    await set([{ id: idOf(1), tp: 6, previous: { tp: 5 } }], other)
    await set([{ id: idOf(1), tp: 5, previous: { tp: 6 } }], other)
    const reply = await undo([
      { id: idOf(0), tp: null, previous: { tp: 5 } },
      { id: idOf(1), tp: null, previous: { tp: 5 } },
    ])
    expect(reply.statusCode).toBe(409)
    expect(reply.json().errors).toMatchObject([{ field: `${idOf(1)}.tp` }])
    expect((await stored()).slice(0, 2)).toEqual([
      [5, null],
      [5, null],
    ])
  })

  test('is refused for a score that was released since', async () => {
    const days = { name: term.name, start_date: `${year}-01-01`, end_date: `${year}-12-31` }
    await admin('PUT', `/terms/${term.id}`, { ...days, holds_scores: true })
    await set([{ id: idOf(0), tp: 5, previous: { tp: null } }])
    const { fingerprint } = (await admin('GET', `/terms/release/${term.id}`)).json()
    expect((await admin('PUT', `/terms/release/${term.id}`, { fingerprint })).statusCode).toBe(200)
    expect((await undo([{ id: idOf(0), tp: null, previous: { tp: 5 } }])).statusCode).toBe(409)
  })
})
