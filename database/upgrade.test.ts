import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { dumpDatabase } from '../testing/dump.ts'
import { connect, type Database, type Sql } from './connect.ts'
import { knownMigrations, migrate } from './migrate.ts'

/** The first release as it was, tables, functions and rows: never changed, so that every later release proves that it can upgrade it. */
const firstRelease = readFileSync(new URL('../testing/first-release.sql', import.meta.url), 'utf8')
const firstMigrations = ['0001-schema.sql']

let cluster: Database
const opened: { name: string; sql: Database }[] = []
beforeAll(() => {
  cluster = connect(inject('clusterUrl'), { max: 1, timeLimitMs: 0 })
})
afterAll(async () => {
  for (const { name, sql } of opened) {
    await sql.end()
    await cluster.unsafe(`drop database ${name} with (force)`)
  }
  await cluster.end()
})

async function databaseOf(script: string): Promise<Database> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await cluster.unsafe(`create database ${name} template template0`)
  const url = new URL(inject('clusterUrl'))
  url.pathname = `/${name}`
  const sql = connect(url.href, { max: 1, timeLimitMs: 0 })
  opened.push({ name, sql })
  await sql.unsafe(script)
  return sql
}

/** The whole schema as text, so that two databases can be compared. */
async function schemaOf(sql: Sql) {
  const list = async (query: PromiseLike<{ text: string }[]>) => (await query).map(({ text }) => text)
  return {
    columns: await list(sql<{ text: string }[]>`
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name, generation_expression) as text
      from information_schema.columns where table_schema = 'public' order by 1`),
    constraints: await list(sql<{ text: string }[]>`
      select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as text
      from pg_constraint where connamespace = 'public'::regnamespace order by 1`),
    indexes: await list(sql<{ text: string }[]>`select indexdef as text from pg_indexes where schemaname = 'public' order by 1`),
    functions: await list(sql<{ text: string }[]>`
      select pg_get_functiondef(oid) as text from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f' order by 1`),
    triggers: await list(sql<{ text: string }[]>`
      select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal order by 1`),
    views: await list(sql<{ text: string }[]>`select definition as text from pg_views where schemaname = 'public' order by 1`),
  }
}

const standing = (sql: Sql) => sql`
  select term_id, user_id, is_member, is_frozen, name, title, department_name, tp, fb, atts, acts, escore, total_score, grade
  from term_standing order by term_id, user_id`

/** The audit records of the first release. A column that came later is empty there. */
const auditOf = (sql: Database) =>
  sql`select id, at, actor_id, actor_name, address, subject, kind, subject_id, subject_name, person_id, before, after
    from audit order by id`

describe('a database of the first release', () => {
  let upgraded: Database
  let before: { standing: unknown; audit: unknown }
  let scored: { user_id: number; term_id: number }
  let fresh: TestDatabase
  beforeAll(async () => {
    upgraded = await databaseOf(firstRelease)
    // This member has no score; a zero that an administrator entered is in the audit trail.
    const [row] = await upgraded<[{ user_id: number; term_id: number }]>`
      with added as (insert into users (name, username, email, role_id) values ('New', 'new', 'new@test.example', 2) returning id)
      insert into term_scores (user_id, term_id) select added.id, terms.id from added cross join terms where is_current
      returning user_id, term_id`
    scored = row
    for (const fb of [5, 0])
      await upgraded`update term_scores set fb = ${fb} where user_id = ${row.user_id} and term_id = ${row.term_id}`
    before = { standing: await standing(upgraded), audit: await auditOf(upgraded) }
    fresh = await createTestDatabase()
  })
  afterAll(() => fresh.drop())

  test('is upgraded by every migration since, and only by those', async () => {
    expect((await migrate(upgraded)).applied).toEqual(knownMigrations().filter((name) => !firstMigrations.includes(name)))
    expect((await migrate(upgraded)).applied).toEqual([])
  })

  test('then has exactly the schema of a new one', async () => {
    expect(await schemaOf(upgraded)).toEqual(await schemaOf(fresh.sql))
  })

  test('has the same standing of every member and the same audit trail', async () => {
    expect(before.standing).not.toEqual([])
    expect(await standing(upgraded)).toEqual(before.standing)
    expect(await auditOf(upgraded)).toEqual(before.audit)
  })

  test('has no score that was never set, and keeps a 0 that was', async () => {
    const { user_id, term_id } = scored
    expect(await upgraded`select tp, fb from term_scores where user_id = ${user_id} and term_id = ${term_id}`).toEqual([
      { tp: null, fb: 0 },
    ])
    expect(await upgraded`select from pg_trigger where tgrelid = 'term_scores'::regclass and tgenabled = 'D'`).toHaveLength(0)
  })

  test('has administrators who all give rights, and nobody else with a right', async () => {
    const administrators = await upgraded`select id as user_id, 'give_rights' as right from users where role_id = 1 order by id`
    expect(administrators.length).toBeGreaterThan(0)
    expect(await upgraded`select user_id, "right" as right from user_rights order by user_id`).toEqual(administrators)
  })

  test('has sums that equal a recount', async () => {
    const wrong = await upgraded`
      select s.* from term_scores s
      left join lateral (
        select coalesce(sum(score) filter (where type = 'Attending' and state <> 'returned'), 0) as atts,
          coalesce(sum(score) filter (where type = 'Compulsory' and state <> 'returned'), 0) as acts,
          coalesce(sum(score) filter (where type = 'Elective' and state <> 'returned'), 0) as escore, count(*) as posted_count
        from posted_activities p where p.user_id = s.user_id and p.term_id = s.term_id) p on true
      where (s.atts, s.acts, s.escore, s.posted_count) is distinct from (p.atts, p.acts, p.escore, p.posted_count)`
    expect(wrong).toEqual([])
  })

  test('a dump of it, restored into an empty database, is the same database', async () => {
    const copy = await databaseOf(await dumpDatabase(upgraded))
    expect(await schemaOf(copy)).toEqual(await schemaOf(upgraded))
    expect(await standing(copy)).toEqual(await standing(upgraded))
  })
})

test('usernames get Latin digits, except where another user has that name', async () => {
  const { sql, drop } = await createTestDatabase()
  onTestFinished(drop)
  const names = ['٠٧٧٠', '۰۷۷۱', '0772', '٠٧٧٢', '٠٧٧٣', '۰۷۷۳']
  for (const name of names) await sql`insert into users (name, username, role_id) values (${name}, ${name}, 2)`
  await sql`delete from schema_migrations where name = '0037-own-files.sql'`
  await sql`drop table import_columns`
  expect((await migrate(sql)).applied).toEqual(['0037-own-files.sql'])
  const stored = await sql<{ username: string }[]>`select username from users where name = any(${names}) order by id`
  expect(stored.map(({ username }) => username)).toEqual(['0770', '0771', '0772', '٠٧٧٢', '0773', '۰۷۷۳'])
})
