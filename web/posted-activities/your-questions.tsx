import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { questionLine } from '../../contract/question-line.ts'
import type { Question } from '../../contract/questions.ts'
import type { Term } from '../../contract/terms.ts'
import { MessageForm } from '../entities/questions/message-form.tsx'
import { QuestionButton } from '../entities/questions/question-button.tsx'
import { QuestionCard } from '../entities/questions/question-card.tsx'
import { useOwnQuestions, useWithdrawQuestion } from '../entities/questions/questions.api.ts'
import { useWantedQuestion } from '../entities/questions/wanted-question.ts'
import { isOver, useOwnDay } from '../entities/terms/own-days.ts'
import { useTermOf } from '../entities/terms/terms.api.ts'
import { alertFailure } from '../http/alerts.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { today } from '../ui/dates.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { toast } from '../ui/toast.tsx'

/** The questions of the member in the term, with their threads. */
export function YourQuestions({ term }: { term: Term | undefined }) {
  const say = useSay()
  const words = messages.questions
  const { data, isLoadingError, isFetching, refetch } = useOwnQuestions()
  // The questions are undefined until the term is known: a link to a question would find none.
  const questions = term && data?.filter(({ term_id }) => term_id === term.id)
  const marked = useWantedQuestion(questions)
  return (
    <section aria-labelledby="your-questions" className="rounded-lg border border-line bg-card shadow-soft">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 px-4 py-3.5 sm:px-5">
        <div className="min-w-0">
          <h2 id="your-questions" className="text-lg">
            {say(words.yours)}
          </h2>
          <p className="mt-0.5 max-w-prose text-sm text-quiet">
            <bdi>{say(words.yoursHint)}</bdi>
          </p>
        </div>
        <QuestionButton subject="missing" termId={term?.id} look="words" />
      </div>
      {isLoadingError ? (
        <div className="px-4 pb-4 sm:px-5">
          <LoadFailure isPlain message={say(words.loadFailed)} onRetry={refetch} busy={isFetching} />
        </div>
      ) : questions === undefined ? null : questions.length === 0 ? (
        <p className="border-t border-line px-4 py-4 text-sm text-quiet sm:px-5">
          <bdi>{say(words.yoursEmpty)}</bdi>
        </p>
      ) : (
        <ul className="divide-y divide-line border-t border-line">
          {questions.map((question) => (
            <li key={question.id}>
              <QuestionCard question={question} isMarked={question.id === marked}>
                {question.state === 'open' && question.term_status === 'open' && <OwnActions question={question} />}
              </QuestionCard>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OwnActions({ question }: { question: Question }) {
  const say = useSay()
  const language = useLanguage()
  const words = messages.questions
  const [open, setOpen] = useState<'message' | 'withdraw'>()
  const { mutate: withdraw, isPending } = useWithdrawQuestion()
  const close = () => setOpen(undefined)
  const ownDay = useOwnDay()
  const term = useTermOf(question.term_id)
  const mayWrite = !term || !isOver(ownDay(term, 'questions'), today())

  function confirm() {
    withdraw(question, {
      onSuccess: () => toast(words.withdrawn),
      onError: (error) => alertFailure(error, words.saveFailed),
      onSettled: close,
    })
  }

  if (open === 'message') return <MessageForm question={question} onClose={close} />
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {mayWrite && (
        <Button size="small" onClick={() => setOpen('message')} className="max-sm:min-h-11">
          {say(words.write)}
        </Button>
      )}
      <Button
        size="small"
        aria-label={say(words.withdrawNamed({ line: questionLine(language, question) }))}
        onClick={() => setOpen('withdraw')}
        className="max-sm:min-h-11"
      >
        {say(words.withdraw)}
      </Button>
      <ConfirmDialog
        open={open === 'withdraw'}
        question={say(words.withdrawQuestion)}
        consequence={say(words.withdrawConsequence)}
        confirmLabel={say(words.withdraw)}
        busy={isPending}
        onConfirm={confirm}
        onCancel={close}
      />
    </div>
  )
}
