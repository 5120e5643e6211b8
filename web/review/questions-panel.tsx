import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useId, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownMember } from '../../contract/person-names.ts'
import { questionLine } from '../../contract/question-line.ts'
import type { Question, QuestionsToAnswerQuery } from '../../contract/questions.ts'
import { PostedEvidence } from '../entities/evidence/posted-evidence.tsx'
import { TakenBy } from '../entities/inbox/taken-by.tsx'
import { PersonLink } from '../entities/members/person-link.tsx'
import { areForOthers } from '../entities/questions/for-others.ts'
import { MessageForm } from '../entities/questions/message-form.tsx'
import { QuestionCard } from '../entities/questions/question-card.tsx'
import { useQuestions } from '../entities/questions/questions.api.ts'
import { useWantedQuestion } from '../entities/questions/wanted-question.ts'
import { termNameOf } from '../entities/terms/term-name.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { controlLook } from '../ui/field.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { AnswerDialog } from './answer-dialog.tsx'

type Shown = QuestionsToAnswerQuery['state']

const { openFirst, mineFirst, doneFirst, empty, emptyMine, emptyDone, decidedYourself, decidedByLender, needsScore } =
  messages.questions
const counts = { open: openFirst, mine: mineFirst, done: doneFirst } as const
const nothing = { open: empty, mine: emptyMine, done: emptyDone } as const
const obstacles = { decided: decidedYourself, lender: decidedByLender, score: needsScore } as const

/** The questions of members, for those who may answer. A part of Review. */
export function QuestionsPanel({ shown }: { shown: Shown }) {
  const say = useSay()
  const words = messages.questions
  const navigate = useNavigate()
  const { data, isLoadingError, error, isFetching, refetch } = useQuestions(shown)
  // The question is not marked while the list is fetched again: that of a new notice is not in the former list.
  const marked = useWantedQuestion(isFetching ? undefined : data?.questions)
  const show = (questions: Shown) => void navigate({ to: '.', search: { tab: 'review', questions }, replace: true })
  const count =
    data &&
    (shown === 'open' && areForOthers(data)
      ? messages.openQuestions.notYours({ count: data.count })
      : counts[shown]({ number: data.count }))
  return (
    <>
      <PanelHeader title={say(words.title)} summary={count ? say(count) : noSummaryYet}>
        <WhichQuestions shown={shown} onChange={show} />
        <Link to="." search={{ tab: 'review' }} className={buttonLook('plain', 'medium')}>
          <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
          {say(words.backToReview)}
        </Link>
      </PanelHeader>
      {isLoadingError ? (
        <LoadFailure message={say(refusalOf(error) ?? words.loadFailed)} onRetry={refetch} busy={isFetching} />
      ) : data === undefined ? (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : data.questions.length === 0 ? (
        <div className="rounded-lg border border-line bg-card shadow-soft">
          <EmptyState title={say(nothing[shown])}>{shown === 'open' && <p>{say(words.emptyHint)}</p>}</EmptyState>
        </div>
      ) : (
        <>
          <ul className="divide-y divide-line rounded-lg border border-line bg-card shadow-soft">
            {data.questions.map((question) => (
              <li key={question.id}>
                <QuestionCard
                  question={question}
                  heading="h2"
                  about={<About question={question} />}
                  isMarked={question.id === marked}
                >
                  {question.posting && question.state === 'open' && (
                    <div className="mt-3 has-[>:last-child:empty]:hidden">
                      <p className="text-[0.8125rem] text-quiet">{say(words.postingEvidence)}</p>
                      <div className="mt-1 flex flex-wrap items-end gap-1.5">
                        <PostedEvidence
                          posting={{ ...question, ...question.posting, activity_name: question.activity_name ?? '' }}
                          size="medium"
                        />
                      </div>
                    </div>
                  )}
                  {question.state === 'open' && <Answering question={question} />}
                </QuestionCard>
              </li>
            ))}
          </ul>
          {data.count > data.questions.length && (
            <p className="text-sm text-quiet">{say(words.countedPage({ shown: data.questions.length, number: data.count }))}</p>
          )}
        </>
      )}
    </>
  )
}

function WhichQuestions({ shown, onChange }: { shown: Shown; onChange: (shown: Shown) => void }) {
  const say = useSay()
  const words = messages.questions
  return (
    <div className="w-48">
      <select
        aria-label={say(words.which)}
        value={shown}
        onChange={({ target }) => onChange(target.value as Shown)}
        className={controlLook}
      >
        <option value="mine">{say(words.showMine)}</option>
        <option value="open">{say(words.showOpen)}</option>
        <option value="done">{say(words.showDone)}</option>
      </select>
    </div>
  )
}

function About({ question }: { question: Question }) {
  const say = useSay()
  const language = useLanguage()
  const department = localized(language, question, 'department_name') ?? say(messages.departments.unknown)
  return (
    <>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
        <bdi className="font-medium">
          <PersonLink id={question.user_id}>{shownMember(language, question)}</PersonLink>
        </bdi>
        <bdi className="text-quiet">{department}</bdi>
        <bdi className="text-quiet">{termNameOf(question)}</bdi>
      </p>
      <TakenBy taken={question.taken} />
    </>
  )
}

/** The actions of a question. They are disabled with the reason for those who may not answer. All of them may write. */
function Answering({ question }: { question: Question }) {
  const say = useSay()
  const words = messages.questions
  const [open, setOpen] = useState<'accept' | 'decline' | 'message'>()
  const reasonId = useId()
  const language = useLanguage()
  const line = questionLine(language, question)
  const named = { who: shownMember(language, question), line }
  const { obstacle } = question
  const close = () => setOpen(undefined)
  if (open === 'message') return <MessageForm question={question} onClose={close} />
  const refused = { disabled: obstacle !== null, 'aria-describedby': obstacle ? reasonId : undefined }
  return (
    <div className="mt-3">
      {obstacle && (
        <p id={reasonId} className="mb-2 max-w-prose text-sm text-quiet">
          <bdi>{say(obstacles[obstacle])}</bdi>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          look="primary"
          aria-label={say(words.acceptNamed(named))}
          onClick={() => setOpen('accept')}
          className="max-sm:min-h-11"
          {...refused}
        >
          {say(words.accept)}
        </Button>
        <Button
          size="small"
          aria-label={say(words.declineNamed(named))}
          onClick={() => setOpen('decline')}
          className="max-sm:min-h-11"
          {...refused}
        >
          {say(words.decline)}
        </Button>
        <Button size="small" look="ghost" onClick={() => setOpen('message')} className="max-sm:min-h-11">
          {say(words.write)}
        </Button>
      </div>
      {open && <AnswerDialog question={question} kind={open} onClose={close} />}
    </div>
  )
}
