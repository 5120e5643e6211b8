import type { Sql } from '../../../database/connect.ts'
import { administers } from '../../policy/policy.queries.ts'
import type { Scalar, StoredValues } from './import-change.ts'

/** The tables that imports write, by their subject in the audit trail, with the columns that an import writes. */
const tables = {
  user: {
    table: 'users',
    columns: ['name', 'other_name', 'email', 'degree', 'title', 'username', 'department_id', 'role_id', 'gender'],
  },
  department: { table: 'departments', columns: ['name', 'names', 'faculty_id'] },
  activity: {
    table: 'activities',
    columns: ['name', 'description', 'score', 'type', 'names', 'descriptions', 'kind', 'place', 'kinds', 'places'],
  },
} as const
export type Subject = keyof typeof tables

type StoredRow = { id: number } & Record<string, Scalar | Record<string, string>>

/** A row as it is now, and what an undo has to know about it. */
export interface RowNow {
  id: number
  is_removed: boolean
  values: StoredValues
  /** The last editor, and when. */
  by: string | null
  by_id: number | null
  at: string
  /** Whether a user has signed in, posted, been scored or become head; whether a department has members, an activity postings. */
  signed_in: boolean
  posted: boolean
  scored: boolean
  head: boolean
  /** Whether a user is dean of a faculty, or has a right beside being scored. */
  rights: boolean
  members: boolean
  /** Whether a user administers, by the role or by a right. */
  administers: boolean
}

/** `names` becomes a column for each language, `names.ckb`. */
function flat(row: object): StoredValues {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]): [string, Scalar][] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value as Record<string, string>).map(([language, text]) => [`${column}.${language}`, text])
        : [[column, value]],
    ),
  )
}

/** Queries for many rows of a table at once, by their ids. */
export function storedRows(sql: Sql, subject: Subject) {
  const { table, columns } = tables[subject]
  const name = sql.identifier(table)
  const translated = columns.filter((column) => ['names', 'descriptions', 'kinds', 'places'].includes(column))

  /** The values as a row of the table: its languages are one object again. A language without a text is left out. */
  function stored(id: number, values: StoredValues): StoredRow {
    const row: StoredRow = { id, ...Object.fromEntries(translated.map((column) => [column, {}])) }
    for (const [key, value] of Object.entries(values)) {
      const [column = '', language] = key.split('.')
      if (language === undefined) row[column] = value
      else if (value !== null) row[column] = { ...Object(row[column]), [language]: value }
    }
    return row
  }

  return {
    async values(ids: readonly number[]): Promise<Map<number, StoredValues>> {
      const rows = await sql<StoredRow[]>`select ${sql.identifiers(['id', ...columns])} from ${name} where id = any(${ids})`
      return new Map(rows.map(({ id, ...values }) => [id, flat(values)]))
    },

    /** Locks the rows until the end of the transaction, always in the same order. A sign-in, a posting and a new member wait. */
    async lock(ids: readonly number[]) {
      await sql`select from ${name} where id = any(${ids}) order by id for update`
    },

    /** The rows with what happened to them. The users in `leaving` do not count as members of a department. */
    async now(ids: readonly number[], leaving: readonly number[]): Promise<Map<number, RowNow>> {
      const never = sql`false as`
      const facts = {
        user: sql`exists (select from first_sign_ins where user_id = t.id) as signed_in,
          exists (select from posted_activities where user_id = t.id) as posted,
          (exists (select from term_scores where user_id = t.id and (tp is not null or fb is not null))
            or exists (select from draft_scores where user_id = t.id)) as scored,
          exists (select from department_heads where user_id = t.id) as head,
          (exists (select from faculty_deans where user_id = t.id)
            or exists (select from user_rights where user_id = t.id and "right" <> 'give_rights')) as rights, ${never} members,
          ${administers(sql, 't')} as administers`,
        department: sql`${never} signed_in, ${never} posted, ${never} scored, ${never} head, ${never} rights,
          exists (select from users where department_id = t.id and removed_at is null and id <> all(${leaving})) as members, ${never} administers`,
        activity: sql`${never} signed_in, exists (select from posted_activities where activity_id = t.id) as posted,
          ${never} scored, ${never} head, ${never} rights, ${never} members, ${never} administers`,
      }[subject]
      const rows = await sql<(Omit<RowNow, 'values'> & { stored: object })[]>`
        select t.id, t.removed_at is not null as is_removed, (select editor.name from users editor where editor.id = t.updated_by) as by,
          t.updated_by as by_id,
          to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, ${facts},
          (select to_jsonb(c) from (select ${sql.identifiers(columns)}) c) as stored
        from ${name} t where t.id = any(${ids})`
      return new Map(rows.map(({ stored, ...row }) => [row.id, { ...row, values: flat(stored) }]))
    },

    /** The ids of rows that cannot have a value again, because another row has it by now. */
    async taken(wanted: readonly { id: number; column: string; value: string }[]): Promise<ReadonlySet<number>> {
      if (wanted.length === 0) return new Set()
      const valueNow =
        subject === 'user' ? sql`lower(t.email)` : sql`lower((t.names ->> split_part(w.column, '.', 2)) collate name_order)`
      const rows = await sql<{ id: number }[]>`
        select w.id from jsonb_to_recordset(${sql.json(wanted)}) as w(id int, "column" text, value text)
        where exists (select from ${name} t
          where t.removed_at is null and t.id <> w.id and ${valueNow} = lower(w.value collate name_order))`
      return new Set(rows.map(({ id }) => id))
    },

    async remove(ids: readonly number[], by: number) {
      await sql`update ${name} set removed_at = now(), updated_by = ${by} where id = any(${ids}) and removed_at is null`
    },

    /** Sets all columns of the rows. */
    async restore(rows: readonly { id: number; values: StoredValues }[], by: number) {
      const assigned = Object.fromEntries(columns.map((column) => [column, sql`n.${sql.identifier(column)}`]))
      return sql`update ${name} t set ${sql.set(assigned)}, updated_by = ${by}
        from jsonb_populate_recordset(null::${name}, ${sql.json(rows.map(({ id, values }) => stored(id, values)))}) n
        where t.id = n.id`
    },
  }
}
