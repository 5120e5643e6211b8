import type { AuditPerson, AuditQuery, AuditRecord, SessionKind } from '../../contract/audit.ts'
import type { Names } from '../../contract/audit-values.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { searchedPerFound } from '../../contract/limits.ts'
import { splitWords } from '../../contract/searching.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { codesSaid } from './shown-words.ts'

/** A selection of the audit trail, of a reader whose time zone is known. */
export type ZonedQuery = AuditQuery & { zone: string; language: Language; readerId: number }
/** A search knows the subjects of all audited tables. */
type Searching = ZonedQuery & { tables?: readonly string[] }

/**
 * The trail that is searched by words, too. No single plan is right for all of them. The newest records alone fill a page with a word that
 * is in every second one; those of a rare word are found by its index, which PostgreSQL would not choose where it cannot tell how rare.
 */
export function searchableAudit(database: Database) {
  return {
    ...audit(database),
    async page(query: ZonedQuery, size: number): Promise<AuditRecord[]> {
      if (!query.q) return audit(database).page(query, size)
      const search = { ...query, tables: await audit(database).tables() }
      const newest = await audit(database).page(search, size, size * searchedPerFound)
      if (newest.length === size) return newest
      return database.begin(
        async (tx) => {
          await tx`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
            set_config('enable_indexscan', 'off', true)`
          return audit(tx).page(search, size)
        },
        { mode: 'isolation level repeatable read, read only' },
      )
    },
  }
}

export interface AuditEvent {
  kind: SessionKind
  /** The person concerned, where they are known. */
  personId: number | undefined
  details?: Record<string, string | number | boolean>
}

export function audit(sql: Sql) {
  const matches = ({
    before,
    person,
    about,
    q,
    subject,
    kind,
    from,
    to,
    zone,
    language,
    readerId,
    tables = [],
  }: Searching) => sql`true
    ${withoutOwnDrafts(readerId)}
    ${before === undefined ? sql`` : sql`and id < ${before}`}
    ${person === undefined ? sql`` : sql`and (actor_id = ${person} or person_id = ${person})`}
    ${about === undefined ? sql`` : sql`and person_id = ${about}`}
    ${splitWords(q ?? '').reduce((found, word) => sql`${found} and ${saysWord(word, language, tables)}`, sql``)}
    ${subject === undefined ? sql`` : sql`and subject = ${subject}`}
    ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    ${from === undefined ? sql`` : sql`and at >= ${from}::date::timestamp at time zone ${zone}`}
    ${to === undefined ? sql`` : sql`and at < (${to}::date + 1)::timestamp at time zone ${zone}`}`

  /** Who is scored and reads the trail learns their own scores when everybody learns theirs: with the release. */
  const withoutOwnDrafts = (readerId: number) => sql`and (kind <> 'drafted' or person_id <> ${readerId})`

  /**
   * Whether a record has a word that begins so, is of a subject or kind whose name has one, or concerns a person who has one in their name.
   * The word has no signs to escape.
   */
  const saysWord = (word: string, language: Language, tables: readonly string[]) => {
    const { subjects, kinds } = codesSaid(word, language, tables)
    return sql`(
      words @@ ${`'${word}':*`}::tsquery
      ${subjects.length > 0 ? sql`or subject = any(${subjects})` : sql``} ${kinds.length > 0 ? sql`or kind = any(${kinds})` : sql``}
      or person_id = any(array(select id from users where strpos(' ' || search_text, ${` ${word}`}) > 0)))`
  }

  return {
    /** Records what no trigger does: signing in and out, links for new passwords, refusals, and second factors, whose rows are secret. */
    async record({ kind, personId, details }: AuditEvent) {
      await sql`select write_audit('session', ${kind}, null, (select name from users where id = ${personId ?? null}), ${personId ?? null},
        null, ${details ? sql.json(details) : null})`
    },

    async people(): Promise<AuditPerson[]> {
      return sql<AuditPerson[]>`
        select id, name, username, removed_at is not null as is_removed from users order by removed_at is not null, sort_name, id`
    },

    /** The subjects of the audited tables. The arguments of a trigger end with a null byte each. */
    async tables(): Promise<string[]> {
      const rows = await sql<{ subject: string }[]>`
        select distinct split_part(encode(tgargs, 'escape'), '\\000', 1) as subject from pg_trigger where tgfoid = 'audit_row'::regproc`
      return rows.map(({ subject }) => subject)
    },

    /** Names for the ids in the records, of every audited table. */
    async names(): Promise<Names> {
      const all = await sql<{ subject: string; names: Record<string, string> }[]>`select subject, names from audited_names()`
      return Object.fromEntries(all.map(({ subject, names }) => [subject, names]))
    },

    /**
     * A page of records, newest first, by keyset pagination: a page of a million records costs no more than one of a hundred. With a number,
     * only so many records are looked at.
     */
    async page(query: Searching, size: number, most?: number): Promise<AuditRecord[]> {
      const end = query.before ?? sql`(select max(id) + 1 from audit)`
      return sql<AuditRecord[]>`
        select id::int as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, actor_id, actor_name, address, capacity,
          subject, kind, subject_id, subject_name, person_id, before, after
        from audit where ${matches(query)} ${most === undefined ? sql`` : sql`and id >= ${end} - ${most}::bigint`}
        order by audit.id desc limit ${size}`
    },
  }
}
