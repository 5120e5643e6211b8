import { type FindReply, mostFound } from '../../contract/finding.ts'
import { foldForSearch } from '../../contract/searching.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { visibleDepartments, visibleMembers } from '../policy/policy.queries.ts'
import { isAdmin, type Viewer } from '../policy/policy.ts'

type Kind = keyof FindReply
type Rows = { [K in Kind]: FindReply[K]['found'] }

export function finding(sql: Sql) {
  /** Those whose text contains every word, as in the search box of a list. */
  const matches = (text: Fragment, words: readonly string[]) =>
    words.reduce((before, word) => sql`${before} and strpos(${text}, ${word}) > 0`, sql`true`)

  /** First those that begin with the search, then those with a word that does. */
  const rank = (text: Fragment, words: readonly string[]) => sql`
    case when starts_with(${text}, ${words.join(' ')}) then 0 when strpos(${text}, ${` ${words[0] ?? ''}`}) > 0 then 1 else 2 end`

  /** One more than is shown, to know whether there are more. */
  const list = (rows: Fragment, order: Fragment) =>
    sql`(select coalesce(json_agg(one), '[]') from (${rows} order by ${order} limit ${mostFound + 1}) one)`

  function people(viewer: Viewer, words: readonly string[]): Fragment {
    if (isAdmin(viewer)) {
      const text = sql`search_text`
      const best = sql`
        select id, name, email, department_id, ${rank(text, words)} as rank from users where removed_at is null and ${matches(text, words)}
        order by rank, name_sort_key(name), id limit ${mostFound + 1}`
      // The standing of these few alone: the limit keeps PostgreSQL from reading that of everybody.
      return sql`(
        select coalesce(json_agg(one), '[]') from (
          select u.id, u.name, u.email, d.name as department_name, d.name_ckb as department_name_ckb, d.name_ar as department_name_ar,
            s.is_member is not null as is_scored
          from (${best}) u left join departments d on d.id = u.department_id and d.removed_at is null
          left join lateral (
            select m.is_member from term_standing m
            where m.term_id = (select id from terms where is_current) and m.user_id = u.id and m.is_member limit 1) s on true
          order by u.rank, name_sort_key(u.name), u.id) one)`
    }
    // As the list of members has them: in a term that was reopened, under the name of then.
    const text = sql`fold_for_search(m.name || ' ' || coalesce(m.email, ''))`
    return list(
      sql`
        select m.user_id as id, m.name, m.email, m.department_name, m.department_name_ckb, m.department_name_ar, true as is_scored
        from term_standing m
        where m.term_id = (select id from terms where is_current) and m.is_member and ${visibleMembers(sql, viewer, 'm')} and ${matches(text, words)}`,
      sql`${rank(text, words)}, name_sort_key(m.name), m.user_id`,
    )
  }

  return {
    /** In one statement: four round trips per typed letter would be noticeable. */
    async find(viewer: Viewer, search: string): Promise<FindReply> {
      const words = foldForSearch(search).split(/\s+/).filter(Boolean)
      // A text of nothing but marks would match everything.
      if (words.length === 0) return groupsOf({ people: [], activities: [], departments: [], terms: [] })
      const text = sql`search_text`
      const byName = sql`${rank(text, words)}, name, id`
      const [rows] = await sql<[Rows]>`
        select
          ${people(viewer, words)} as people,
          ${list(
            sql`select id, name, name_ckb, name_ar, type from activities where removed_at is null and ${matches(text, words)}`,
            byName,
          )} as activities,
          ${list(
            sql`
              select id, name, name_ckb, name_ar,
                (select count(*)::int from users u where u.department_id = d.id and u.removed_at is null) as member_count
              from departments d where removed_at is null and ${visibleDepartments(sql, viewer, 'd')} and ${matches(text, words)}`,
            byName,
          )} as departments,
          ${list(
            sql`select id, name, start_date, end_date, status, is_current from terms where ${matches(text, words)}`,
            sql`${rank(text, words)}, start_date desc`,
          )} as terms`
      return groupsOf(rows)
    },
  }
}

function groupsOf({ people, activities, departments, terms }: Rows): FindReply {
  const group = <Row>(rows: Row[]) => ({ found: rows.slice(0, mostFound), more: rows.length > mostFound })
  return { people: group(people), activities: group(activities), departments: group(departments), terms: group(terms) }
}
