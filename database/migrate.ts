import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { languages, translatedLanguages } from '../contract/languages/languages.ts'
import { database as limits } from '../contract/limits.ts'
import { CannotStart } from './cannot-start.ts'
import { type Database, noTimeLimit, type Sql } from './connect.ts'
import { grantServerRole } from './server-role.ts'
import { retry } from './transaction.ts'

/** Migrations go forward only: once applied, they never change. */
const migrationsFolder = new URL('./migrations/', import.meta.url)
/** Functions are re-created when their text changes: each file can run again and again. What a file no longer has, a migration drops. */
const functionsFolder = new URL('./functions/', import.meta.url)
const oldestPostgres = 15

export function knownMigrations(): string[] {
  return readScripts(migrationsFolder).map(({ name }) => name)
}

/**
 * The functions with the contract's languages in place of `:languages` and `:translations`: a new one changes the text, and so the
 * database.
 */
export function knownFunctions(): Script[] {
  const array = (codes: readonly string[]) => `'{${codes}}'::text[]`
  return readScripts(functionsFolder).map(({ name, text }) =>
    script(name, text.replaceAll(':languages', array(languages)).replaceAll(':translations', array(translatedLanguages))),
  )
}

interface Script {
  name: string
  text: string
  checksum: string
}

/** The scripts of a folder. Git may check text out with other line ends; that is still the same script. */
function readScripts(folder: URL): Script[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => script(name, readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')))
}

function script(name: string, text: string): Script {
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

interface MigrateOptions {
  /** The only migrations to run: a restore stops at the tables its data was saved with, and runs the remaining migrations afterwards. */
  only?: readonly string[]
  /** The role as which the server will work, where that is not the owner of the tables. */
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
  return retry(() => database.begin(run, noTimeLimit), limits.migrationAttempts)
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

/** Replaces the functions whose text changed, or all of them after a migration: it may have added a table that a rule applies to. */
async function replaceFunctions(tx: Sql, all: boolean) {
  const done = await checksums(tx, 'schema_functions')
  for (const { name, text, checksum } of knownFunctions()) {
    if (done.get(name) === checksum && !all) continue
    await tx.unsafe(text)
    await tx`
      insert into schema_functions (name, checksum) values (${name}, ${checksum})
      on conflict (name) do update set checksum = excluded.checksum, applied_at = excluded.applied_at`
  }
}
