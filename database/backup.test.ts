import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { backUp, restore, verifyBackup } from './backup.ts'
import { CannotStart } from './cannot-start.ts'
import { fillDemo } from './demo.ts'

const quiet = <T>(_name: string, work: () => Promise<T>) => work()
const hash = '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA'
type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

let source: TestDatabase
let folder: string
let file: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'portal-backup-'))
  file = join(folder, 'portal.backup')
  source = await createTestDatabase()
  await fillDemo(source.sql, hash, new Date('2026-11-15'))
  await keepFewPictures(source)
  await source.sql`insert into departments (name) values (${'tab\there, back\\slash, "quotes"'.replace('\t', ' ')}), ('عربي'), ('😀')`
  await source.sql`update activities set description = ${'two\nlines\tand a tab \\N \\.'}  where id = 1`
  await backUp(source.url, file, quiet)
})
afterAll(async () => {
  await source.drop()
  rmSync(folder, { recursive: true })
})

/** A few images are enough to test the restore. */
async function keepFewPictures({ sql }: TestDatabase) {
  await sql`delete from posted_images where id not in (select id from posted_images limit 10)`
}

/** A database on which no server has started. */
async function emptyDatabase() {
  const empty = await createTestDatabase()
  await empty.sql`drop schema public cascade`
  await empty.sql`create schema public`
  return empty
}

const tables = [
  'audit',
  'departments',
  'users',
  'activities',
  'terms',
  'posted_activities',
  'posted_images',
  'evidence_files',
  'evidence_pages',
  'term_scores',
]
async function everything({ sql }: TestDatabase) {
  const found: Record<string, unknown> = {}
  for (const table of tables) {
    const [row] =
      await sql`select md5(string_agg(t::text, '|' order by t::text)) as sum, count(*)::int as count from ${sql.identifier(table)} t`
    found[table] = row
  }
  return found
}

describe('a backup', () => {
  test('restored into an empty database, every row and image is equal, and its triggers, keys and sequences work', async () => {
    const target = await emptyDatabase()
    try {
      await restore(target.url, file, quiet)
      expect(await everything(target)).toEqual(await everything(source))
      // The rules apply again: sums, audit records, keys, sequences.
      const { sql } = target
      const [department] = await sql<[{ id: number }]>`insert into departments (name) values ('New') returning id`
      const [{ last }] = await sql<[{ last: number }]>`select max(id) as last from departments`
      expect(department.id).toBe(last)
      expect(await sql`select from audit where subject = 'department' and subject_id = ${department.id}`).toHaveLength(1)
      await expect(sql`insert into posted_images (posted_activity_id, bytes) values (999999, 'x')`).rejects.toThrow(/foreign key/)
      await expect(sql`delete from audit`).rejects.toThrow(/append-only/)
      const [posting] = await sql<
        [{ user_id: number; term_id: number; score: number }]
      >`select user_id, term_id, score from posted_activities limit 1`
      const total = async () =>
        (
          await sql<{ total_score: number }[]>`
            select total_score from term_scores where user_id = ${posting.user_id} and term_id = ${posting.term_id}`
        )[0]?.total_score ?? 0
      const before = await total()
      await sql`delete from posted_activities where id = (select min(id) from posted_activities where user_id = ${posting.user_id} and term_id = ${posting.term_id})`
      expect(await total()).toBeLessThan(before)
    } finally {
      await target.drop()
    }
  })

  test('is a consistent snapshot, whatever is written meanwhile', async () => {
    const busy = await createTestDatabase()
    const target = await emptyDatabase()
    try {
      await fillDemo(busy.sql, hash, new Date('2026-11-15'))
      await keepFewPictures(busy)
      let isDone = false
      const writing = (async () => {
        for (let n = 0; !isDone; n += 1)
          await busy.sql.begin(async (tx) => {
            const [made] = await tx<[{ id: number }]>`insert into departments (name) values (${`Busy ${n}`}) returning id`
            await tx`update users set department_id = ${made.id} where id = (select min(id) from users)`
          })
      })()
      const busyFile = join(folder, 'busy.backup')
      await backUp(busy.url, busyFile, quiet)
      isDone = true
      await writing
      await restore(target.url, busyFile, quiet)
      const [user] =
        await target.sql`select d.name from users u join departments d on d.id = u.department_id order by u.id limit 1`
      const [newest] = await target.sql`select name from departments order by id desc limit 1`
      expect(newest?.['name']).toMatch(/^Busy|Textile Design/)
      if (String(newest?.['name']).startsWith('Busy')) expect(user?.['name']).toBe(newest?.['name'])
    } finally {
      await busy.drop()
      await target.drop()
    }
  })

  test('is recorded where it was made, and not where it is restored', async () => {
    const recorded = await source.sql`select is_signed, row_count > 1000 as is_whole from backups_made`
    expect(recorded).toEqual([{ is_signed: false, is_whole: true }])
    const target = await emptyDatabase()
    try {
      await restore(target.url, file, quiet)
      expect(await target.sql`select from backups_made`).toHaveLength(0)
    } finally {
      await target.drop()
    }
  })

  test('is verified without a database', async () => {
    const { counts } = await verifyBackup(file, quiet)
    expect(counts).toMatchObject({ departments: 16, activities: 61, users: 242, terms: 3 })
  })

  test('is not restored into a database with data, which stays unchanged', async () => {
    const before = await everything(source)
    await expect(restore(source.url, file, quiet)).rejects.toThrow(/^The database is not empty/)
    expect(await everything(source)).toEqual(before)
  })

  const damages: [string, (whole: Buffer) => Buffer][] = [
    ['truncated', (whole) => whole.subarray(0, whole.length - 2000)],
    ['empty', () => Buffer.alloc(0)],
    ['some other file', () => Buffer.from('hello')],
    ['another gzip', () => gzipSync('hello\n')],
    [
      'one digit changed inside',
      (whole) => {
        const plain = gunzipSync(whole)
        const at = plain.indexOf('arden.example')
        plain[at] = 'b'.charCodeAt(0)
        return gzipSync(plain)
      },
    ],
  ]
  test.each(damages)('that is %s is refused with a message before anything is written', async (name, damage) => {
    const bad = join(folder, 'bad.backup')
    writeFileSync(bad, damage(readFileSync(file)))
    const target = await emptyDatabase()
    try {
      await expect(restore(target.url, bad, quiet), name).rejects.toThrow(/is not a whole backup of the portal/)
      expect(await target.sql`select from pg_tables where schemaname = 'public'`).toHaveLength(0)
    } finally {
      await target.drop()
    }
  })

  /** A backup with a correct checksum, as an attacker with write access would leave it. */
  function altered(whole: Buffer, change: (text: string) => string): Buffer {
    const [, content = '', ending = ''] = /^(.*\n)(\{"sha256".*\n)$/s.exec(gunzipSync(whole).toString('latin1')) ?? []
    const changed = change(content)
    const sha256 = createHash('sha256').update(Buffer.from(changed, 'latin1')).digest('hex')
    return gzipSync(Buffer.from(`${changed}${JSON.stringify({ ...JSON.parse(ending), sha256 })}\n`, 'latin1'))
  }

  test.each<[string, (text: string) => string, RegExp]>([
    ['its first line is not a header', (text) => text.replace(/^.*\n/, 'null\n'), /is not a whole backup/],
    ['an unknown table is named', (text) => text.replace('{"table":"audit"', '{"table":"other"'), /is not a whole backup/],
    ['an unknown column is named', (text) => text.replace('"actor_name"', '"actor_nam_"'), /is not a whole backup/],
    ['a row is not JSON', (text) => text.replace('{"id"', '["id"'), /do not fit the tables/],
    [
      'a score is out of its range',
      (text) => text.replace(/("table":"term_scores"[\s\S]*?"tp": )\d\.\d/, (_, before) => `${before}9e9`),
      /do not fit the tables/,
    ],
  ])('with a matching checksum and %s is refused with a message', async (_name, change, sentence) => {
    const bad = join(folder, 'altered.backup')
    writeFileSync(bad, altered(readFileSync(file), change))
    const target = await emptyDatabase()
    try {
      await expect(restore(target.url, bad, quiet)).rejects.toSatisfy(
        (error) => error instanceof CannotStart && sentence.test(error.message),
      )
      const tables = await target.sql`select to_regclass('users') is not null as found`
      if (tables[0]?.['found']) expect(await target.sql`select from users`).toHaveLength(0)
    } finally {
      await target.drop()
    }
  })

  test('signed with a key: one that was changed, signed with another key or not signed is refused', async () => {
    const key = 'k'.repeat(32)
    const signed = join(folder, 'signed.backup')
    const changed = join(folder, 'changed.backup')
    await backUp(source.url, signed, quiet, key)
    writeFileSync(
      changed,
      altered(readFileSync(signed), (text) => text.replace('arden.example', 'brden.example')),
    )
    // Without a key only the checksum is verified.
    for (const given of [key, undefined]) expect((await verifyBackup(signed, quiet, given)).counts).toMatchObject({ users: 242 })
    expect((await verifyBackup(changed, quiet)).counts).toMatchObject({ users: 242 })
    await expect(restore(source.url, changed, quiet, key)).rejects.toThrow(/^The signature of .* is wrong/)
    await expect(verifyBackup(signed, quiet, 'x'.repeat(32))).rejects.toThrow(/^The signature of .* is wrong/)
    await expect(verifyBackup(file, quiet, key)).rejects.toThrow(/is not signed/)
  })

  test('of a newer portal is refused', async () => {
    const newer = join(folder, 'newer.backup')
    const plain = gunzipSync(readFileSync(file)).toString('latin1').replace('0001-schema.sql', '9001-schema.sql')
    writeFileSync(newer, gzipSync(Buffer.from(plain, 'latin1')))
    await expect(restore(source.url, newer, quiet)).rejects.toThrow(/is not a whole backup|newer portal/)
    appendFileSync(newer, '')
    await expect(verifyBackup(join(folder, 'not-there'), quiet)).rejects.toThrow(/cannot be read/)
  })
})
