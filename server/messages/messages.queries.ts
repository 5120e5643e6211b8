import type { Translations } from '../../contract/fields.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { longestMessageWait, mail, mostMessagesADay, mostMessagesToOne } from '../../contract/limits.ts'
import type {
  Addressed,
  EmailState,
  MessageKind,
  MessageRecipient,
  NotReachedReason,
  SentMessage,
  StoredTexts,
} from '../../contract/messages.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { mayTryAddress } from '../mail/mail-failures.queries.ts'

/** A person of the group, and why they get nothing now, if so. */
export interface Candidate {
  id: number
  name: string
  other_name: string | null
  role_id: number
  email_state: EmailState
  reason: NotReachedReason | null
}

/** The term of a reminder. */
export interface MessageTerm {
  id: number
  name: string
  names: Translations
  is_closed: boolean
  holds_scores: boolean
  posting_until: string | null
}

/** An e-mail that is due, its reader and its content. */
export interface DueMessage extends StoredTexts {
  message_id: number
  kind: MessageKind
  term_id: number | null
  sender_name: string
  user_id: number
  role_id: number
  name: string
  email: string
  /** Null for a reader who never chose one. */
  language: Language | null
}

const withinADay = (sql: Sql): Fragment => sql`m.sent_at > now() - interval '24 hours'`

export function sentMessages(sql: Sql) {
  /** Whether a user `u` is in the group of a reminder, and among those to whom it is limited. */
  function isAddressed({ kind, whom }: Addressed, term: MessageTerm | undefined): Fragment {
    const isNamed =
      whom.who === 'people'
        ? sql`u.id = any(${whom.user_ids})`
        : whom.who === 'department' && !term
          ? sql`u.department_id = ${whom.department_id}`
          : sql`true`
    if (kind === 'announcement') return isNamed
    if (kind === 'never signed in') return sql`${isNamed} and not exists (select from first_sign_ins f where f.user_id = u.id)`
    if (!term) return sql`false`
    // A department has the members of that term, as in its lists.
    const isOfDepartment = whom.who === 'department' ? sql`and s.department_id = ${whom.department_id}` : sql``
    const isMissing = {
      'posted nothing': sql`s.posted_count = 0`,
      returned: sql`s.returned_count > 0`,
      'not scored': sql`(not s.tp_set or not s.fb_set)`,
    }[kind]
    // A score that is held back was set.
    const standing = term.holds_scores ? sql`office_standing` : sql`term_standing`
    return sql`${isNamed} and u.id in (
      select s.user_id from ${standing} s where s.term_id = ${term.id} and s.is_member ${isOfDepartment} and ${isMissing})`
  }

  return {
    /** One message is sent at a time, until the end of the transaction: two at once would not see each other's recipients. */
    async lock() {
      await sql`select pg_advisory_xact_lock(hashtext('staff-portal messages'))`
    },

    /** The term with that id; without an id, the current one. */
    async term(id: number | undefined): Promise<MessageTerm | undefined> {
      const [term] = await sql<MessageTerm[]>`
        select id, name, names, status = 'closed' as is_closed, holds_scores, posting_until::text as posting_until
        from terms where ${id === undefined ? sql`is_current` : sql`id = ${id}`}`
      return term
    },

    async hasDepartment(id: number): Promise<boolean> {
      return (await sql`select from departments where id = ${id} and removed_at is null`).length > 0
    },

    /** The number of messages that the person may still send. */
    async remaining(by: number): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from messages m where m.sent_by = ${by} and ${withinADay(sql)}`
      return Math.max(0, mostMessagesADay - row.count)
    },

    /**
     * Everybody in the group but the sender, by name. Who got the same reminder, or the same text, within a day does not get it again,
     * whoever sent it; and nobody gets more than so many a day.
     */
    async candidates(
      addressed: Addressed,
      term: MessageTerm | undefined,
      texts: StoredTexts | undefined,
      by: number,
      sendsMail: boolean,
    ): Promise<Candidate[]> {
      const { kind } = addressed
      const isSame =
        kind === 'announcement'
          ? texts
            ? sql`m.subject = ${texts.subject} and m.text = ${texts.text} and m.subjects = ${sql.json(texts.subjects)} and m.texts = ${sql.json(texts.texts)}`
            : sql`false`
          : sql`m.term_id is not distinct from ${term?.id ?? null}::integer`
      return sql<Candidate[]>`
        with recent as (
          select r.user_id, count(*) as received, bool_or(m.kind = ${kind} and ${isSame}) as has_same
          from messages m join message_recipients r on r.message_id = m.id where ${withinADay(sql)} group by r.user_id)
        select u.id, u.name, u.other_name, u.role_id,
          case when coalesce(u.email, '') = '' then 'no address' when not ${sendsMail} then 'unavailable'
            when not coalesce(p.message_mails, true) then 'off' else 'waiting' end as email_state,
          case when recent.has_same then 'already' when recent.received >= ${mostMessagesToOne} then 'enough' end as reason
        from users u left join user_preferences p on p.user_id = u.id left join recent on recent.user_id = u.id
        where u.removed_at is null and u.id <> ${by} and ${isAddressed(addressed, term)}
        order by u.sort_name, u.id`
    },

    /** Stores a message with its recipients, their notices, and the audit record. */
    async add(
      { kind, whom }: Addressed,
      term: MessageTerm | undefined,
      texts: StoredTexts,
      recipients: readonly Candidate[],
      by: number,
    ): Promise<number> {
      const row = {
        kind,
        term_id: term?.id ?? null,
        who: whom.who,
        department_id: whom.who === 'department' ? whom.department_id : null,
        ...texts,
        sent_by: by,
      }
      const [{ id }] = await sql<[{ id: number }]>`insert into messages ${sql.insert(row)} returning id`
      await sql`
        insert into message_recipients (message_id, user_id, email_state)
        select ${id}, user_id, email_state
        from unnest(${recipients.map((person) => person.id)}::int[], ${recipients.map(({ email_state }) => email_state)}::text[])
          as r (user_id, email_state)`
      // The e-mail of a message is its own: none is made of the notice.
      await sql`
        insert into notices (user_id, kind, term_id, message_id, mailed_at)
        select user_id, 'message', ${row.term_id}, ${id}, now() from message_recipients where message_id = ${id}`
      await sql`
        select write_audit('message', 'sent', ${id}, ${texts.subject}, null, null, jsonb_strip_nulls(jsonb_build_object(
          'message_kind', ${kind}::text, 'recipients', ${recipients.length}::int,
          'emails', ${recipients.filter(({ email_state }) => email_state === 'waiting').length}::int,
          'term_id', ${row.term_id}::int, 'department_id', ${row.department_id}::int)))`
      return id
    },

    /** A page of the log, or one message. */
    async page(only: { before: number | undefined; size: number } | { id: number }): Promise<SentMessage[]> {
      const wanted = 'id' in only ? sql`m.id = ${only.id}` : only.before === undefined ? sql`true` : sql`m.id < ${only.before}`
      return sql<SentMessage[]>`
        select m.id, m.kind, m.who, m.subject, m.subjects, m.text, m.texts,
          case when t.id is not null then json_build_object('name', t.name, 'names', t.names) end as term,
          case when d.id is not null then json_build_object('name', d.name, 'names', d.names) end as department,
          json_build_object('id', s.id, 'name', s.name, 'other_name', s.other_name) as sent_by,
          to_char(m.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as sent_at, r.*
        from messages m join users s on s.id = m.sent_by left join terms t on t.id = m.term_id
          left join departments d on d.id = m.department_id
          cross join lateral (
            select count(*)::int as count, count(read_at)::int as read, (count(*) filter (where email_state = 'sent'))::int as sent,
              (count(*) filter (where email_state = 'waiting'))::int as waiting,
              (count(*) filter (where email_state = 'failed'))::int as failed,
              (count(*) filter (where email_state = 'unavailable'))::int as unavailable
            from message_recipients where message_id = m.id) r
        where ${wanted} order by m.id desc limit ${'size' in only ? only.size : 1}`
    },

    async recipients(id: number): Promise<MessageRecipient[]> {
      return sql<MessageRecipient[]>`
        select u.id, u.name, u.other_name, r.read_at is not null as is_read, r.email_state as email, r.email_reason as reason
        from message_recipients r join users u on u.id = r.user_id where r.message_id = ${id} order by u.sort_name, u.id`
    },
  }
}

/** The e-mails of messages. */
export function messageMails(sql: Sql) {
  return {
    /** The e-mails that are not to be sent any more: those to addresses that are refused, and those that waited too long. */
    async settle() {
      await sql`
        update message_recipients r set email_reason = coalesce(f.reason, r.email_reason), email_state = case
          when u.email is null then 'no address' when not coalesce(p.message_mails, true) then 'off' else 'failed' end
        from messages m, users u left join user_preferences p on p.user_id = u.id
          left join mail_failures f on f.user_id = u.id and f.email = u.email and f.is_refused and f.retry_at > now()
        where r.email_state = 'waiting' and m.id = r.message_id and u.id = r.user_id
          and (u.email is null or not coalesce(p.message_mails, true) or u.removed_at is not null or f.user_id is not null
            or m.sent_at < now() - make_interval(hours => ${longestMessageWait}))`
    },

    /** The next e-mail that is due, those that failed before after the others; it is taken, so that no other server sends the same. */
    async take(): Promise<DueMessage | undefined> {
      const [due] = await sql<DueMessage[]>`
        with due as (
          select r.message_id, r.user_id, u.name, u.email, u.role_id, p.language, m.kind, m.term_id, m.subject, m.subjects, m.text, m.texts,
            s.name as sender_name
          from message_recipients r join messages m on m.id = r.message_id join users u on u.id = r.user_id
            join users s on s.id = m.sent_by left join user_preferences p on p.user_id = u.id
          where r.email_state = 'waiting' and u.removed_at is null and u.email is not null and ${mayTryAddress(sql)}
            and coalesce(p.message_mails, true)
            and (r.email_taken_at is null or r.email_taken_at < now() - make_interval(mins => ${mail.messagesRetryMinutes}))
          order by r.email_taken_at nulls first, r.message_id, r.user_id limit 1 for update of r skip locked)
        update message_recipients r set email_taken_at = now() from due where r.message_id = due.message_id and r.user_id = due.user_id
        returning due.*`
      return due
    },

    /** False if another server has sent the e-mail: this one was too slow. */
    async markSent({ message_id, user_id }: DueMessage): Promise<boolean> {
      const sent = await sql`
        update message_recipients set email_state = 'sent', email_reason = null
        where message_id = ${message_id} and user_id = ${user_id} and email_state = 'waiting' returning user_id`
      return sent.length > 0
    },

    /** The mail server did not take the e-mail, which is retried later. */
    async markWaiting({ message_id, user_id }: DueMessage, reason: string | null) {
      await sql`update message_recipients set email_state = 'waiting', email_reason = ${reason}
        where message_id = ${message_id} and user_id = ${user_id}`
    },
  }
}
