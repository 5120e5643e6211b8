import type { Translations } from '../../contract/fields.ts'
import type { RulesInput, RulesVersion, SimulationInput } from '../../contract/rules.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'

/** One member of a simulated term. */
export interface SimulatedMember {
  user_id: number
  name: string
  title: string | null
  department_id: number | null
  department_name: string | null
  department_names: Translations | null
  old_total: number
  new_total: number
  old_grade: string
  new_grade: string
  over_limit_count: number
  over_limit_now: number
}

/** The common part of publishing and simulating. */
type Rules = Pick<RulesInput, 'bands' | 'limits' | 'most_tp' | 'most_fb'>

export interface MostScores {
  tp: number
  fb: number
}

export function rules(sql: Sql) {
  const shown = sql`
    select v.number, to_char(v.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as published_at,
      (select name from users where id = v.published_by) as published_by, v.note, v.most_tp, v.most_fb,
      (select json_object_agg(title, to_json(lower_bounds)) from rules_bands where rules_version = v.number) as bands,
      (select coalesce(json_agg(json_build_object('activity_id', l.activity_id, 'activity_name', a.name, 'activity_names', a.names,
         'type', l.type, 'most_times', l.most_times, 'most_points', l.most_points)
         order by l.type, a.name, a.id), '[]')
       from rules_limits l left join activities a on a.id = l.activity_id where l.rules_version = v.number) as limits,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'names', t.names, 'status', t.status) order by t.start_date desc), '[]')
       from terms t where t.rules_version = v.number) as terms
    from rules_versions v`

  return {
    async list(): Promise<string> {
      return jsonList(sql, 'versions', sql`${shown} order by v.number desc`)
    },

    async byNumber(number: number): Promise<RulesVersion> {
      const [version] = await sql<[RulesVersion]>`${shown} where v.number = ${number}`
      return version
    },

    async newest(): Promise<number> {
      const [row] = await sql<[{ number: number }]>`select rules_in_force() as number`
      return row.number
    },

    async knowsActivities(ids: readonly number[]): Promise<boolean> {
      const [row] = await sql<[{ count: number }]>`select count(*)::int as count from activities where id = any(${ids})`
      return row.count === new Set(ids).size
    },

    /** Adds a version in one statement: what belongs to it comes with it or never. The audit record follows by itself. */
    async add(number: number, { bands, limits, most_tp, most_fb, note }: Rules & { note: string }, by: number) {
      await sql`
        with version as (insert into rules_versions (number, published_by, note, most_tp, most_fb)
            select ${number}::int, ${by}, ${note}, coalesce(${most_tp ?? null}, most_tp), coalesce(${most_fb ?? null}, most_fb)
            from rules_versions where number = ${number}::int - 1),
          bands as (insert into rules_bands (rules_version, title, lower_bounds)
            select ${number}::int, title, array(select bound::numeric from jsonb_array_elements_text(bounds) with ordinality as b(bound, place) order by place)
            from jsonb_each(${sql.json(bands)}) as given(title, bounds))
        insert into rules_limits (rules_version, activity_id, type, most_times, most_points)
        select ${number}::int, activity_id, type, most_times, most_points
        from jsonb_to_recordset(${sql.json(limits)}) as given(activity_id int, type text, most_times int, most_points numeric)`
    },

    /** The highest tp and fb of the term. */
    async mostScores(termId: number): Promise<MostScores> {
      const [most] = await sql<[MostScores]>`
        select v.most_tp as tp, v.most_fb as fb from terms t join rules_versions v on v.number = t.rules_version where t.id = ${termId}`
      return most
    },

    /** The number of scores of the term's members above the highest that these rules allow. */
    async countAbove(termId: number, most: MostScores): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select (count(*) filter (where tp > ${most.tp}) + count(*) filter (where fb > ${most.fb}))::int as count
        from term_standing where term_id = ${termId} and is_member`
      return row.count
    },

    /** All postings of the term are counted anew by the database itself: database/functions/rules.sql. */
    async applyTo(termId: number, number: number, by: number) {
      await sql`update terms set rules_version = ${number}, updated_by = ${by} where id = ${termId}`
    },

    /** A simulation by the functions that count what is posted: database/functions/limits.sql. */
    async simulate({ term_id, bands, limits }: SimulationInput): Promise<SimulatedMember[]> {
      return sql<SimulatedMember[]>`
        select s.*, coalesce(o.count, 0) as over_limit_now from simulate_standing(${term_id}, ${sql.json(bands)}, ${sql.json(limits)}) s
        left join (select user_id, count(*)::int as count from posted_activities
          where term_id = ${term_id} and over_limit is not null group by user_id) o using (user_id)
        order by department_name nulls last, department_id, name_sort_key(name), user_id`
    },
  }
}
