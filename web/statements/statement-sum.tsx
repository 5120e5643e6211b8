import { activityTypes, scoreOfType, typeName } from '../../contract/codes.ts'
import { type Grade, grades, hasNothingYet, noGrade } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { formatPoints, isSet } from '../../contract/points.ts'
import type { Statement } from '../../contract/statements.ts'
import { GradeBadge } from '../entities/grades/grade-badge.tsx'
import { useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'
import { StatementNumber, StatementPoints } from './statement-number.tsx'

/** The five parts and their sum, written as an addition, and both resulting grades. */
export function StatementSum({ statement }: { statement: Statement }) {
  const say = useSay()
  const { sums, with_feedback, without_feedback, member, tp, fb } = statement
  const { currentWhere, withFeedbackWhere } = messages.statements
  const currentRead = currentWhere[useSession()?.id === member.id ? 'member' : 'others']
  const { current, withFeedback, whyTwo } = messages.grading
  const posted_count = statement.lines.length + statement.over_limit.length + statement.returned.length
  const nothingYet = hasNothingYet({ tp_set: isSet(tp), fb_set: isSet(fb), posted_count })
  const parts = [
    ...activityTypes.map((type) => ({
      subject: scoreOfType[type],
      label: typeName(type),
      points: sums[scoreOfType[type]],
    })),
    { subject: 'tp', label: messages.statements.teacherPoints, points: isSet(tp) ? sums.tp : undefined },
    { subject: 'fb', label: messages.statements.feedback, points: isSet(fb) ? sums.fb : undefined },
  ] as const
  return (
    <section aria-label={say(messages.statements.howItAddsUp)} className="px-4 pb-6 @max-xs/page:px-2 sm:px-8 print:px-0">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,100%),1fr))] gap-x-4 gap-y-3 rounded-lg bg-sunk px-6 py-3.5 @max-xs/page:px-5 sm:grid-cols-6 print:grid-cols-6 print:border print:border-line">
        {parts.map((part, index) => (
          <div key={part.subject} className="relative">
            <dt className="text-[0.8125rem] text-quiet">{say(part.label)}</dt>
            <dd className="font-serif text-xl font-semibold">
              <StatementPoints {...part} />
            </dd>
            {index > 0 && <Sign>+</Sign>}
          </div>
        ))}
        <div className="relative">
          <dt className="text-[0.8125rem] text-quiet">{say(messages.statements.total)}</dt>
          <dd className="font-serif text-xl font-semibold">
            <StatementPoints subject="total_score" label={messages.statements.total} points={sums.total_score} />
          </dd>
          <Sign>=</Sign>
        </div>
      </dl>
      <div className="mt-3 grid grid-cols-1 gap-3 sm:grid-cols-2 print:grid-cols-2">
        <GradeNote subject="grade" title={current} where={currentRead} nothingYet={nothingYet} {...without_feedback} />
        <GradeNote
          subject="grade_with_feedback"
          title={withFeedback}
          where={withFeedbackWhere}
          nothingYet={nothingYet}
          {...with_feedback}
        />
      </div>
      <p className="mt-2.5 text-[0.8125rem] text-quiet">
        <bdi>{say(with_feedback.grade === noGrade ? messages.statements.noGrade : whyTwo)}</bdi>
      </p>
    </section>
  )
}

/** The sign between the parts. It is visual only: the list is clear without it. */
function Sign({ children }: { children: string }) {
  return (
    <dd aria-hidden="true" className="absolute -start-3.5 bottom-0.5 text-quiet">
      {children}
    </dd>
  )
}

type GradeNoteProps = {
  subject: 'grade' | 'grade_with_feedback'
  title: Message
  where: Message
  nothingYet: boolean
  points: number
  grade: string
}

function GradeNote({ subject, title, where, nothingYet, points, grade }: GradeNoteProps) {
  const say = useSay()
  const known: Grade | typeof noGrade = grades.find((other) => other === grade) ?? noGrade
  return (
    <div className="relative flex items-center gap-3.5 rounded-lg border border-line px-4 py-3 @max-xs/page:flex-col @max-xs/page:items-start @max-xs/page:px-2 print:[print-color-adjust:exact]">
      <GradeBadge grade={known} nothingYet={nothingYet} large />
      <div className="min-w-0">
        {/* The title is narrow on a phone, so that the longer name has two lines whether its font has loaded or not. */}
        <p className="font-semibold max-sm:max-w-48">
          <StatementNumber subject={subject} label={title} value={grade}>
            {(look) => (
              <bdi className={look}>{say(messages.general.labelled({ label: title, value: formatPoints(points) }))}</bdi>
            )}
          </StatementNumber>
        </p>
        <p className="text-[0.8125rem] leading-snug text-quiet">
          <bdi>{say(nothingYet ? messages.grading.nothingYet : where)}</bdi>
        </p>
      </div>
    </div>
  )
}
