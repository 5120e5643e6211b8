import type { Delegation } from '../../contract/delegations.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { longestDelegationDays, pageSize } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import { NotFound } from '../errors/errors.ts'

interface Lent {
  lenderId: number
  delegateId: number
  lastDay: string
}

export function delegations(sql: Sql) {
  const moment = (column: string) => sql.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
  const shown = sql`
    with scopes as (
      select id, max(department_id) as department_id, max(faculty_id) as faculty_id from delegation_scopes group by id)
    select g.id, g.lender_id, l.name as lender_name, l.other_name as lender_other_name,
      g.delegate_id, e.name as delegate_name, e.other_name as delegate_other_name,
      case when d.id is not null then json_build_object('id', d.id, 'name', d.name, 'names', d.names) end
        as department,
      case when y.id is not null then json_build_object('id', y.id, 'name', y.name, 'names', y.names) end as faculty,
      case when g.ended_at is not null or g.ends_at <= now() then 'ended' when f.id is null then 'suspended' else 'active' end as state,
      g.last_day, ${moment('g.starts_at')} as starts_at, ${moment('g.ended_at')} as ended_at, b.name as ended_by_name
    from delegations g
    join users l on l.id = g.lender_id
    join users e on e.id = g.delegate_id
    left join users b on b.id = g.ended_by
    left join scopes f on f.id = g.id
    left join departments d on d.id = f.department_id
    left join faculties y on y.id = f.faculty_id`
  /** The moment at which the last day is over, in the time zone of the portal: that of the connection. */
  const endOf = ({ lastDay }: Pick<Lent, 'lastDay'>) => sql`(${lastDay}::date + 1)::timestamptz`

  return {
    async lentBy(userId: number): Promise<Delegation[]> {
      return sql<Delegation[]>`${shown} where g.lender_id = ${userId} order by g.id desc limit ${pageSize.delegations}`
    },

    async borrowedBy(userId: number): Promise<Delegation[]> {
      return sql<Delegation[]>`${shown} where g.delegate_id = ${userId} order by g.id desc limit ${pageSize.delegations}`
    },

    async all(): Promise<Delegation[]> {
      return sql<Delegation[]>`${shown} order by g.id desc limit ${pageSize.delegations}`
    },

    async byId(id: number): Promise<Delegation> {
      const [found] = await sql<Delegation[]>`${shown} where g.id = ${id}`
      if (!found) throw new NotFound(messages.delegations.notFound)
      return found
    },

    /** All people except the lender, by name only. */
    async possibleDelegates(lenderId: number): Promise<string> {
      return jsonList(
        sql,
        'people',
        sql`select u.id, u.name, u.other_name, d.name as department_name, d.names as department_names
          from users u left join departments d on d.id = u.department_id and d.removed_at is null
          where u.removed_at is null and u.id <> ${lenderId} order by u.sort_name, u.id`,
      )
    },

    /** The delegate's name, unless they were removed. Both are locked, so that delegations of one lender come one after the other. */
    async lockPeople({ lenderId, delegateId }: Pick<Lent, 'lenderId' | 'delegateId'>): Promise<string | undefined> {
      const people = await sql<{ id: number; name: string }[]>`
        select id, name from users where id in (${lenderId}, ${delegateId}) and removed_at is null order by id for no key update`
      return people.find(({ id }) => id === delegateId)?.name
    },

    async checkDay(lent: Pick<Lent, 'lastDay'>): Promise<{ is_over: boolean; is_too_far: boolean }> {
      const [row] = await sql<[{ is_over: boolean; is_too_far: boolean }]>`
        select ends_at <= now() as is_over, ends_at > now() + make_interval(days => ${longestDelegationDays + 1}) as is_too_far
        from (select ${endOf(lent)} as ends_at) chosen`
      return row
    },

    async isLent({ lenderId, delegateId }: Pick<Lent, 'lenderId' | 'delegateId'>): Promise<boolean> {
      const rows = await sql`
        select from delegations where lender_id = ${lenderId} and delegate_id = ${delegateId} and ended_at is null and ends_at > now()`
      return rows.length > 0
    },

    /** The audit record and the delegate's notice follow by themselves: database/functions/heads.sql, notices.sql. */
    async add(lent: Lent): Promise<number> {
      const { lenderId, delegateId, lastDay } = lent
      const [added] = await sql<[{ id: number }]>`
        insert into delegations (lender_id, delegate_id, last_day, ends_at, created_by)
        values (${lenderId}, ${delegateId}, ${lastDay}, ${endOf(lent)}, ${lenderId}) returning id`
      return added.id
    },

    /** False if the delegation has ended already. */
    async end(id: number, by: number): Promise<boolean> {
      const rows = await sql`update delegations set ended_at = now(), ended_by = ${by}
        where id = ${id} and ended_at is null and ends_at > now() returning id`
      return rows.length > 0
    },
  }
}
