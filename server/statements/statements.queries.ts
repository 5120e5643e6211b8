import { gradeFor, withoutFeedback } from '../../contract/grading.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Scores } from '../../contract/scoring.ts'
import { type GivenPoints, Statement, type StatementLine } from '../../contract/statements.ts'
import type { Sql } from '../../database/connect.ts'
import { NotFound } from '../http/errors.ts'
import { visibleMember } from '../policy/policy.queries.ts'
import type { Viewer } from '../policy/policy.ts'

type FoundTerm = Statement['term'] & { member: null }
type FoundMember = Statement['term'] & {
  member: Statement['member']
  sums: Scores
  grade: string
  lines: StatementLine[]
  would_add: number
  adds_up: boolean
  tp_set: Omit<GivenPoints, 'points'> | null
  fb_set: Omit<GivenPoints, 'points'> | null
}

export interface StoredStatement {
  code: string
  user_id: number
  term_id: number
  content: string
  checksum: string
  issued_at: string
}

const neverSet = { set_by: null, set_at: null }

export function statements(sql: Sql) {
  const moment = (column: string) => sql.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
  const stored = sql`
    select code, user_id, term_id, content, encode(checksum, 'hex') as checksum, ${moment('issued_at')} as issued_at from statements`

  /** Who set it last, from the audit trail; null if that was undone. */
  const lastSet = (column: 'tp' | 'fb', userId: number) => sql`
    (select case when a.after ->> ${column} is not null
       then json_build_object('set_by', a.actor_name, 'set_at', ${moment('a.at')}) end from audit a
     where a.person_id = ${userId} and a.subject = 'score' and a.subject_id = t.id and a.after ? ${column}
     order by a.id desc limit 1)`

  return {
    /**
     * As the viewer may see it; the portal itself compares one that it issued with today's. One SQL statement, so that sums and rows are of one snapshot. The sums are those that every list shows; the rows are
     * added up again, and if the two differ it throws: a wrong statement is worse than none.
     */
    async of(viewer: Viewer | 'the portal', userId: number, termId: number | undefined): Promise<Statement> {
      const [found] = await sql<(FoundTerm | FoundMember)[]>`
        with t as (select * from terms where ${termId === undefined ? sql`is_current` : sql`id = ${termId}`}),
        m as (select s.* from t join term_standing s on s.term_id = t.id and s.user_id = ${userId} and s.is_member
          and ${viewer === 'the portal' ? sql`true` : visibleMember(sql, viewer, 's')}),
        p as (select p.* from posted_activities p join t on p.term_id = t.id where p.user_id = ${userId}),
        counted as (
          select coalesce(sum(score) filter (where type = 'Compulsory' and state <> 'returned'), 0) as acts,
            coalesce(sum(score) filter (where type = 'Attending' and state <> 'returned'), 0) as atts,
            coalesce(sum(score) filter (where type = 'Elective' and state <> 'returned'), 0) as escore,
            coalesce(sum(score) filter (where state = 'returned'), 0) as returned
          from p)
        select t.id, t.name, t.start_date, t.end_date, t.status, case when c.id is not null then json_build_object('number', c.number, 'closed_at', ${moment('c.closed_at')},
            'closed_by', (select name from users where id = c.closed_by)) end as closing,
          case when m.name is not null then json_build_object('id', ${userId}::int, 'name', m.name, 'title', m.title,
            'department_name', m.department_name, 'department_name_ckb', m.department_name_ckb,
            'department_name_ar', m.department_name_ar) end as member,
          json_build_object('tp', m.tp, 'fb', m.fb, 'atts', m.atts, 'acts', m.acts, 'escore', m.escore, 'total_score', m.total_score) as sums,
          m.grade, n.returned as would_add,
          (n.acts, n.atts, n.escore, n.acts + n.atts + n.escore + m.tp + m.fb) = (m.acts, m.atts, m.escore, m.total_score) as adds_up,
          ${lastSet('tp', userId)} as tp_set, ${lastSet('fb', userId)} as fb_set,
          (select coalesce(json_agg(json_build_object('starting_date', p.starting_date, 'activity_name', p.activity_name,
             'activity_name_ckb', p.activity_name_ckb, 'activity_name_ar', p.activity_name_ar, 'type', p.type, 'points', p.score, 'state', p.state, 'returned_reason', p.returned_reason) order by p.starting_date, p.id), '[]') from p) as lines
        from t cross join counted n left join m on true left join term_closings c on c.id = t.closing_id and t.status = 'closed'`
      if (!found) throw new NotFound(messages.terms.notFound)
      if (!found.member)
        throw new NotFound(found.status === 'closed' ? messages.statements.notAmongStaff : messages.statements.onlyStaff)
      const { member, sums, grade, lines, would_add, adds_up, tp_set, fb_set, ...term } = found
      if (!adds_up) throw new Error(`the lines of member ${member.id} in term ${term.id} do not add up to the sums`)
      const points = withoutFeedback(sums)
      return Statement.parse({
        member,
        term,
        lines: lines.filter(({ state }) => state !== 'returned'),
        returned: lines.filter(({ state }) => state === 'returned'),
        would_add,
        tp: { points: sums.tp, ...(tp_set ?? neverSet) },
        fb: { points: sums.fb, ...(fb_set ?? neverSet) },
        sums,
        with_feedback: { points: sums.total_score, grade },
        without_feedback: { points, grade: gradeFor(member.title, points) },
      })
    },

    /** Concurrent requests for the same content get the same code. */
    async keep(row: Pick<StoredStatement, 'code' | 'user_id' | 'term_id' | 'content'>, by: number): Promise<StoredStatement> {
      const checksum = sql`sha256(convert_to(${row.content}, 'UTF8'))`
      await sql`
        insert into statements (code, user_id, term_id, content, checksum, issued_by)
        values (${row.code}, ${row.user_id}, ${row.term_id}, ${row.content}, ${checksum}, ${by})
        on conflict (user_id, term_id, checksum) do nothing`
      const [kept] = await sql<[StoredStatement]>`
        ${stored} where user_id = ${row.user_id} and term_id = ${row.term_id} and checksum = ${checksum}`
      return kept
    },

    async byCode(code: string): Promise<StoredStatement | undefined> {
      const [found] = await sql<StoredStatement[]>`${stored} where code = ${code}`
      return found
    },
  }
}
