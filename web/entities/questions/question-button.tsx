import { MessageCircleQuestion } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { questionLine } from '../../../contract/question-line.ts'
import type { QuestionSubject } from '../../../contract/questions.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { today } from '../../ui/dates.ts'
import { isOver, useOwnDay } from '../terms/own-days.ts'
import { useTermOf } from '../terms/terms.api.ts'
import { useOwnQuestions } from './questions.api.ts'

const AskDialog = lazyComponent(() => import('./ask-dialog.tsx'), 'AskDialog')

type Props = {
  subject: QuestionSubject
  posting?: PostedActivity
  /** The term, or undefined for the current one. */
  termId: number | undefined
  /** The look of the button: in the corner of a card there is room for the icon only. */
  look: 'words' | 'icon'
}

/**
 * The button to question one line of the member's own score. While it is questioned, the button leads to the thread. In a closed term there
 * is none.
 */
export function QuestionButton({ subject, posting, termId, look }: Props) {
  const say = useSay()
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const { data: questions } = useOwnQuestions()
  const term = useTermOf(termId)
  const ownDay = useOwnDay()
  // The questions are newest first.
  const last = questions?.find(
    (question) =>
      question.subject === subject &&
      question.term_id === term?.id &&
      (subject !== 'posting' || question.posting?.id === posting?.id),
  )
  const open = last?.state === 'open' ? last : undefined
  // A question that ended with a closing was asked in time, and may be asked again.
  const isTooLate = term !== undefined && isOver(ownDay(term, 'questions'), today()) && last?.state !== 'unanswered'
  if ((term?.status === 'closed' || isTooLate) && !open) return null

  const line = questionLine(language, { ...posting, subject })
  const { questionThis, questionNamed, isQuestioned, isQuestionedNamed, somethingMissing } = messages.questions
  const words = open ? isQuestioned : subject === 'missing' ? somethingMissing : questionThis
  const name = say(open ? isQuestionedNamed({ line }) : subject === 'missing' ? somethingMissing : questionNamed({ line }))

  function press() {
    if (!open) return setIsOpen(true)
    const thread = document.getElementById(questionId(open))
    thread?.scrollIntoView({ block: 'center' })
    thread?.focus({ preventScroll: true })
  }

  return (
    <>
      <button
        type="button"
        aria-label={name}
        title={look === 'icon' ? name : undefined}
        onClick={press}
        onPointerEnter={() => void AskDialog.preload?.()}
        className={
          look === 'icon'
            ? `absolute end-1 top-1 grid touch-area size-8 cursor-pointer place-items-center rounded-md hover:bg-sunk hover:text-ink ${open ? 'text-brass' : 'text-quiet'}`
            : 'inline-flex min-h-8 max-sm:min-h-11 cursor-pointer items-center gap-1.5 rounded-md text-[0.8125rem] font-medium text-brand underline-offset-2 hover:underline'
        }
      >
        <MessageCircleQuestion aria-hidden="true" className={look === 'icon' ? 'size-4' : 'size-3.5 shrink-0'} />
        {look === 'words' && <bdi aria-hidden="true">{say(words)}</bdi>}
      </button>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <AskDialog subject={subject} posting={posting} term={term} onClose={() => setIsOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}

/** The element of a question in the list. */
export function questionId({ id }: { id: number }) {
  return `question-${id}`
}
