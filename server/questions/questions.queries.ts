import type { Translations } from '../../contract/fields.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { messagesPage, pageSize } from '../../contract/limits.ts'
import type { PostedActivity } from '../../contract/posted-activities.ts'
import type {
  Question,
  QuestionInput,
  QuestionMessage,
  QuestionState,
  QuestionSubject,
  QuestionsToAnswerQuery,
} from '../../contract/questions.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import { NotFound } from '../errors/errors.ts'
import { openableId, reviewableBy, reviewablePostings, visiblePostings } from '../policy/policy.queries.ts'
import { type Capacity, readsAll, reviewGrantsOf, type Viewer } from '../policy/policy.ts'
import { evidenceFiles } from '../posted-activities/posted-activities.queries.ts'
import { takenOf } from '../taken/taken.queries.ts'

interface LockedQuestion {
  user_id: number
  term_id: number
  subject: QuestionSubject
  posted_activity_id: number | null
  state: QuestionState
  version: number
  is_term_closed: boolean
}

interface QuestionedPosting {
  term_id: number
  state: PostedActivity['state']
  activity_name: string
  activity_names: Translations
}

/** The row of a new question; `posting` is undefined for any other subject. */
interface NewQuestion extends Pick<QuestionInput, 'subject' | 'text' | 'link'> {
  termId: number
  posting: ({ id: number } & QuestionedPosting) | undefined
}

interface Answer {
  state: 'accepted' | 'declined'
  answer: string
  value: number | null
  /** Whether the person who decided the line, or a delegate of theirs, answers, because no other person could. */
  lastResort: boolean
}

export function questions(sql: Sql) {
  const moment = (column: string) => sql.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
  const lastDecider = sql`last_decider(q.subject, q.user_id, q.term_id, q.posted_activity_id)`

  /** The people who may answer an open question, and whether the viewer is among them: database/functions/who-may-answer.sql. */
  const answerers = (viewer: Viewer) => sql`lateral (
    select coalesce(bool_or(answerer_id = ${viewer.id}), false) as has_right,
      coalesce(bool_or(answerer_id = ${viewer.id} and may_answer), false) as may_answer,
      coalesce(bool_and(is_involved), false) as last_resort
    from question_answerers(q, ${viewer.headsMayScore}))`

  /** The reason why the viewer may not answer. A viewer who may review the member, and still not answer, may not set scores. */
  const obstacle = (viewer: Viewer) => sql`case
    when q.state <> 'open' or q.user_id = ${viewer.id} or a.may_answer then null
    when not a.has_right then 'score'
    when ${viewer.id} in (q.decided_by, ${lastDecider}) then 'decided'
    else 'lender' end`

  /** A page of the messages of `q`, newest first. */
  const newestMessages = (viewer: Viewer, isWanted: Fragment) => sql`
    select m.id, w.name as author_name, ${openableId(sql, viewer, sql`m.author_id`)} as author_id, m.author_id = q.user_id as is_member, m.text, ${moment('m.created_at')} as created_at
    from question_messages m join users w on w.id = m.author_id
    where m.question_id = q.id and ${isWanted} order by m.id desc limit ${messagesPage}`

  const shown = (viewer: Viewer) => sql`
    select q.id, q.user_id, u.name as member_name, u.other_name as member_other_name, d.name as department_name, d.names as department_names, q.term_id,
      t.name as term_name, t.names as term_names, t.status as term_status, q.subject,
      q.activity_name, q.activity_names,
      case when p.id is not null then json_build_object('id', p.id, 'starting_date', p.starting_date, 'score', p.score, 'link', p.link,
        'image_id', i.id, 'files', ${evidenceFiles(sql, 'p')}, 'state', p.state, 'returned_reason', p.returned_reason, 'returned_reasons', p.returned_reasons, 'version', p.version) end as posting,
      case q.subject when 'tp' then s.tp when 'fb' then s.fb end as current_value,
      (select name from users where id = coalesce(${lastDecider}, q.decided_by)) as decided_by_name,
      ${openableId(sql, viewer, sql`coalesce(${lastDecider}, q.decided_by)`)} as decided_by_id,
      q.text, q.link, (select id from question_images where question_id = q.id) as image_id,
      q.state, q.answer, q.accepted_value, (select name from users where id = q.answered_by) as answered_by_name,
      ${openableId(sql, viewer, sql`q.answered_by`)} as answered_by_id,
      ${moment('q.answered_at')} as answered_at, ${moment('q.created_at')} as asked_at,
      (select coalesce(json_agg(m order by m.id), '[]') from (${newestMessages(viewer, sql`true`)}) m) as messages,
      (select count(*)::int from question_messages where question_id = q.id) as message_count,
      case q.state when 'open' then a.last_resort else q.last_resort end as last_resort, ${obstacle(viewer)} as obstacle, q.version,
      case when q.state = 'open' and q.user_id <> ${viewer.id} then ${takenOf(sql, sql`'question'`, sql`q.id`)} end as taken
    from score_questions q
    join users u on u.id = q.user_id
    join terms t on t.id = q.term_id
    left join departments d on d.id = u.department_id and d.removed_at is null
    left join posted_activities p on p.id = q.posted_activity_id
    left join posted_images i on i.posted_activity_id = p.id
    left join term_scores s on s.user_id = q.user_id and s.term_id = q.term_id
    cross join ${answerers(viewer)} a`

  /** Questions of the members whom the viewer may review: the table has the two columns by which a posting is looked up. */
  const isAnswerable = (viewer: Viewer) => reviewablePostings(sql, viewer, 'q', 'member')
  const isReachable = (viewer: Viewer) => sql`(q.user_id = ${viewer.id} or ${isAnswerable(viewer)})`
  /** Readers follow the questions of everybody, and write to none. */
  const isReadable = (viewer: Viewer) => (readsAll(viewer) ? sql`true` : isReachable(viewer))
  const isListed = ({ state }: QuestionsToAnswerQuery, viewer: Viewer) =>
    sql`${state === 'done' ? sql`q.state <> 'open'` : sql`q.state = 'open'`} ${state === 'mine' ? sql`and a.may_answer` : sql``}
      and ${isAnswerable(viewer)}`

  return {
    async own(viewer: Viewer): Promise<Question[]> {
      return sql<Question[]>`${shown(viewer)} where q.user_id = ${viewer.id} order by q.id desc`
    },

    /** The questions of a member in the terms in which the viewer sees the member, newest first, and how many there are. */
    async ofMember(viewer: Viewer, userId: number): Promise<{ questions: Question[]; count: number }> {
      const isSeen = sql`q.user_id = ${userId} and ${visiblePostings(sql, viewer, 'q')}`
      const [row] = await sql<[{ count: number }]>`select count(*)::int as count from score_questions q where ${isSeen}`
      const page = await sql<Question[]>`${shown(viewer)} where ${isSeen} order by q.id desc limit ${pageSize.questions}`
      return { questions: page, count: row.count }
    },

    async page(query: QuestionsToAnswerQuery, viewer: Viewer, size: number = pageSize.questions): Promise<Question[]> {
      return sql<Question[]>`
        ${shown(viewer)} where ${isListed(query, viewer)}
        order by ${query.state === 'done' ? sql`q.updated_at desc, q.id desc` : sql`q.id`} limit ${size}`
    },

    async count(query: QuestionsToAnswerQuery, viewer: Viewer): Promise<number> {
      const [row] = await sql<[{ count: number }]>`
        select count(*)::int as count from score_questions q ${query.state === 'mine' ? sql`cross join ${answerers(viewer)} a` : sql``}
        where ${isListed(query, viewer)}`
      return row.count
    },

    /** The question. That of another member is not found, except by those who may answer it. */
    async byId(viewer: Viewer, id: number): Promise<Question> {
      const [question] = await sql<Question[]>`${shown(viewer)} where q.id = ${id} and ${isReachable(viewer)}`
      if (!question) throw new NotFound(messages.questions.notFound)
      return question
    },

    /** The page before a message, oldest first. */
    async earlierMessages(viewer: Viewer, id: number, before: number): Promise<QuestionMessage[]> {
      const [question] = await sql<{ messages: QuestionMessage[] }[]>`
        select (select coalesce(json_agg(m order by m.id), '[]') from (${newestMessages(viewer, sql`m.id < ${before}`)}) m) as messages
        from score_questions q where q.id = ${id} and ${isReadable(viewer)}`
      if (!question) throw new NotFound(messages.questions.notFound)
      return question.messages
    },

    /**
     * The question as in byId, locked until the end of the transaction: of two people who answer, the second one finds it answered. The
     * term is locked first, as in a closing, which ends its open questions.
     */
    async lock(viewer: Viewer, id: number, whose: 'own' | 'to answer'): Promise<LockedQuestion> {
      await sql`select from terms where id = (select term_id from score_questions where id = ${id}) for share`
      const [question] = await sql<LockedQuestion[]>`
        select q.user_id, q.term_id, q.subject, q.posted_activity_id, q.state, q.version,
          (select status = 'closed' from terms where id = q.term_id) as is_term_closed from score_questions q
        where q.id = ${id} and ${whose === 'own' ? sql`q.user_id = ${viewer.id}` : isAnswerable(viewer)} for update of q`
      if (!question) throw new NotFound(messages.questions.notFound)
      return question
    },

    /** The obstacle of the viewer, and whether an open question is a last resort. */
    async answering(viewer: Viewer, id: number): Promise<Pick<Question, 'obstacle' | 'last_resort'>> {
      const [row] = await sql<[Pick<Question, 'obstacle' | 'last_resort'>]>`
        select ${obstacle(viewer)} as obstacle, a.last_resort from score_questions q cross join ${answerers(viewer)} a where q.id = ${id}`
      return row
    },

    /** Whether the last question of the member about the line ended with a closing of the term, without an answer. */
    async endedUnanswered(
      userId: number,
      termId: number,
      subject: QuestionSubject,
      postingId: number | undefined,
    ): Promise<boolean> {
      const [last] = await sql<{ state: QuestionState }[]>`
        select state from score_questions where user_id = ${userId} and term_id = ${termId} and subject = ${subject}
          and posted_activity_id is not distinct from ${postingId ?? null}::integer
        order by id desc limit 1`
      return last?.state === 'unanswered'
    },

    /** The capacity in which the viewer answers; null for the member, too. */
    async capacity(viewer: Viewer, id: number): Promise<Capacity> {
      for (const grant of reviewGrantsOf(viewer)) {
        const found =
          await sql`select from score_questions q where q.id = ${id} and ${reviewableBy(sql, viewer, grant, 'q', 'member')}`
        if (found.length > 0) return grant.capacity
      }
      return null
    },

    /** The member's own posting; locked, so that it is not decided or deleted meanwhile. */
    async lockPosting(id: number, ownerId: number): Promise<QuestionedPosting> {
      const [posting] = await sql<QuestionedPosting[]>`
        select term_id, state, activity_name, activity_names
        from posted_activities where id = ${id} and user_id = ${ownerId} for share`
      if (!posting) throw new NotFound(messages.postedActivities.notFound)
      return posting
    },

    /** Whether the term is closed; locked, so that it is not closed meanwhile. */
    async lockTerm(id: number): Promise<boolean> {
      const [term] = await sql<[{ is_closed: boolean }]>`
        select status = 'closed' as is_closed from terms where id = ${id} for share`
      return term.is_closed
    },

    /** Refuses a question after the last day of the member (database/functions/calendar.sql). */
    async refuseAfterDay(userId: number, termId: number) {
      await sql`select refuse_question_after_day(${termId}, ${userId})`
    },

    /** Adds a question in one statement: its audit record names its image. */
    async add(userId: number, { subject, text, link, termId, posting }: NewQuestion, image: Buffer | undefined): Promise<number> {
      const row = {
        user_id: userId,
        term_id: termId,
        subject,
        posted_activity_id: posting?.id ?? null,
        activity_name: posting?.activity_name ?? null,
        activity_names: sql.json(posting?.activity_names ?? {}),
        text,
        link,
        decided_by: sql`last_decider(${subject}, ${userId}::int, ${termId}::int, ${posting?.id ?? null}::int)`,
        updated_by: userId,
      }
      const [added] = await sql<[{ id: number }]>`
        with question as (insert into score_questions ${sql.insert(row)} returning id),
          image as (insert into question_images (question_id, bytes)
            select id, bytes from question, (select ${image ?? null}::bytea as bytes) given where bytes is not null)
        select id from question`
      return added.id
    },

    async write(id: number, authorId: number, text: string) {
      await sql`insert into question_messages (question_id, author_id, text) values (${id}, ${authorId}, ${text})`
    },

    async withdraw(id: number, by: number) {
      await sql`update score_questions set state = 'withdrawn', updated_by = ${by} where id = ${id}`
    },

    async answer(id: number, { state, answer, value, lastResort }: Answer, by: number) {
      await sql`
        update score_questions set state = ${state}, answer = ${answer}, accepted_value = ${value}, last_resort = ${lastResort},
          answered_by = ${by}, answered_at = now(), updated_by = ${by}
        where id = ${id}`
    },

    /** The image, for viewers who may read the question; for all others it does not exist. */
    async image(viewer: Viewer, imageId: string, isKnown: boolean): Promise<Buffer | undefined> {
      const [image] = await sql<{ bytes: Buffer }[]>`
        select ${isKnown ? sql`''::bytea as bytes` : sql`i.bytes`} from question_images i join score_questions q on q.id = i.question_id
        where i.id = ${imageId} and ${isReadable(viewer)}`
      return image?.bytes
    },
  }
}
