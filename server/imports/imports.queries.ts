import { roles } from '../../contract/codes.ts'
import type { ReplacedPasswords } from '../../contract/imports.ts'
import type { Sql } from '../../database/connect.ts'
import { administers, standingFor } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import type { ScoredMember } from './scores.ts'
import type { StoredMatch } from './users.ts'

/** The queries take many rows at once, as one JSON document: a query for each of five thousand would take minutes. */
export function imports(sql: Sql) {
  const list = (rows: readonly object[] | readonly (string | number)[]) => sql.json(rows as never)

  return {
    /** Takes the import lock until the end of the transaction. */
    async oneAtATime() {
      await sql`select pg_advisory_xact_lock(hashtext('staff-portal import'))`
    },

    /** Locks the users until the end of the transaction, always in the same order. */
    async lockUsers(usernames: readonly string[]) {
      await sql`select from users where removed_at is null
        and lower(username) in (select lower(name collate name_order) from jsonb_array_elements_text(${list(usernames)}) as name)
        order by id for no key update`
    },

    async matchUsers(rows: readonly { row: number; username: string; email: string | null }[]) {
      const found = await sql<(StoredMatch & { row: number })[]>`
        select f.row, lower(f.username collate name_order) as username_key, lower(f.email collate name_order) as email_key, e.id as email_owner,
          case when u.id is not null then json_build_object('id', u.id, 'name', u.name, 'other_name', u.other_name, 'email', u.email, 'degree', u.degree,
            'title', u.title, 'department_id', u.department_id, 'department', d.name, 'role', u.role_id, 'gender', u.gender,
            'has_password', u.password_hash is not null, 'is_administrator', ${administers(sql, 'u')}) end as known
        from jsonb_to_recordset(${list(rows)}) as f(row int, username text, email text)
        left join users u on lower(u.username) = lower(f.username collate name_order) and u.removed_at is null
        left join users e on lower(e.email) = lower(f.email collate name_order) and e.removed_at is null
        left join departments d on d.id = u.department_id and d.removed_at is null`
      return new Map<number, StoredMatch>(found.map(({ row, ...match }) => [row, match]))
    },

    /**
     * The departments by their names as in the file, in any language; where two departments have one, the English name wins. They are
     * locked, so that no user joins a department while it is being removed.
     */
    async departmentsNamed(names: readonly string[]): Promise<Map<string, { id: number; name: string }>> {
      const found = await sql<{ given: string; id: number; name: string }[]>`
        select f.given, d.id, d.name from jsonb_array_elements_text(${list(names)}) as f(given)
        join (departments d cross join lateral name_keys(d.name, d.names) k)
          on k.key = lower(f.given collate name_order) and d.removed_at is null
        -- The last department of a name stays in the map.
        order by k.place desc, d.id
        for share of d`
      return new Map(found.map(({ given, ...department }) => [given, department]))
    },

    /** The names of departments in every language. */
    async departmentNames(): Promise<string[]> {
      const found = await sql<{ name: string }[]>`
        select name from departments where removed_at is null
        union all select t.value from departments cross join lateral jsonb_each_text(names) as t where removed_at is null order by 1`
      return found.map(({ name }) => name)
    },

    async departmentChoices() {
      return sql<{ value: string; names: Record<string, string> }[]>`
        select name as value, names from departments where removed_at is null order by name, id`
    },

    async addDepartments(names: readonly string[], by: number) {
      return sql<{ id: number; name: string }[]>`
        insert into departments (name, updated_by) select name, ${by}::int from jsonb_array_elements_text(${list(names)}) as name
        returning id, name`
    },

    async addUsers(rows: readonly object[], by: number) {
      return sql<{ id: number; username: string }[]>`
        insert into users (name, other_name, email, degree, title, username, password_hash, password_is_initial, department_id, role_id, gender,
          updated_by)
        select name, other_name, email, degree, title, username, password_hash, password_hash is not null, department_id, role, gender, ${by}
        from jsonb_to_recordset(${list(rows)}) as n(row int, name text, other_name text, email text, degree text, title text, username text,
          password_hash text, department_id int, role smallint, gender text)
        order by row
        returning id, username`
    },

    async editUsers(rows: readonly object[], by: number) {
      return sql`
        update users u set name = n.name, other_name = n.other_name, email = n.email, degree = n.degree, title = n.title, department_id = n.department_id,
          role_id = n.role, gender = n.gender, updated_by = ${by}
        from jsonb_to_recordset(${list(rows)}) as n(id int, name text, other_name text, email text, degree text, title text, department_id int,
          role smallint, gender text)
        where u.id = n.id`
    },

    async givePasswords(given: readonly { id: number; password_hash: string }[], by: number) {
      return sql<{ id: number; name: string; username: string }[]>`
        update users u set password_hash = g.password_hash, password_is_initial = true, updated_by = ${by}
        from jsonb_to_recordset(${list(given)}) as g(id int, password_hash text)
        where u.id = g.id
        returning u.id, u.name, u.username`
    },

    /** Locks the users until the end of the transaction, as a sign-in does, always in the same order. */
    async lockUsersById(ids: readonly number[]) {
      await sql`select from users where id = any(${ids}) order by id for update`
    },

    /** The users who have no password and, to replace one, staff who never signed in with it, or all staff. */
    async mayGetPassword(ids: readonly number[], replace: ReplacedPasswords) {
      const neverSignedIn = sql`not exists (select from first_sign_ins where user_id = users.id)`
      const isReplaced = sql`or (role_id = ${roles.staff} ${replace === 'all' ? sql`` : sql`and ${neverSignedIn}`})`
      return sql<{ id: number }[]>`select id from users where id = any(${ids}) and removed_at is null
        and (password_hash is null ${replace ? isReplaced : sql``})
        -- Nobody else chooses the password of an administrator who is scored.
        and not exists (select from user_rights r where r.user_id = users.id and r."right" = 'administrator') order by id`
    },

    /** With the scores that the term holds back; where it says who reads the file, except their own. */
    async matchMembers(
      rows: readonly { row: number; username: string | null; email: string | null }[],
      termId: number,
      readBy?: number,
    ) {
      const score = (alias: 'u' | 'e', column: 'tp' | 'fb') => {
        const [user, standing] = [sql.identifier(alias), sql.identifier(`${alias}s`)]
        const [value, isSet] = [sql.identifier(column), sql.identifier(`${column}_set`)]
        return sql`case when ${user}.id = ${readBy ?? null}::integer then
            (select case when own.${isSet} then own.${value} end from term_standing own where own.user_id = ${user}.id and own.term_id = ${termId})
          when ${standing}.${isSet} then ${standing}.${value} end`
      }
      const member = (alias: 'u' | 'e') => sql`case when ${sql.identifier(alias)}.id is not null then json_build_object(
        'id', ${sql.identifier(alias)}.id, 'name', ${sql.identifier(alias)}.name, 'role_id', ${sql.identifier(alias)}.role_id,
        'tp', ${score(alias, 'tp')}, 'fb', ${score(alias, 'fb')}) end`
      return sql<{ row: number; by_username: ScoredMember | null; by_email: ScoredMember | null }[]>`
        select f.row, ${member('u')} as by_username, ${member('e')} as by_email
        from jsonb_to_recordset(${list(rows)}) as f(row int, username text, email text)
        left join users u on lower(u.username) = lower(f.username collate name_order) and u.removed_at is null
        left join users e on lower(e.email) = lower(f.email collate name_order) and e.removed_at is null
        left join office_standing us on us.user_id = u.id and us.term_id = ${termId}
        left join office_standing es on es.user_id = e.id and es.term_id = ${termId}`
    },

    /** The members and their scores, locked until the end of the transaction; a member without scores gets an empty row. */
    async lockScores(ids: readonly number[], termId: number) {
      await sql`select from users where id in (select value::int from jsonb_array_elements_text(${list(ids)}) as value)
        order by id for share`
      await sql`insert into term_scores (user_id, term_id)
        select value::int, ${termId} from jsonb_array_elements_text(${list(ids)}) as value order by 1 on conflict do nothing`
      await sql`select from term_scores where term_id = ${termId}
        and user_id in (select value::int from jsonb_array_elements_text(${list(ids)}) as value) order by user_id for update`
    },

    async setScores(rows: readonly object[], termId: number) {
      return sql`update term_scores s set tp = n.tp, fb = n.fb
        from jsonb_to_recordset(${list(rows)}) as n(id int, tp numeric, fb numeric)
        where s.user_id = n.id and s.term_id = ${termId}`
    },

    /** The status of a term, locked until the end of the transaction, so that it is not closed meanwhile. */
    async holdTerm(id: number): Promise<string | undefined> {
      const [term] = await sql<{ status: string }[]>`select status from terms where id = ${id} for share`
      return term?.status
    },

    /** The rows of a template in which only the scores need to be changed. */
    async membersToScore(viewer: Viewer, termId: number) {
      return sql<{ username: string; name: string; tp: number | null; fb: number | null }[]>`
        select u.username, m.name, case when m.tp_set then m.tp end as tp, case when m.fb_set then m.fb end as fb
        from ${standingFor(sql, viewer, true)} m join users u on u.id = m.user_id and u.removed_at is null
        where m.term_id = ${termId} and m.is_member order by m.sort_name, u.id`
    },
  }
}
