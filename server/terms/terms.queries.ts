import { messages } from '../../contract/languages/catalogue.ts'
import { termDays } from '../../contract/term-days.ts'
import type { Term, TermInput } from '../../contract/terms.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import { changedTranslations, newTranslations } from '../../database/translations.ts'
import { NotFound } from '../errors/errors.ts'

type TermFields = Omit<TermInput, 'version'>

/** The days of a request that names them. */
const daysIn = (term: TermFields) =>
  Object.fromEntries(termDays.flatMap((day) => (term[day] === undefined ? [] : [[day, term[day]]])))

export function terms(sql: Sql) {
  const days = sql.identifiers(termDays)
  const shown = sql`
    select t.id, t.name, t.names, t.start_date, t.end_date, t.status, t.is_current, ${days}, t.holds_scores, t.version, t.rules_version,
      coalesce(c.staff_count, 0) as staff_count, coalesce(c.posted_count, 0) as posted_count,
      (select to_char(l.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
       from term_closings l where l.id = t.closing_id and t.status = 'closed') as closed_at,
      (select json_build_object('reason', l.reopen_reason, 'by', u.name,
         'at', to_char(l.reopened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
       from term_closings l join users u on u.id = l.reopened_by where l.term_id = t.id order by l.id desc limit 1) as reopened
    from terms t left join term_counts c on c.term_id = t.id`

  return {
    async list(): Promise<string> {
      return jsonList(sql, 'terms', sql`${shown} order by t.start_date desc`)
    },

    async byId(id: number): Promise<Term> {
      const [term] = await sql<Term[]>`${shown} where t.id = ${id}`
      if (!term) throw new NotFound(messages.terms.notFound)
      return term
    },

    async idOrCurrent(id: number | undefined): Promise<number> {
      const [term] = await sql<
        { id: number }[]
      >`select id from terms where ${id === undefined ? sql`is_current` : sql`id = ${id}`}`
      if (!term) throw new NotFound(messages.terms.notFound)
      return term.id
    },

    /** The lock is held until the end of the transaction: what is posted or scored in the term meanwhile waits. */
    async lock(id: number): Promise<Pick<Term, 'status' | 'is_current' | 'holds_scores' | 'version'>> {
      const [term] = await sql<Pick<Term, 'status' | 'is_current' | 'holds_scores' | 'version'>[]>`
        select status, is_current, holds_scores, version from terms where id = ${id} for update`
      if (!term) throw new NotFound(messages.terms.notFound)
      return term
    },

    /** Locks all terms. Other transactions may still read, post and score. */
    async lockAll() {
      await sql`lock table terms in share row exclusive mode`
    },

    async add(term: TermFields, by: number): Promise<number> {
      const { name, names = {}, start_date, end_date, holds_scores = false } = term
      const row = {
        name,
        names: newTranslations(sql, names),
        start_date,
        end_date,
        holds_scores,
        ...daysIn(term),
        updated_by: by,
        is_current: sql`not exists (select from terms)`,
      }
      const [added] = await sql<[{ id: number }]>`insert into terms ${sql.insert(row)} returning id`
      return added.id
    },

    async edit(id: number, term: TermFields, by: number) {
      const { name, names = {}, start_date, end_date, holds_scores } = term
      const fields = {
        name,
        names: changedTranslations(sql, 'names', names),
        start_date,
        end_date,
        ...(holds_scores === undefined ? {} : { holds_scores }),
        ...daysIn(term),
        updated_by: by,
      }
      await sql`update terms set ${sql.set(fields)} where id = ${id}`
    },

    /** The names of the first other term that has some of these days. */
    async overlapping({ start_date, end_date }: TermFields, id?: number): Promise<Pick<Term, 'name' | 'names'> | undefined> {
      const [other] = await sql<Pick<Term, 'name' | 'names'>[]>`
        select name, names from terms where start_date <= ${end_date}::date and end_date >= ${start_date}::date
          and id is distinct from ${id ?? null}::integer order by start_date limit 1`
      return other
    },

    /** Postings that lie inside the term's dates now and would lie outside the new ones. */
    async postingsLeftOutside(id: number, { start_date, end_date }: TermFields): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from posted_activities p join terms t on t.id = p.term_id
        where t.id = ${id} and p.starting_date between t.start_date and t.end_date
          and p.starting_date not between ${start_date}::date and ${end_date}::date`
      return row.count
    },

    async makeCurrent(id: number, by: number) {
      await sql`update terms set is_current = false, updated_by = ${by} where is_current and id <> ${id}`
      await sql`update terms set is_current = true, updated_by = ${by} where id = ${id}`
    },

    async isEmpty(id: number): Promise<boolean> {
      const [row] = await sql<[{ empty: boolean }]>`
        select not exists (select from posted_activities where term_id = ${id})
           and not exists (select from score_questions where term_id = ${id})
           and not exists (select from draft_scores where term_id = ${id})
           and not exists (select from score_releases where term_id = ${id})
           and not exists (select from term_scores where term_id = ${id} and total_score <> 0) as empty`
      return row.empty
    },

    async remove(id: number) {
      await sql`delete from term_scores where term_id = ${id}`
      await sql`delete from terms where id = ${id}`
    },
  }
}
