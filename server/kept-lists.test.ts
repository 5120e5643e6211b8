import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DepartmentsReply } from '../contract/departments.ts'
import { bands, gradeFor, grades } from '../contract/grading.ts'
import { StaffReply } from '../contract/scoring.ts'
import { UsersReply } from '../contract/users.ts'
import { connect } from '../database/connect.ts'
import { type Caller, type Portal, startPortal } from '../testing/portal.ts'

let portal: Portal
let admin: Caller
let termId: number
beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.as(await portal.make.admin())
  termId = (await portal.make.term('Year', '2026-09-01', '2027-08-31')).id
  for (let count = 0; count < 30; count += 1) await portal.make.staff()
})
afterAll(() => portal.stop())

describe('a list that is kept', () => {
  test('is told to be the same to whoever has it, and sent anew after any change', async () => {
    const first = await admin('GET', '/users')
    expect(first.statusCode).toBe(200)
    const tag = String(first.headers.etag)
    const again = await admin('GET', '/users', undefined, { 'if-none-match': tag })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    await portal.make.staff({ name: 'Somebody New' })
    const changed = await admin('GET', '/users', undefined, { 'if-none-match': tag })
    expect(changed.statusCode).toBe(200)
    expect(changed.body).toContain('Somebody New')
    expect(changed.headers['cache-control']).toBe('no-store')
  })

  test('holds exactly what the contract says, also packed', async () => {
    for (const [path, schema] of [
      ['/users', UsersReply],
      ['/staff', StaffReply],
      ['/departments', DepartmentsReply],
    ] as const) {
      const plain = await admin('GET', path)
      expect(schema.strict().parse(plain.json()), path).toEqual(plain.json())
      const packed = await admin('GET', path, undefined, { 'accept-encoding': 'gzip' })
      if (plain.body.length >= 1024) expect(packed.headers['content-encoding']).toBe('gzip')
    }
  })

  test('never misses a change that was under way when it was read', async () => {
    const other = connect(portal.url, { max: 1 })
    for (let round = 0; round < 10; round += 1) {
      const name = `Under way ${round}`
      await other`begin`
      await other`insert into departments (name) values (${name})`
      expect((await admin('GET', '/departments')).body).not.toContain(name)
      await other`commit`
      expect((await admin('GET', '/departments')).body).toContain(name)
    }
    await other.end()
  })

  test('is right for everybody while many change it at the same time', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const name = `At once ${index}`
        expect((await admin('POST', '/departments', { name })).statusCode).toBe(201)
        expect((await admin('GET', '/departments')).body).toContain(name)
      }),
    )
  })
})

test('the grade of the list is the grade of the contract, at every bound and on both sides of it', async () => {
  const member = await portal.make.staff()
  const bounds = [...new Set(Object.values(bands).flat())]
  const score = fc.oneof(
    fc.constantFrom(...bounds, ...bounds.map((bound) => Math.max(bound - 0.1, 0)), ...bounds.map((bound) => bound + 0.1)),
    fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10),
  )
  const title = fc.constantFrom('p', 'ap', 'l', 'al', null)
  await fc.assert(
    fc.asyncProperty(title, score, async (code, tp) => {
      const points = Math.round(tp * 10) / 10
      await portal.sql`update users set title = ${code} where id = ${member.id}`
      await portal.sql`insert into term_scores (user_id, term_id, tp) values (${member.id}, ${termId}, ${points})
        on conflict (term_id, user_id) do update set tp = excluded.tp`
      const { staff } = StaffReply.parse((await admin('GET', '/staff')).json())
      expect([...grades, '-']).toContain(gradeFor(code, points))
      expect(staff.find(({ id }) => id === member.id)?.grade).toBe(gradeFor(code, points))
    }),
    { numRuns: 60 },
  )
})
