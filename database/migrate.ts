import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { CannotStart } from './cannot-start.ts'
import { type Database, noTimeLimit, type Sql } from './connect.ts'
import { grantServerRole } from './server-role.ts'
import { retry } from './transaction.ts'

/** Forward only: once applied, never changed. */
const migrationsFolder = new URL('./migrations/', import.meta.url)
/** Re-created whenever their text changes: each file can run again and again. What a file no longer has, a migration drops. */
const functionsFolder = new URL('./functions/', import.meta.url)
const oldestPostgres = 15
/** Servers of the release before go on writing during a rolling update, and lock the same tables in another order. */
const mostAttempts = 10

export function knownMigrations(): string[] {
  return readScripts(migrationsFolder).map(({ name }) => name)
}

interface Script {
  name: string
  text: string
  checksum: string
}

/** Git may check text out with other line ends; that is still the same script. */
function readScripts(folder: URL): Script[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

interface MigrateOptions {
  /** A restore stops at the tables its data was saved with, and runs the remaining migrations afterwards. */
  only?: readonly string[]
  /** As whom the server will work, where that is not the owner of the tables. */
  serverRole?: string | undefined
}

/** Brings the database to today's schema, all of it or nothing. Servers that start together wait for each other. */
export async function migrate(database: Database, { only, serverRole }: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const migrations = readScripts(migrationsFolder).filter(({ name }) => !only || only.includes(name))
  const [server] = await database<{ version: number }[]>`select current_setting('server_version_num')::int / 10000 as version`
  if (server && server.version < oldestPostgres)
    throw new CannotStart(`The database is PostgreSQL ${server.version}; the portal needs ${oldestPostgres} or newer.`)
  const run = async (tx: Sql) => {
    await tx`select pg_advisory_xact_lock(hashtext('staff-portal migrations'))`
    const applied = await applyMissing(tx, migrations)
    if (!only) await replaceFunctions(tx, applied.length > 0)
    if (serverRole) await grantServerRole(tx, serverRole)
    return { applied }
  }
  return retry(() => database.begin(run, noTimeLimit), mostAttempts)
}

async function checksums(tx: Sql, table: 'schema_migrations' | 'schema_functions'): Promise<Map<string, string>> {
  await tx`create table if not exists ${tx.identifier(table)} (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const rows = await tx<{ name: string; checksum: string }[]>`select name, checksum from ${tx.identifier(table)}`
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function applyMissing(tx: Sql, migrations: Script[]): Promise<string[]> {
  const applied: string[] = []
  const done = await checksums(tx, 'schema_migrations')
  const unknown = [...done.keys()].find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown)
    throw new CannotStart(
      `The database was last used by a newer portal (it has ${unknown}). Start that version, or restore a backup.`,
    )
  for (const { name, text, checksum } of migrations) {
    const before = done.get(name)
    if (before === checksum) continue
    if (before) throw new CannotStart(`Migration ${name} was changed after it had been applied. Put the original back.`)
    await tx.unsafe(text)
    await tx`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`
    applied.push(name)
  }
  return applied
}

/** Those whose text changed, or all of them after a migration: it may have added a table that a rule applies to. */
async function replaceFunctions(tx: Sql, all: boolean) {
  const done = await checksums(tx, 'schema_functions')
  for (const { name, text, checksum } of readScripts(functionsFolder)) {
    if (done.get(name) === checksum && !all) continue
    await tx.unsafe(text)
    await tx`
      insert into schema_functions (name, checksum) values (${name}, ${checksum})
      on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`
  }
}
