import type { DayLine, InboxReply, QuestionLine } from '../../contract/inbox.ts'
import { inboxDays, pageSize } from '../../contract/limits.ts'
import { daysBetween, type TermDay, termDays } from '../../contract/term-days.ts'
import type { Sql } from '../../database/connect.ts'
import { calendarAddresses } from '../calendar/addresses.queries.ts'
import { overview } from '../overview/overview.queries.ts'
import { readToDo } from '../overview/to-do.ts'
import { can, isAdmin, type Viewer } from '../policy/policy.ts'
import { questions } from '../questions/questions.queries.ts'
import { type Counts, inbox, takes } from './inbox.queries.ts'

const mine = { state: 'mine' } as const

/** The number in the sidebar: that of the lines in all groups, without the days, which pass by themselves. */
export async function countInbox(sql: Sql, viewer: Viewer): Promise<number> {
  const [asked, counts] = await Promise.all([questions(sql).count(mine, viewer), inbox(sql, viewer).counts()])
  return linesOf(counts) + asked
}

const linesOf = ({ resubmitted, replies, same_evidence, late, never_signed_in, mails, administrators }: Counts) =>
  resubmitted + replies + same_evidence + late + never_signed_in + mails + administrators

export async function readInbox(sql: Sql, viewer: Viewer): Promise<InboxReply> {
  const own = inbox(sql, viewer)
  const accounts = isAdmin(viewer)
  const gives = can(viewer, 'give-rights')
  const [
    counts,
    asked,
    questionLines,
    resubmitted,
    replies,
    sameEvidence,
    late,
    neverSignedIn,
    mails,
    administrators,
    days,
    current,
  ] = await Promise.all([
    own.counts(),
    questions(sql).count(mine, viewer),
    readQuestions(sql, viewer),
    own.resubmitted(),
    own.replies(),
    own.sameEvidence(),
    own.late(),
    accounts ? own.neverSignedIn() : [],
    accounts ? own.mails() : [],
    gives ? own.administrators() : [],
    readDays(sql, viewer),
    readTerm(sql, viewer),
  ])
  const group = <Line>(lines: Line[], count: number, of = count) => ({ count, of, lines })
  return {
    count: linesOf(counts) + asked,
    questions: group(questionLines, asked),
    resubmitted: group(resubmitted, counts.resubmitted),
    replies: group(replies, counts.replies),
    same_evidence: group(sameEvidence, counts.same_evidence),
    late: group(late, counts.late, counts.late_postings),
    never_signed_in: accounts ? group(neverSignedIn, counts.never_signed_in, counts.never_signed_in_members) : null,
    mails: accounts ? group(mails, counts.mails) : null,
    administrators: gives ? group(administrators, counts.administrators) : null,
    days: group(days, days.length),
    ...current,
  }
}

async function readQuestions(sql: Sql, viewer: Viewer): Promise<QuestionLine[]> {
  const found = await questions(sql).page(mine, viewer, pageSize.inbox)
  const taken = await takes(sql).ofKind(
    ['question'],
    found.map(({ id }) => id),
  )
  return found.map(({ id, user_id, member_name, member_other_name, department_name, department_names, ...question }) => ({
    kind: 'question',
    id,
    taken: taken.get(`question ${id}`) ?? null,
    user_id,
    member_name,
    member_other_name: member_other_name ?? null,
    department: department_name === null ? null : { name: department_name, names: department_names ?? {} },
    subject: question.subject,
    activity_name: question.activity_name,
    activity_names: question.activity_names,
    since: question.asked_at,
  }))
}

/** The days of what somebody does to whom Review was lent. */
const daysOfReview: readonly TermDay[] = ['review_until', 'questions_until']

/** The days of open terms as the calendar of the viewer has them, the next one first. */
async function readDays(sql: Sql, viewer: Viewer): Promise<DayLine[]> {
  const [today, terms] = await Promise.all([inbox(sql, viewer).today(), calendarAddresses(sql).termsOf(viewer.id)])
  const kinds = can(viewer, 'see-members') ? termDays : daysOfReview
  const coming = terms.flatMap((term) =>
    kinds.flatMap((kind) => {
      const day = term[kind]
      if (day === null) return []
      const left = daysBetween(today, day)
      const { id, name, names } = term
      return left < 0 || left > inboxDays ? [] : [{ kind, id, term: { id, name, names }, day, left }]
    }),
  )
  const taken = await takes(sql).ofKind(
    termDays,
    coming.map(({ id }) => id),
  )
  return coming
    .toSorted((one, other) => one.left - other.left)
    .map((line) => ({ ...line, taken: taken.get(`${line.kind} ${line.id}`) ?? null }))
}

async function readTerm(sql: Sql, viewer: Viewer): Promise<Pick<InboxReply, 'term' | 'to_do'>> {
  const queries = overview(sql)
  const { is_closed, ...term } = await queries.term(undefined)
  if (is_closed) return { term, to_do: null }
  return { term, to_do: await readToDo(sql, viewer, term.id, await queries.cells(viewer, [term.id])) }
}
