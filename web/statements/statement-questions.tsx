import { accountName } from '../../contract/account-names.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { questionLine } from '../../contract/question-line.ts'
import type { Statement, StatementQuestion } from '../../contract/statements.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Badge } from '../ui/badge.tsx'
import { dayOf } from '../ui/dates.ts'

const looks = { open: 'plain', accepted: 'good', declined: 'bad', unanswered: 'plain' } as const

/** The questions of the member in the term, and their answers. */
export function StatementQuestions({ statement: { questions } }: { statement: Statement }) {
  const say = useSay()
  if (questions.length === 0) return null
  return (
    <section
      aria-labelledby="questions"
      className="border-t border-line px-4 pt-5 pb-4 sm:px-8 print:break-inside-avoid print:px-0"
    >
      <h2 id="questions" className="text-lg">
        {say(messages.questions.statementTitle)}
      </h2>
      <p className="text-[0.8125rem] text-quiet">
        <bdi>{say(messages.questions.statementHint)}</bdi>
      </p>
      <ul className="mt-2 divide-y divide-line/60 text-sm">
        {questions.map((question) => (
          <Asked key={`${question.asked_at} ${question.subject} ${question.text}`} question={question} />
        ))}
      </ul>
    </section>
  )
}

function Asked({ question }: { question: StatementQuestion }) {
  const say = useSay()
  const line = questionLine(useLanguage(), question)
  const { text, asked_at, state, answer, answered_at, answered_by } = question
  const day = (moment: string) => formatDay(say, dayOf(new Date(moment)))
  return (
    <li className="py-2.5 print:break-inside-avoid">
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <bdi className="font-medium">{typeof line === 'string' ? line : say(line)}</bdi>
        <Badge look={looks[state]}>{say(messages.questions.states[state])}</Badge>
        <bdi className="text-[0.8125rem] text-quiet">{say(messages.questions.askedOn({ day: day(asked_at) }))}</bdi>
      </p>
      <p dir="auto" className="mt-1 text-as-around whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      {answer && answered_at && (
        <div className="mt-1.5 border-s-2 border-brass ps-3">
          <p className="text-[0.8125rem] text-quiet">
            <bdi>{say(messages.questions.answeredBy({ who: accountName(say, answered_by ?? ''), day: day(answered_at) }))}</bdi>
          </p>
          <p dir="auto" className="text-as-around whitespace-pre-line wrap-anywhere">
            {answer}
          </p>
        </div>
      )}
    </li>
  )
}
