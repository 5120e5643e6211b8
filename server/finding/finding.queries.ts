import type { FindReply } from '../../contract/finding.ts'
import { mostFound } from '../../contract/limits.ts'
import { searchWords, spellingWords } from '../../contract/searching.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { visibleDepartments, visibleMembers } from '../policy/policy.queries.ts'
import { isAdmin, readsAll, type Viewer } from '../policy/policy.ts'

/** What is found in tables. */
type FoundRows = { [K in 'people' | 'activities' | 'departments' | 'faculties' | 'terms']: NonNullable<FindReply[K]> }
type Rows = { [K in keyof FoundRows]: FoundRows[K]['found'] }

export function finding(sql: Sql) {
  /** Whether a text contains every word, as in the search box of a list. */
  const matches = (text: Fragment, words: readonly string[]) =>
    words.reduce((before, word) => sql`${before} and strpos(${text}, ${word}) > 0`, sql`true`)

  /** The rank: first the texts that begin with the search, then those with a word that does. */
  const rank = (text: Fragment, words: readonly string[]) => sql`
    case when starts_with(${text}, ${words.join(' ')}) then 0 when strpos(${text}, ${` ${words[0] ?? ''}`}) > 0 then 1 else 2 end`

  /** Whether a person has the name in any spelling; false without words in one. */
  const isSpelt = (text: Fragment, spelling: readonly string[]) => (spelling.length > 0 ? matches(text, spelling) : sql`false`)

  /** A list of one row more than is shown, to know whether there are more. */
  const list = (rows: Fragment, order: Fragment) =>
    sql`(select coalesce(json_agg(one), '[]') from (${rows} order by ${order} limit ${mostFound + 1}) one)`

  /** People of that name, and after them those of the same name in another spelling. */
  function people(viewer: Viewer, words: readonly string[], spelling: readonly string[]): Fragment {
    const ranked = (text: Fragment) => sql`case when ${matches(text, words)} then ${rank(text, words)} else 3 end`
    if (readsAll(viewer)) {
      const text = sql`search_text`
      const best = sql`
        select id, name, other_name, sort_name, email, department_id, ${ranked(text)} as rank from users
        where removed_at is null and (${matches(text, words)} or ${isSpelt(sql`spelling_text`, spelling)})
        order by rank, sort_name, id limit ${mostFound + 1}`
      // The standing of these few users alone is read: the limit keeps PostgreSQL from reading that of everybody.
      return sql`(
        select coalesce(json_agg(one), '[]') from (
          select u.id, u.name, u.other_name, u.email, d.name as department_name, d.names as department_names,
            s.is_member is not null as is_scored
          from (${best}) u left join departments d on d.id = u.department_id and d.removed_at is null
          left join lateral (
            select m.is_member from term_standing m
            where m.term_id = (select id from terms where is_current) and m.user_id = u.id and m.is_member limit 1) s on true
          order by u.rank, u.sort_name, u.id) one)`
    }
    // The people are as in the list of members: in a term that was reopened, under the name of then.
    const text = sql`fold_for_search(m.name || coalesce(' ' || m.other_name, '') || ' ' || coalesce(m.email, ''))`
    return list(
      sql`
        select m.user_id as id, m.name, m.other_name, m.email, m.department_name, m.department_names, true as is_scored
        from term_standing m
        where m.term_id = (select id from terms where is_current) and m.is_member and ${visibleMembers(sql, viewer, 'm')}
          and (${matches(text, words)} or ${isSpelt(sql`m.spelling_text`, spelling)})`,
      sql`${ranked(text)}, m.sort_name, m.user_id`,
    )
  }

  return {
    /** The search is one statement: four round trips per typed letter would be noticeable. */
    async find(viewer: Viewer, search: string): Promise<FoundRows> {
      const words = searchWords(search)
      // A text of nothing but marks would match everything.
      if (words.length === 0) return groupsOf({ people: [], activities: [], departments: [], faculties: [], terms: [] })
      const text = sql`search_text`
      const byName = sql`${rank(text, words)}, name, id`
      const [rows] = await sql<[Rows]>`
        select
          ${people(viewer, words, spellingWords(search))} as people,
          ${list(
            sql`select id, name, names, type from activities where removed_at is null and ${matches(text, words)}`,
            byName,
          )} as activities,
          ${list(
            sql`
              select id, name, names,
                (select count(*)::int from users u where u.department_id = d.id and u.removed_at is null) as member_count
              from departments d where removed_at is null and ${visibleDepartments(sql, viewer, 'd')} and ${matches(text, words)}`,
            byName,
          )} as departments,
          ${list(
            sql`
              select id, name, names from (
                select id, name, names, fold_for_search(name || ' ' || translations_text(names)) as search_text
                from faculties where removed_at is null and ${isAdmin(viewer)}::boolean) f
              where ${matches(text, words)}`,
            byName,
          )} as faculties,
          ${list(
            sql`select id, name, names, start_date, end_date, status, is_current from terms where ${matches(text, words)}`,
            sql`${rank(text, words)}, start_date desc`,
          )} as terms`
      return groupsOf(rows)
    },
  }
}

function groupsOf({ people, activities, departments, faculties, terms }: Rows): FoundRows {
  const group = <Row>(rows: Row[]) => ({ found: rows.slice(0, mostFound), more: rows.length > mostFound })
  return {
    people: group(people),
    activities: group(activities),
    departments: group(departments),
    faculties: group(faculties),
    terms: group(terms),
  }
}
