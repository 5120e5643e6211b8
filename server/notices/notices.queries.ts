import type { Language } from '../../contract/languages/languages.ts'
import { mail as limits } from '../../contract/limits.ts'
import type { Notice, ReadInput } from '../../contract/notices.ts'
import type { Sql } from '../../database/connect.ts'
import { mayTryAddress } from '../mail/mail-failures.queries.ts'
import { openableId } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

/** A user with notices that were not mailed yet. */
export interface UnmailedNotices {
  user_id: number
  name: string
  email: string
  /** Null for a user who never chose one. */
  language: Language | null
  notices: Pick<Notice, 'kind' | 'posting_id' | 'term_id' | 'term_name' | 'term_names' | 'details'>[]
  ids: number[]
}

/** Days before the end of a term at which members get a notice. */
const warningDays = [14, 3]
/** Days before the last day of a member for posting at which they get a notice. */
const postingWarningDays = [7, 1]
/** The hours after which a notice is not mailed: a portal that sets up e-mail later does not send the whole past. */
const tooOldToMailHours = 24

export function notices(sql: Sql) {
  /** The person of the office, or the new administrator, whom a notice names. The notice itself has the name alone, because members read it. */
  const namedIn = sql`case
    when n.kind in ('review lent', 'review ended') then
      (select g.lender_id from delegations g where g.id = (n.details ->> 'delegation_id')::int)
    when n.kind in ('administrator confirmed', 'administrator refused') then (n.details ->> 'user_id')::int
    when n.kind = 'term reopened' then
      (select c.reopened_by from term_closings c where c.term_id = n.term_id and c.reopened_at = n.created_at)
    when n.kind in ('day extended', 'extension withdrawn') then
      (select case n.kind when 'day extended' then x.created_by else x.withdrawn_by end
       from term_extensions x where x.id = (n.details ->> 'extension_id')::int) end`

  return {
    /** The count and the list are from one snapshot: otherwise they could disagree until the next notice. */
    async page(viewer: Viewer, before: number | undefined, size: number): Promise<{ notices: Notice[]; unread: number }> {
      const { id: userId } = viewer
      const [page] = await sql<[{ notices: Notice[]; unread: number }]>`
        select (select count(*)::int from notices where user_id = ${userId} and read_at is null) as unread,
          coalesce(json_agg(line), '[]') as notices
        from (
          select n.id::int as id, n.kind, n.posting_id, n.term_id, t.name as term_name, t.names as term_names,
            n.details || n.translations || case when m.id is null then '{}' else jsonb_build_object('message', m.kind,
              'subject', m.subject, 'subjects', m.subjects, 'text', m.text, 'texts', m.texts) end as details,
            (select json_build_object('id', u.id, 'name', u.name, 'other_name', u.other_name) from users u where u.id = case
              when n.kind = 'edited' or n.kind = 'posting message' and n.details ->> 'to' = 'office' then (select p.user_id from posted_activities p where p.id = n.posting_id)
              when n.details ->> 'to' = 'office' then
                (select q.user_id from score_questions q where q.id = (n.details ->> 'question_id')::int)
              else ${openableId(sql, viewer, namedIn)} end) as person,
            to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at, n.read_at is not null as is_read
          from notices n left join terms t on t.id = n.term_id left join messages m on m.id = n.message_id
          where n.user_id = ${userId} ${before === undefined ? sql`` : sql`and n.id < ${before}`}
          order by n.id desc limit ${size}) as line`
      return page
    },

    async unread(userId: number): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from notices where user_id = ${userId} and read_at is null`
      return row.count
    },

    async markRead(userId: number, input: ReadInput) {
      // The log of sent messages goes on to say who has read them when the notices are gone.
      await sql`
        with seen as (
          update notices set read_at = now() where user_id = ${userId} and read_at is null
            and ${'ids' in input ? sql`id = any(${input.ids})` : sql`id <= ${input.up_to}`}
          returning message_id)
        update message_recipients r set read_at = now() from seen
        where r.message_id = seen.message_id and r.user_id = ${userId} and r.read_at is null`
    },

    /**
     * Notifies all users, once per warning, of open terms that end soon. The database's clock decides the day. Members of a term with a last day
     * for posting get the warnings about that day instead: it is the one that counts for them.
     */
    async warnOfEndingTerms() {
      await sql`
        insert into notices (user_id, kind, term_id, details)
        select u.id, 'term ends', t.id, jsonb_build_object('days', w.days, 'ends_on', t.end_date)
        from terms t
        join lateral (
          select min(days) as days from unnest(string_to_array(${warningDays.join(',')}, ',')::int[]) as days
          where t.end_date - current_date between 0 and days) w on w.days is not null
        cross join users u
        where t.status = 'open' and u.removed_at is null and (t.posting_until is null or u.role_id <> 2)
        on conflict do nothing`
    },

    /**
     * Notifies members, once per warning, of the last day on which they may post in an open term: that of the term, or their own later one.
     * Without a day, the database's clock decides what today is.
     */
    async warnOfEndingPosting(day?: string) {
      const today = sql`coalesce(${day ?? null}::date, current_date)`
      const lastDay = sql`last_day_of(t, 'posting', u.id, u.department_id)`
      // An unread warning is out of date when the day was moved.
      await sql`
        delete from notices n using terms t, users u
        where n.kind = 'posting ends' and n.read_at is null and is_unseen(n) and t.id = n.term_id and u.id = n.user_id
          and ${lastDay} is distinct from (n.details ->> 'ends_on')::date`
      await sql`
        insert into notices (user_id, kind, term_id, details)
        select u.id, 'posting ends', t.id, jsonb_build_object('days', w.days, 'ends_on', l.day)
        from terms t
        join users u on u.role_id = 2 and u.removed_at is null
        cross join lateral (select ${lastDay} as day) l
        join lateral (
          select min(days) as days from unnest(string_to_array(${postingWarningDays.join(',')}, ',')::int[]) as days
          where l.day - ${today} between 0 and days) w on w.days is not null
        where t.status = 'open' and t.posting_until - ${today} <= ${Math.max(...postingWarningDays)}::int and (t.posting_until >= ${today}
          or exists (select from term_extensions e where e.term_id = t.id and e.kind = 'posting' and e.withdrawn_at is null
            and e.last_day >= ${today}))
        on conflict do nothing`
    },

    /** All notices that one person has not been sent yet; they are taken, so that no other server sends the same. */
    async takeUnmailed(quietSeconds: number): Promise<UnmailedNotices | undefined> {
      const isDue = sql`n.mailed_at is null and n.read_at is null
        and n.created_at > now() - make_interval(hours => ${tooOldToMailHours})
        and (n.mail_taken_at is null or n.mail_taken_at < now() - make_interval(mins => ${limits.noticesRetryMinutes}))`
      const [mail] = await sql<UnmailedNotices[]>`
        with person as (
          select u.id, u.name, u.email, c.language from notices n join users u on u.id = n.user_id
            left join user_preferences c on c.user_id = u.id
          where ${isDue} and n.created_at <= now() - make_interval(secs => ${quietSeconds}) and u.email is not null and u.removed_at is null
            and coalesce(c.notice_mails, true) and ${mayTryAddress(sql)}
          order by n.mail_taken_at nulls first, n.id limit 1),
        taken as (
          update notices n set mail_taken_at = now() from person where n.user_id = person.id and ${isDue} returning n.*)
        select person.id as user_id, person.name, person.email, person.language, json_agg(n.id order by n.id) as ids,
          json_agg(json_build_object('kind', n.kind, 'posting_id', n.posting_id, 'term_id', n.term_id, 'term_name', t.name, 'term_names', t.names, 'details', n.details || n.translations) order by n.id) as notices
        from person, taken n left join terms t on t.id = n.term_id group by person.id, person.name, person.email, person.language`
      return mail
    },

    async markMailed(ids: readonly number[]) {
      await sql`update notices set mailed_at = now() where id = any(${ids})`
    },

    async forgetOld() {
      await sql`delete from notices where created_at < now() - interval '1 year'`
    },
  }
}
