import type { ImportBatch, ImportedRow } from '../../../contract/import-batches.ts'
import type { ImportKind, ImportPreview } from '../../../contract/imports.ts'
import type { Sql } from '../../../database/connect.ts'
import type { ImportFile } from '../import-file.ts'
import type { ImportChange } from './import-change.ts'

/** A change as it is stored. */
export interface StoredChange extends ImportChange {
  who: string
  name: string | null
}

export type Exception = NonNullable<ImportedRow['exception']>
export type ExceptionOfRow = Exception & Pick<ImportChange, 'subject' | 'subject_id'>

type StoredBatch = ImportBatch & { term_id: number | null; term_status: string | null; term_holds_scores: boolean | null }

interface NewBatch {
  kind: ImportKind
  file: ImportFile
  termId: number | null
  counts: { added: number; changed: number; skipped: number }
}

export function batches(sql: Sql) {
  const moment = (column: 'b' | 'u' | 'e') =>
    sql`to_char(${sql.identifier(column)}.${sql.identifier(column === 'e' ? 'at' : 'created_at')} at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const person = (alias: 'c' | 'd') =>
    sql`json_build_object('id', ${sql.identifier(alias)}.id, 'name', ${sql.identifier(alias)}.name, 'other_name', ${sql.identifier(alias)}.other_name)`
  const columns = sql`b.id, b.kind, b.file_name, b.term_id, t.status as term_status, t.holds_scores as term_holds_scores,
    b.added, b.changed, b.skipped, ${moment('b')} as created_at,
    case when t.id is not null then json_build_object('name', t.name, 'names', t.names) end as term, ${person('c')} as created_by,
    case when u.batch_id is not null then
      json_build_object('at', ${moment('u')}, 'by', ${person('d')}, 'restored', u.restored) end as undone`
  const tables = sql`import_batches b join users c on c.id = b.created_by left join terms t on t.id = b.term_id
    left join import_undos u on u.batch_id = b.id left join users d on d.id = u.created_by`

  return {
    async add({ kind, file, termId, counts }: NewBatch, by: number): Promise<number> {
      const content_hash = Buffer.from(file.digest, 'hex')
      const row = { kind, file_name: file.name, content_hash, term_id: termId, ...counts, created_by: by }
      const [added] = await sql<[{ id: number }]>`insert into import_batches ${sql.insert(row)} returning id`
      return added.id
    },

    async addChanges(id: number, changes: readonly StoredChange[]) {
      return sql`
        insert into import_changes (batch_id, subject, subject_id, row, who, name, before, after)
        select ${id}, subject, subject_id, row, who, name, before, after
        from jsonb_to_recordset(${sql.json(changes)})
          as c(subject text, subject_id int, row int, who text, name text, before jsonb, after jsonb)`
    },

    /** The last import of a file with this content. */
    async lastOf(kind: ImportKind, digest: string, termId: number | null): Promise<ImportPreview['imported_before']> {
      const [last] = await sql<NonNullable<ImportPreview['imported_before']>[]>`
        select b.id, ${moment('b')} as at, c.name as by, u.batch_id is not null as is_undone from ${tables}
        where b.content_hash = ${Buffer.from(digest, 'hex')} and b.kind = ${kind} and b.term_id is not distinct from ${termId}::int
        order by b.id desc limit 1`
      return last ?? null
    },

    /** A page of imports, newest first. */
    async page(before: number | undefined, size: number): Promise<ImportBatch[]> {
      const rows = await sql<StoredBatch[]>`
        select ${columns} from ${tables} ${before === undefined ? sql`` : sql`where b.id < ${before}`} order by b.id desc limit ${size}`
      return rows.map(({ term_id: _, term_status: __, term_holds_scores: ___, ...batch }) => batch)
    },

    async byId(id: number): Promise<StoredBatch | undefined> {
      const [batch] = await sql<StoredBatch[]>`select ${columns} from ${tables} where b.id = ${id}`
      return batch
    },

    async changes(id: number): Promise<StoredChange[]> {
      return sql<StoredChange[]>`
        select row, subject, subject_id, who, name, before, after from import_changes where batch_id = ${id} order by row, subject, subject_id`
    },

    async addUndo(id: number, restored: number, exceptions: readonly ExceptionOfRow[], by: number) {
      await sql`insert into import_undos ${sql.insert({ batch_id: id, restored, created_by: by })}`
      await sql`
        insert into import_undo_exceptions (batch_id, subject, subject_id, reason, by_name, at)
        select ${id}, subject, subject_id, reason, "by", at from jsonb_to_recordset(${sql.json(exceptions)})
          as e(subject text, subject_id int, reason text, "by" text, at timestamptz)`
    },

    async undoExceptions(id: number): Promise<ExceptionOfRow[]> {
      return sql<ExceptionOfRow[]>`
        select subject, subject_id, reason, by_name as by, ${moment('e')} as at from import_undo_exceptions e where batch_id = ${id}`
    },

    /** The names of departments by id, for the words of a change. */
    async departmentNames(): Promise<Record<string, string>> {
      const [row] = await sql<[{ names: Record<string, string> }]>`
        select coalesce(jsonb_object_agg(id, name), '{}') as names from departments`
      return row.names
    },

    /** The last change of one of these fields of each user, or of the scores in a term: by whom, and when. */
    async lastEdits(
      subject: 'user' | 'score',
      edited: readonly { id: number; fields: readonly string[] }[],
      termId: number | null,
    ): Promise<Map<number, { by: string | null; by_id: number | null; at: string }>> {
      if (edited.length === 0) return new Map()
      const rows = await sql<{ id: number; by: string | null; by_id: number | null; at: string }[]>`
        select f.id, e.actor_name as by, e.actor_id as by_id, ${moment('e')} as at
        from jsonb_to_recordset(${sql.json(edited)}) as f(id int, fields jsonb)
        cross join lateral (
          select a.actor_name, a.actor_id, a.at from audit a
          where a.person_id = f.id and a.subject = ${subject} and ${termId === null ? sql`true` : sql`a.subject_id = ${termId}`}
            and a.after ?| array(select jsonb_array_elements_text(f.fields))
          order by a.id desc limit 1) e`
      return new Map(rows.map(({ id, ...edit }) => [id, edit]))
    },

    /** Locks the departments until the end of the transaction, so that none is removed before its former members are back. */
    async lockDepartments(ids: readonly number[]) {
      await sql`select from departments where id = any(${ids}) order by id for share`
    },

    /** The departments of these that were removed. */
    async removedDepartments(ids: readonly number[]): Promise<ReadonlySet<number>> {
      const rows = await sql<{ id: number }[]>`select id from departments where id = any(${ids}) and removed_at is not null`
      return new Set(rows.map(({ id }) => id))
    },

    async removedFaculties(ids: readonly number[]): Promise<ReadonlySet<number>> {
      const rows = await sql<{ id: number }[]>`select id from faculties where id = any(${ids}) and removed_at is not null`
      return new Set(rows.map(({ id }) => id))
    },

    /** The usernames of users who are not removed. */
    async usernames(ids: readonly number[]) {
      return sql<{ id: number; username: string }[]>`select id, username from users where id = any(${ids}) and removed_at is null`
    },
  }
}
