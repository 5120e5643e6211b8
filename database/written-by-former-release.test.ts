import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const department = async () => {
  const [row] = await database.sql`select name, names, name_ckb, name_ar from departments`
  return row
}

test('what a server of the release before writes is in the translations, and what this one writes is in its columns', async () => {
  const { sql } = database
  await sql`insert into departments (name, name_ckb) values ('Physics', 'فیزیا')`
  expect(await department()).toEqual({ name: 'Physics', names: { ckb: 'فیزیا' }, name_ckb: 'فیزیا', name_ar: null })
  await sql`update departments set names = ${{ ckb: 'فیزیک', tr: 'Fizik' }}`
  expect(await department()).toMatchObject({ name_ckb: 'فیزیک', name_ar: null })
  // A language that the former release does not know stays.
  await sql`update departments set name_ckb = null, name_ar = 'الفيزياء'`
  expect(await department()).toMatchObject({ names: { ar: 'الفيزياء', tr: 'Fizik' } })
  await sql`update departments set names = '{}'`
  expect(await department()).toEqual({ name: 'Physics', names: {}, name_ckb: null, name_ar: null })
  await sql`update departments set name = 'Optics'`
  expect(await department()).toEqual({ name: 'Optics', names: {}, name_ckb: null, name_ar: null })
})

test('a change is recorded once, as translations', async () => {
  const { sql } = database
  await sql`update departments set name_ar = 'البصريات'`
  const [record] = await sql`select before, after from audit where subject = 'department' order by id desc limit 1`
  expect(record).toEqual({ before: { names: {} }, after: { names: { ar: 'البصريات' } } })
})

test('a name that is taken is refused under the same name, whichever column it is written to', async () => {
  const taken = /departments_name_ar_unique/
  await expect(database.sql`insert into departments (name, name_ar) values ('Law', 'البصريات')`).rejects.toThrow(taken)
  await expect(database.sql`insert into departments (name, names) values ('Law', ${{ ar: 'البصريات' }})`).rejects.toThrow(taken)
})

test('lists and notices of the release before find the names where they look for them', async () => {
  const { sql } = database
  await sql`insert into users (name, username, role_id) values ('Rana', 'rana', 1)`
  await sql`insert into users (name, username, role_id, department_id) select 'Sara', 'sara', 2, id from departments`
  await sql`insert into terms (name, start_date, end_date, is_current) values ('Now', '2026-01-01', '2026-12-31', true)`
  const [sara] = await sql`select department_name_ar, department_name_ckb from term_standing where name = 'Sara'`
  expect(sara).toEqual({ department_name_ar: 'البصريات', department_name_ckb: null })
  const [simulated] =
    await sql`select department_name_ar from simulate_rules((select id from terms), '{"p": [0]}', '[]') where name = 'Sara'`
  expect(simulated).toEqual({ department_name_ar: 'البصريات' })
  await sql`insert into department_heads (user_id, department_id) select id, department_id from users where username = 'sara'`
  const [notice] = await sql`select details - 'department_id' as details, translations from notices where kind = 'head added'`
  // The details have nothing but texts and numbers: a former server refuses to reply with anything else.
  expect(notice).toEqual({
    details: { department_name: 'Optics', department_name_ar: 'البصريات' },
    translations: { department_names: { ar: 'البصريات' } },
  })
})
