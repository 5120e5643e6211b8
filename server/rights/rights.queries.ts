import { roles } from '../../contract/codes.ts'
import type { AdministratorRequest, PersonWithRights } from '../../contract/given-rights.ts'
import type { GivenRight } from '../../contract/rights.ts'
import type { Sql } from '../../database/connect.ts'

export interface StoredRequest {
  id: number
  user_id: number
  by: AdministratorRequest['by']
  rights: GivenRight[]
  asked_by: number
}

/** Rights beside being scored. The rules about them, their records and their notices are in database/functions/user-rights.sql. */
export function rights(sql: Sql) {
  const moment = (column: string) => sql`to_char(${sql.identifier(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  const department = sql`d.name as department_name, d.names as department_names`
  const given = sql`(select coalesce(json_agg(json_build_object('right', r."right",
      'given_by_name', (select name from users g where g.id = r.given_by), 'given_at', ${moment('given_at')}) order by r."right"), '[]')
    from user_rights r where r.user_id = u.id) as rights`
  const people = sql`select u.id, u.name, u.other_name, u.username, ${department}, u.role_id, ${given}
    from users u left join departments d on d.id = u.department_id and d.removed_at is null`

  return {
    /** The administrators, and everybody with a right beside being scored. */
    async list(): Promise<PersonWithRights[]> {
      return sql<PersonWithRights[]>`${people}
        where u.removed_at is null and (u.role_id = 1 or exists (select from user_rights r where r.user_id = u.id))
        order by u.sort_name, u.id`
    },

    async of(userId: number): Promise<PersonWithRights | undefined> {
      const [found] = await sql<PersonWithRights[]>`${people} where u.removed_at is null and u.id = ${userId}`
      return found
    },

    /** A person who is not removed, locked until the end of the transaction. */
    async lockPerson(userId: number): Promise<{ role_id: number } | undefined> {
      const [found] = await sql<{ role_id: number }[]>`
        select role_id from users where id = ${userId} and removed_at is null for update`
      return found
    },

    async makeAdministrator(userId: number, by: number) {
      await sql`update users set role_id = ${roles.admin}, updated_by = ${by} where id = ${userId}`
    },

    /** The rows of a person, locked until the end of the transaction. */
    async lock(userId: number): Promise<GivenRight[]> {
      const found = await sql<{ right: GivenRight }[]>`
        select "right" from user_rights where user_id = ${userId} order by "right" for update`
      return found.map(({ right }) => right)
    },

    async set(userId: number, wanted: readonly GivenRight[], by: number) {
      await sql`delete from user_rights where user_id = ${userId} and "right" <> all(${[...wanted]}) and "right" <> 'administrator'`
      await sql`delete from user_rights where user_id = ${userId} and "right" <> all(${[...wanted]})`
      // Who gives rights is an administrator first.
      await sql`
        insert into user_rights (user_id, "right", given_by)
        select ${userId}, chosen, ${by} from unnest(${[...wanted]}::text[]) as chosen
        order by array_position(array['administrator'], chosen) nulls last, chosen on conflict do nothing`
    },

    /** Whether a person gives rights; held until the end of the transaction. */
    async gives(userId: number): Promise<boolean> {
      const found = await sql`select from user_rights where user_id = ${userId} and "right" = 'give_rights' for share`
      return found.length > 0
    },

    /** Whether a second person confirms administrators: where Settings say so, and there are two who can. */
    async areConfirmed(): Promise<boolean> {
      await sql`select from portal_settings for share`
      const [row] = await sql<[{ confirmed: boolean }]>`
        select coalesce((select confirm_administrators from portal_settings), false)
          and (select count(*) from user_rights where "right" = 'give_rights') >= 2 as confirmed`
      return row.confirmed
    },

    /** False if the person waits already. */
    async ask(
      userId: number,
      kind: AdministratorRequest['by'],
      wanted: readonly GivenRight[],
      askedBy: number,
    ): Promise<boolean> {
      const added = await sql`
        insert into administrator_requests (user_id, "by", rights, asked_by)
        values (${userId}, ${kind}, ${[...wanted]}, ${askedBy}) on conflict (user_id) do nothing returning id`
      return added.length > 0
    },

    async requests(viewerId: number): Promise<AdministratorRequest[]> {
      return sql<AdministratorRequest[]>`
        select q.id, u.id as user_id, u.name, u.other_name, ${department}, q."by", q.rights, q.asked_by as asked_by_id,
          (select name from users a where a.id = q.asked_by) as asked_by_name, ${moment('asked_at')} as asked_at,
          ${viewerId} not in (q.asked_by, q.user_id) as may_confirm
        from administrator_requests q join users u on u.id = q.user_id
        left join departments d on d.id = u.department_id and d.removed_at is null
        order by q.asked_at, q.id`
    },

    /** The request, removed: its end is the beginning of what follows, and of two who decide at once one does. */
    async take(id: number): Promise<StoredRequest | undefined> {
      const [found] = await sql<StoredRequest[]>`
        delete from administrator_requests where id = ${id} returning id, user_id, "by", rights, asked_by`
      return found
    },

    /** Tells who asked what became of it, unless they took it back themselves. */
    async tell({ user_id, asked_by }: StoredRequest, answer: 'administrator confirmed' | 'administrator refused', by: number) {
      if (asked_by === by) return
      await sql`
        insert into notices (user_id, kind, details)
        select ${asked_by}, ${answer}, jsonb_build_object('user_id', u.id, 'name', u.name, 'by', (select name from users where id = ${by}))
        from users u where u.id = ${user_id}`
    },

    /** Records what happened to a request, which no row shows. */
    async record(kind: 'administrator asked' | 'administrator confirmed' | 'administrator refused', userId: number) {
      await sql`select write_audit('user', ${kind}, id, name, id, null, null) from users where id = ${userId}`
    },
  }
}
