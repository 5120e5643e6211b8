import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { CannotStart } from './cannot-start.ts'
import type { Database } from './connect.ts'

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
 * Brings the database to today's schema. Servers that start together wait for each other; each migration is whole or absent.
 * A restore stops at the schema its data was saved with (`only`), and goes on from there afterwards. Needs two connections.
 */
export async function migrate(database: Database, only?: readonly string[]): Promise<{ applied: string[] }> {
  // With one connection the migration would wait for the lock's for ever.
  if (database.options.max < 2) throw new Error('migrate() needs a pool of at least two connections')
  const migrations = readMigrations().filter(({ name }) => !only || only.includes(name))
  const [server] = await database<{ version: number }[]>`select current_setting('server_version_num')::int / 10000 as version`
  if (server && server.version < oldestPostgres)
    throw new CannotStart(`The database is PostgreSQL ${server.version}; the portal needs ${oldestPostgres} or newer.`)
  // The lock has a transaction of its own, which ends with it whatever happens.
  return database.begin(async (lock) => {
    await lock`select pg_advisory_xact_lock(hashtext('staff-portal migrations'))`
    return { applied: await applyMissing(database, migrations) }
  })
}

async function applyMissing(database: Database, migrations: ReturnType<typeof readMigrations>): Promise<string[]> {
  const applied: string[] = []
  await database`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const rows = await database<{ name: string; checksum: string }[]>`select name, checksum from schema_migrations`
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
    await database.begin(async (tx) => {
      await tx.unsafe(text)
      await tx`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`
    })
    applied.push(name)
  }
  return applied
}
