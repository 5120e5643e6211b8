import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { CannotStart } from './cannot-start.ts'
import type { Database, Sql } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)
const oldestPostgres = 15

export function knownMigrations(): string[] {
  return readMigrations().map(({ name }) => name)
}

/** Git may check text out with other line ends; that is still the same migration. */
function readMigrations() {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    })
}

/**
 * Brings the database to today's schema, all of it or nothing. Servers that start together wait for each other. A restore stops at the
 * schema its data was saved with (`only`), and goes on from there afterwards.
 */
export async function migrate(database: Database, only?: readonly string[]): Promise<{ applied: string[] }> {
  const migrations = readMigrations().filter(({ name }) => !only || only.includes(name))
  const [server] = await database<{ version: number }[]>`select current_setting('server_version_num')::int / 10000 as version`
  if (server && server.version < oldestPostgres)
    throw new CannotStart(`The database is PostgreSQL ${server.version}; the portal needs ${oldestPostgres} or newer.`)
  return database.begin(
    async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtext('staff-portal migrations'))`
      return { applied: await applyMissing(tx, migrations) }
    },
    { timeLimitMs: 0 },
  )
}

async function applyMissing(tx: Sql, migrations: ReturnType<typeof readMigrations>): Promise<string[]> {
  const applied: string[] = []
  await tx`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const rows = await tx<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`
  const done = new Map(rows.map(({ name, checksum }) => [name, checksum]))
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
