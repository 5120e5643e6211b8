import type { Translations } from '../../contract/fields.ts'
import { withoutFeedback } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Scores } from '../../contract/scoring.ts'
import { type GivenPoints, Statement, type StatementLine, type StatementQuestion } from '../../contract/statements.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import { visibleMember } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

type Found = Omit<Statement['term'], 'holds_scores'> & { holds_scores: boolean }
type FoundTerm = Found & { member: null }
type FoundMember = Found & {
  member: Statement['member']
  sums: Scores
  grade: string
  own_grade: string
  rules: Statement['rules']
  lines: StatementLine[]
  would_add: number
  adds_up: boolean
  tp_set: Omit<GivenPoints, 'points'> | null
  fb_set: Omit<GivenPoints, 'points'> | null
  questions: StatementQuestion[]
}

export interface StoredStatement {
  code: string
  user_id: number
  term_id: number
  content: string
  checksum: string
  issued_at: string
  /** The translations of the term, if it still has the name that the statement has. */
  term_names: Translations
}

/** A name that stands in the statement of a user. */
interface TranslatedName {
  user_id: number
  of: 'department' | 'activity' | 'term' | 'reason' | 'event'
  name: string
  names: Translations
}

const neverSet = { set_by: null, set_at: null }

/** The sums are those that every list shows; the rows are added up again, and if the two differ it throws: a wrong statement is worse than none. */
function statementOf({
  member,
  sums,
  grade,
  own_grade,
  rules,
  lines,
  would_add,
  adds_up,
  tp_set,
  fb_set,
  questions,
  holds_scores,
  ...term
}: FoundMember): Statement {
  if (!adds_up) throw new Error(`the lines of member ${member.id} in term ${term.id} do not add up to the sums`)
  const points = withoutFeedback(sums)
  // A line without the field is the same as before there was one: statements that were issued are still confirmed.
  const shown = lines.map(({ recounted, event, ...line }) => ({
    ...line,
    ...(recounted && { recounted }),
    ...(event && { event }),
  }))
  return Statement.parse({
    member: { ...member, other_name: member.other_name ?? undefined },
    term: { ...term, holds_scores: (holds_scores && !(tp_set && fb_set)) || undefined },
    rules,
    lines: shown.filter(({ state, over_limit }) => state !== 'returned' && !over_limit),
    over_limit: shown.filter(({ over_limit }) => over_limit),
    returned: shown.filter(({ state }) => state === 'returned'),
    would_add,
    tp: { points: sums.tp, ...(tp_set ?? neverSet) },
    fb: { points: sums.fb, ...(fb_set ?? neverSet) },
    sums,
    with_feedback: { points: sums.total_score, grade },
    without_feedback: { points, grade: own_grade },
    questions,
  })
}

export function statements(sql: Sql) {
  const moment = (column: string) => sql.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
  const stored = sql`
    select s.code, s.user_id, s.term_id, s.content, encode(s.checksum, 'hex') as checksum, ${moment('s.issued_at')} as issued_at,
      coalesce((select names from terms where id = s.term_id and name = s.content::jsonb #>> '{term,name}'), '{}') as term_names
    from statements s`

  /** The name of the person who set the score last, from the audit trail; null if that was undone. */
  const lastSet = (column: 'tp' | 'fb') => sql`
    (select case when a.after ->> ${column} is not null
       then json_build_object('set_by', a.actor_name, 'set_at', ${moment('a.at')}) end from audit a
     where a.person_id = m.user_id and a.subject = 'score' and a.subject_id = t.id and a.after ? ${column} and a.kind <> 'drafted'
     order by a.id desc limit 1)`

  /** One SQL statement, so that sums and rows are of one snapshot. Without any of these members it is one row: the term. */
  const find = (viewer: Viewer | 'the portal', userIds: readonly number[], termId: number | undefined) => sql<
    (FoundTerm | FoundMember)[]
  >`
    with t as (select * from terms where ${termId === undefined ? sql`is_current` : sql`id = ${termId}`}),
    m as (select s.* from t join term_standing s on s.term_id = t.id and s.user_id = any(${userIds}) and s.is_member
      and ${viewer === 'the portal' ? sql`true` : visibleMember(sql, viewer, 's')})
    select t.id, t.name, t.names, t.start_date, t.end_date, t.status, case when c.id is not null then json_build_object('number', c.number, 'closed_at', ${moment('c.closed_at')},
        'closed_by', (select name from users where id = c.closed_by)) end as closing,
      t.holds_scores and t.status = 'open' as holds_scores,
      case when m.name is not null then json_build_object('id', m.user_id, 'name', m.name, 'title', m.title,
        'department_name', m.department_name, 'department_names', m.department_names, 'other_name', m.other_name,
        'username', (select username from users where id = m.user_id)) end as member,
      json_build_object('tp', m.tp, 'fb', m.fb, 'atts', m.atts, 'acts', m.acts, 'escore', m.escore, 'total_score', m.total_score) as sums,
      m.grade, m.own_grade, n.returned as would_add,
      json_build_object('number', v.number, 'published_at', ${moment('v.published_at')}) as rules,
      (n.acts, n.atts, n.escore, n.acts + n.atts + n.escore + m.tp + m.fb) = (m.acts, m.atts, m.escore, m.total_score) as adds_up,
      ${lastSet('tp')} as tp_set, ${lastSet('fb')} as fb_set, n.lines, q.questions
    from t join rules_versions v on v.number = t.rules_version left join m on true
    left join lateral (
      select coalesce(sum(p.counted_points) filter (where p.type = 'Compulsory'), 0) as acts,
        coalesce(sum(p.counted_points) filter (where p.type = 'Attending'), 0) as atts,
        coalesce(sum(p.counted_points) filter (where p.type = 'Elective'), 0) as escore,
        coalesce(sum(p.score) filter (where p.state = 'returned'), 0) as returned,
        coalesce(json_agg(json_build_object('starting_date', p.starting_date, 'activity_name', p.activity_name,
          'activity_names', p.activity_names, 'type', p.type, 'points', p.score,
          'state', p.state, 'returned_reason', p.returned_reason, 'returned_reasons', p.returned_reasons, 'over_limit', p.over_limit,
          'recounted', case when p.recounted_at is not null then json_build_object('from', p.points_before, 'at', ${moment('p.recounted_at')}) end,
          'event', (select json_build_object('name', e.name, 'names', e.titles, 'place', e.place) from events e where e.id = p.event_id)) order by p.starting_date, p.id), '[]') as lines
      from posted_activities p where p.user_id = m.user_id and p.term_id = t.id) n on true
    left join lateral (
      select coalesce(json_agg(json_build_object('subject', q.subject, 'activity_name', q.activity_name, 'activity_names', q.activity_names,
        'text', q.text, 'asked_at', ${moment('q.created_at')}, 'state', q.state, 'answer', q.answer,
        'answered_at', ${moment('q.answered_at')}, 'answered_by', (select name from users where id = q.answered_by)) order by q.id), '[]') as questions
      from score_questions q where q.user_id = m.user_id and q.term_id = t.id and q.state <> 'withdrawn') q on true
    left join term_closings c on c.id = t.closing_id and t.status = 'closed'`

  return {
    /** The statement as the viewer may see it; the portal itself compares one that it issued with today's. */
    async of(viewer: Viewer | 'the portal', userId: number, termId: number | undefined): Promise<Statement> {
      const [found] = await find(viewer, [userId], termId)
      if (!found) throw new NotFound(messages.terms.notFound)
      if (!found.member)
        throw new NotFound(found.status === 'closed' ? messages.statements.notAmongStaff : messages.statements.onlyStaff)
      return statementOf(found)
    },

    /** The statements of several members of a term, in the order of the ids. */
    async ofMany(userIds: readonly number[], termId: number): Promise<Statement[]> {
      const found = await find('the portal', userIds, termId)
      const byId = new Map(found.flatMap((row) => (row.member ? [[row.member.id, row]] : [])))
      return userIds.flatMap((id) => {
        const row = byId.get(id)
        return row ? [statementOf(row)] : []
      })
    },

    /** The members of a term, or of one department in it, by department and name. */
    async membersOf(termId: number, departmentId: number | undefined): Promise<number[]> {
      const rows = await sql<{ id: number }[]>`
        select user_id as id from term_standing where term_id = ${termId} and is_member
          ${departmentId === undefined ? sql`` : sql`and department_id = ${departmentId} and department_name is not null`}
        order by department_name nulls last, sort_name, user_id`
      return rows.map(({ id }) => id)
    },

    /** Stores statements, and returns them in the order of the rows. Concurrent requests for the same content get the same code. */
    async keep(
      termId: number,
      rows: readonly Pick<StoredStatement, 'code' | 'user_id' | 'content'>[],
      by: number,
    ): Promise<StoredStatement[]> {
      const given = sql`unnest(${rows.map(({ code }) => code)}::text[], ${rows.map(({ user_id }) => user_id)}::int[],
        ${rows.map(({ content }) => content)}::text[]) with ordinality as given (code, user_id, content, position)`
      const checksum = sql`sha256(convert_to(given.content, 'UTF8'))`
      await sql`
        insert into statements (code, user_id, term_id, content, checksum, issued_by)
        select given.code, given.user_id, ${termId}, given.content, ${checksum}, ${by} from ${given}
        on conflict (user_id, term_id, checksum) do nothing`
      return sql<StoredStatement[]>`
        ${stored} join ${given} on s.user_id = given.user_id and s.checksum = ${checksum} where s.term_id = ${termId}
        order by given.position`
    },

    /** The statements with these codes, in their order. */
    async byCodes(codes: readonly string[]): Promise<StoredStatement[]> {
      return sql<StoredStatement[]>`
        ${stored} join unnest(${codes}::text[]) with ordinality as given (code, position) using (code) order by given.position`
    },

    /** The names of the accounts of these members. */
    async usernames(userIds: readonly number[]): Promise<{ id: number; username: string }[]> {
      return sql<{ id: number; username: string }[]>`select id, username from users where id = any(${userIds})`
    },

    /** The translations of the names in the statements of these members. They are no part of what is confirmed. */
    async translatedNames(userIds: readonly number[], termId: number): Promise<TranslatedName[]> {
      return sql<TranslatedName[]>`
        select user_id, 'department' as of, department_name as name, department_names as names
        from term_standing where term_id = ${termId} and user_id = any(${userIds}) and is_member and department_name is not null
        union
        select user_id, 'activity', activity_name, activity_names
        from posted_activities where term_id = ${termId} and user_id = any(${userIds})
        union
        select user_id, 'reason', returned_reason, returned_reasons
        from posted_activities where term_id = ${termId} and user_id = any(${userIds}) and returned_reasons <> '{}'
        union
        select p.user_id, 'event', e.name, e.titles from posted_activities p join events e on e.id = p.event_id
        where p.term_id = ${termId} and p.user_id = any(${userIds})
        union
        select user_id, 'term', name, names from terms cross join unnest(${userIds}::int[]) as user_id where id = ${termId}`
    },

    async byCode(code: string): Promise<StoredStatement | undefined> {
      const [found] = await sql<StoredStatement[]>`${stored} where s.code = ${code}`
      return found
    },
  }
}
