import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { checkServerRole, roleOf } from './server-role.ts'

let database: TestDatabase
let server: Database
beforeAll(async () => {
  database = await createTestDatabase()
  server = connect(database.serverUrl)
  await migrate(database.sql, { serverRole: await roleOf(server) })
  await database.sql`insert into audit (subject, kind) values ('session', 'signed in')`
})
afterAll(async () => {
  await server.end()
  await database.drop()
})

describe('the role of the server', () => {
  test.each([
    `update audit set kind = 'x'`,
    'delete from audit',
    'truncate audit',
    'drop table audit',
    'alter table audit disable trigger all',
    'alter table audit add column more text',
    'drop trigger audit_append_only on audit',
    'create trigger another before insert on audit for each row execute function refuse_change()',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return old; end $$',
    'alter table users disable trigger users_audit',
    'drop trigger posted_activities_audit on posted_activities',
    `create or replace function write_audit(text, text, integer, text, integer, jsonb, jsonb) returns void language sql as 'select 1'`,
    'update statements set content = content',
    'delete from statements',
    'update rules_bands set lower_bounds = lower_bounds',
    'update archives set size = 1',
    'delete from archives',
    'delete from archive_keys',
    'update archive_private_keys set private_key = private_key',
    'delete from schema_migrations',
    'create table of_its_own ()',
    'create temporary table audit ()',
    `set session_replication_role = 'replica'`,
    'set role portal',
    'alter role portal_server superuser',
  ])('may not: %s', async (statement) => {
    const before = await database.sql`select * from audit order by id`
    await expect(server.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
    expect(await database.sql`select * from audit order by id`).toEqual(before)
  })

  test('can add to the audit trail, and read it', async () => {
    await server`insert into departments (name) values ('Physics')`
    expect(await server`select kind from audit where subject = 'department'`).toEqual([{ kind: 'added' }])
  })

  test('gets the grants it needs, and no others, at the next start', async () => {
    await database.sql.unsafe('revoke all on users from portal_server; grant all on audit to portal_server')
    await migrate(database.sql, { serverRole: await roleOf(server) })
    expect(await server`select from users`).toEqual([])
    await expect(server`delete from audit`).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the check at the start', () => {
  const warnings: string[] = []
  const check = (sql: Database, isSeparate: boolean) => checkServerRole(sql, isSeparate, (text) => warnings.push(text))

  test('accepts a role that cannot alter the audit trail', async () => {
    await check(server, true)
    expect(warnings).toEqual([])
  })

  test('warns if one role owns and serves, and refuses a separate role that has these rights', async () => {
    await check(database.sql, false)
    expect(warnings).toEqual([expect.stringContaining('could alter the audit trail')])
    await expect(check(database.sql, true)).rejects.toThrow('The role portal of DATABASE_URL could alter the audit trail')
  })

  test.each(['update on audit', 'trigger on audit', 'portal'])('finds a right that was granted: %s', async (right) => {
    await database.sql.unsafe(`grant ${right} to portal_server`)
    try {
      await expect(check(server, true)).rejects.toThrow('could alter the audit trail')
    } finally {
      await database.sql.unsafe(`revoke ${right} from portal_server`)
    }
  })
})
