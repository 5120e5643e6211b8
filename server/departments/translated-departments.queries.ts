import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'

export interface TermOfNames {
  status: string
  closing_id: number | null
}

/**
 * The translations of department names by the English name, for a list of people that has them once and not in each row. Those that the last
 * closing of the term has frozen come before those of today.
 */
export function translatedDepartments(sql: Sql, term: TermOfNames): Fragment {
  return translatedNames(sql, term, 'department')
}

/** The same for faculties. */
export function translatedFaculties(sql: Sql, term: TermOfNames): Fragment {
  return translatedNames(sql, term, 'faculty')
}

function translatedNames(sql: Sql, { status, closing_id }: TermOfNames, one: 'department' | 'faculty'): Fragment {
  const [name, names] = [sql.identifier(`${one}_name`), sql.identifier(`${one}_names`)]
  const frozen = sql`select ${name}, ${names}, 0 from term_results where closing_id = ${closing_id}`
  const today = sql`select name, names, 1 from ${sql.identifier(one === 'faculty' ? 'faculties' : 'departments')} where removed_at is null`
  const all = closing_id === null ? today : status === 'closed' ? frozen : sql`${frozen} union all ${today}`
  return sql`(select coalesce(json_object_agg(name, names) filter (where names <> '{}'), '{}') from (
    select distinct on (name) name, names from (${all}) as one (name, names, rank) where name is not null order by name, rank) as known)`
}
