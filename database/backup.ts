import { type BackupHeader, broken, openBackupFile, type Piece, writeBackupFile } from './backup-file.ts'
import { CannotStart } from './cannot-start.ts'
import { connect, type Database, type Sql } from './connect.ts'
import type { Step } from './embedded.ts'
import { DatabaseError } from './errors.ts'
import { knownMigrations, migrate } from './migrate.ts'

type RowCounts = Record<string, number>

/**
 * Tables that are not saved: those that a start fills by itself, and those that end with the running portal. Sessions that ended must not
 * come back.
 */
const leftOut = [
  'schema_migrations',
  'schema_functions',
  // A table for servers of the releases before migration 0009 (rules).
  'grade_bands',
  'sessions',
  'ended_sessions',
  'push_subscriptions',
  'pushes',
  'push_outage',
  'pending_sign_ins',
  'sso_requests',
  'sso_logout_tokens',
  'passkey_challenges',
  'password_resets',
  'account_mails',
  // Made again from their pictures.
  'image_thumbnails',
  'file_thumbnails',
  'received_pieces',
  // About the installation that made them.
  'backups_made',
]

/** Tables that are not empty in a database that was never used: a migration fills them. The rows of a backup replace these. */
const filledByMigrations = ['degrees', 'rules_bands', 'rules_versions']

/** Every table to save, with the columns that hold something of their own. */
async function dataTables(sql: Sql) {
  return sql<{ table: string; columns: string[] }[]>`
    select c.relname as table, json_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${leftOut})
    group by c.relname order by c.relname`
}

/** A piece is one text in memory, and a file of 10 MB is 20 MB of it. */
const rowsInAPiece = (columns: readonly string[]) => (columns.includes('bytes') ? 4 : 50)
const oneSnapshot = { mode: 'isolation level repeatable read, read only' } as const

/** The number of rows, each in one line: a line break inside a value is written in two other characters. */
function countRows(bytes: Uint8Array) {
  let count = 0
  for (const byte of bytes) if (byte === 10) count += 1
  return count
}

/** A backup is one snapshot: the portal may run and change things meanwhile, the file holds one moment. */
export async function backUp(address: string, file: string, step: Step, key?: string): Promise<RowCounts> {
  const database = connect(address, { max: 1, applicationName: 'staff-portal backup', timeLimitMs: 0 })
  const counts: RowCounts = {}
  try {
    await database.begin(async (tx) => {
      const [known] = await tx`select to_regclass('schema_migrations') is not null as found`
      if (!known?.['found'])
        throw new CannotStart('There is nothing to back up: the portal has never been started on this database.')
      const migrations = await tx<{ name: string }[]>`select name from schema_migrations order by name`
      const tables = await dataTables(tx)
      const header: BackupHeader = { created_at: new Date().toISOString(), migrations: migrations.map(({ name }) => name) }

      async function* pieces(): AsyncGenerator<Piece> {
        for (const { table, columns } of tables) {
          yield { line: { table, columns } }
          counts[table] = 0
          await tx`declare rows no scroll cursor for select to_jsonb(t)::text as row from ${tx.identifier(table)} t`
          for (;;) {
            const rows = await tx.unsafe<{ row: string }[]>(`fetch ${rowsInAPiece(columns)} from rows`)
            if (rows.length === 0) break
            counts[table] += rows.length
            yield { bytes: Buffer.from(rows.map(({ row }) => `${row}\n`).join('')) }
          }
          await tx`close rows`
          yield { bytes: new Uint8Array() }
        }
      }
      await step('Writing the backup', () => writeBackupFile(file, key, header, pieces))
    }, oneSnapshot)
    await recordBackup(database, counts, key !== undefined)
  } finally {
    await database.end()
  }
  return counts
}

/** A database that is only read, a role that may not write, and a schema of a release before it had the table. */
const cannotRecord = ['25006', '42501', '42P01']

/** Records that a backup was made, for Settings. The file is as good without the record. */
async function recordBackup(database: Database, counts: RowCounts, isSigned: boolean) {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  try {
    await database`insert into backups_made (row_count, is_signed) values (${rows}, ${isSigned})`
  } catch (error) {
    if (!(error instanceof DatabaseError && cannotRecord.includes(error.code ?? ''))) throw error
  }
}

/** Reads the whole file, its checksum and with a key its signature, and touches no database. */
export async function verifyBackup(file: string, step: Step, key?: string): Promise<{ header: BackupHeader; counts: RowCounts }> {
  return step('Checking the backup', async () => {
    const backup = await openBackupFile(file, key)
    const counts: RowCounts = {}
    for await (const { table, rows } of backup.tables()) {
      counts[table] = 0
      for await (const bytes of rows) counts[table] += countRows(bytes)
    }
    return { header: backup.header, counts }
  })
}

async function refuseFull(database: Database) {
  for (const { table } of await dataTables(database)) {
    if (filledByMigrations.includes(table)) continue
    const [row] = await database`select from ${database.identifier(table)} limit 1`
    if (row)
      throw new CannotStart(
        'The database is not empty, and a restore would mix two portals: restore into a new DATA_DIR or an empty database.',
      )
  }
}

/**
 * A restore goes into an empty database only, all or nothing. The tables' own rules stand aside while rows arrive in any order (sums and
 * records are in the file themselves); foreign keys are checked at the end, all of them.
 */
export async function restore(address: string, file: string, step: Step, key?: string): Promise<RowCounts> {
  const { header, counts } = await verifyBackup(file, step, key)
  const unknown = header.migrations.find((name) => !knownMigrations().includes(name))
  if (unknown) throw new CannotStart(`The backup was made by a newer portal (it has ${unknown}). Restore it with that version.`)
  const database = connect(address, { max: 1, applicationName: 'staff-portal restore', timeLimitMs: 0 })
  try {
    await refuseFull(database)
    await step('Preparing the tables', () => migrate(database, { only: header.migrations }))
    await step('Restoring', () => database.begin((tx) => load(tx, file, key)))
    await migrate(database)
  } catch (error) {
    // Rows that are no JSON, miss a value or reference missing rows: the file was altered, and its checksum with it.
    if (error instanceof DatabaseError && /^2[23]/.test(error.code ?? ''))
      throw new CannotStart(`The file ${file} holds rows that do not fit the tables (${error.message}). Nothing was restored.`)
    throw error
  } finally {
    await database.end()
  }
  return counts
}

async function load(tx: Sql, file: string, key: string | undefined) {
  const keys = await tx<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`
  const tables = await dataTables(tx)
  for (const { table, name } of keys)
    await tx`alter table ${tx.identifier(table)} alter constraint ${tx.identifier(name)} deferrable initially deferred`
  for (const { table } of tables) await tx`alter table ${tx.identifier(table)} disable trigger user`
  for (const table of filledByMigrations)
    if (tables.some((one) => one.table === table)) await tx`delete from ${tx.identifier(table)}`

  const backup = await openBackupFile(file, key)
  for await (const { table, columns, rows } of backup.tables()) {
    const known = tables.find((one) => one.table === table)
    if (!known || !columns.every((column) => known.columns.includes(column))) throw broken(file)
    for await (const bytes of rows) {
      const list = `[${Buffer.from(bytes).toString().trimEnd().replaceAll('\n', ',')}]`
      await tx`insert into ${tx.identifier(table)} (${tx.identifiers(columns)}) overriding system value
        select ${tx.identifiers(columns)} from jsonb_populate_recordset(null::${tx.identifier(table)}, ${list}::text::jsonb)`
    }
  }

  await tx`set constraints all immediate`
  for (const { table, name } of keys)
    await tx`alter table ${tx.identifier(table)} alter constraint ${tx.identifier(name)} not deferrable`
  for (const { table } of tables) await tx`alter table ${tx.identifier(table)} enable trigger user`
  const identities = await tx<{ table: string; column: string }[]>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and a.attidentity <> ''`
  for (const { table, column } of identities)
    await tx`select setval(pg_get_serial_sequence(${table}, ${column}), coalesce(max(${tx.identifier(column)}), 1), max(${tx.identifier(column)}) is not null)
      from ${tx.identifier(table)}`
}
