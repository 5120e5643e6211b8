import { type ReactNode, useEffect, useRef, useState } from 'react'
import { accountName } from '../../../contract/account-names.ts'
import { formatDay } from '../../../contract/dates.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { shownMember } from '../../../contract/person-names.ts'
import { formatPoints } from '../../../contract/points.ts'
import { questionLine } from '../../../contract/question-line.ts'
import type { Question, QuestionMessage } from '../../../contract/questions.ts'
import { alertFailure } from '../../http/alerts.ts'
import { addressOf, call } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/dates.ts'
import { countPoints } from '../grades/count-points.ts'
import { SentenceOfPeople } from '../members/sentence-of-people.tsx'
import { questionId } from './question-button.tsx'

const PictureViewer = lazyComponent(() => import('../../ui/picture-viewer.tsx'), 'PictureViewer')

const looks = { open: 'plain', accepted: 'good', declined: 'bad', withdrawn: 'plain', unanswered: 'plain' } as const

type Props = {
  question: Question
  /** The name of the member and the department, for those who answer. */
  about?: ReactNode
  /** The level of the heading: below that of the panel or of a section. */
  heading?: 'h2' | 'h3'
  /** Whether a link led to this question. */
  isMarked?: boolean
  /** The actions for the question. */
  children?: ReactNode
}

/** One question with its thread: the same for both sides. */
export function QuestionCard({ question, about, heading: Heading = 'h3', isMarked = false, children }: Props) {
  const say = useSay()
  const { state } = question
  const language = useLanguage()
  const line = questionLine(language, question)
  // Members read their own questions.
  const asker = about ? question.user_id : null
  return (
    <article
      id={questionId(question)}
      tabIndex={-1}
      data-marked={isMarked || undefined}
      aria-labelledby={`${questionId(question)}-line`}
      className="scroll-mt-3 px-4 py-4 outline-none data-marked:bg-brand-soft sm:px-5"
    >
      <header className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Heading
          id={`${questionId(question)}-line`}
          className="min-w-0 font-sans text-[0.9375rem] leading-snug font-medium wrap-anywhere"
        >
          <bdi>{typeof line === 'string' ? line : say(line)}</bdi>
        </Heading>
        <Badge look={looks[state]}>{say(messages.questions.states[state])}</Badge>
      </header>
      {about}
      <Facts question={question} />
      {question.last_resort && (
        <p className="mt-2 max-w-prose text-sm text-quiet">
          <bdi>{say(state === 'open' ? messages.questions.lastResort : messages.questions.lastResortAnswered)}</bdi>
        </p>
      )}
      <ol className="mt-3 space-y-3">
        <Entry
          who={
            <SentenceOfPeople
              people={[{ id: asker, name: shownMember(language, question) }]}
              sentence={(who) => messages.questions.askedBy({ who, day: formatMoment(say, question.asked_at) })}
            />
          }
          text={question.text}
        >
          <Evidence question={question} />
        </Entry>
        <Messages question={question} asker={asker} />
        {question.answer && (
          <Entry
            isOffice
            who={
              <SentenceOfPeople
                people={[{ id: question.answered_by_id, name: accountName(say, question.answered_by_name ?? '') }]}
                sentence={(who) => messages.questions.answeredBy({ who, day: formatMoment(say, question.answered_at ?? '') })}
              />
            }
            text={question.answer}
          >
            {question.accepted_value !== null && (
              <p className="mt-1 font-medium">
                <bdi>{say(messages.questions.newScore({ points: formatPoints(question.accepted_value) }))}</bdi>
              </p>
            )}
          </Entry>
        )}
      </ol>
      {children}
    </article>
  )
}

/** The newest messages come with the question, earlier ones on request. A message never changes: loaded ones stay. */
function Messages({ question, asker }: { question: Question; asker: number | null }) {
  const say = useSay()
  const [loaded, setLoaded] = useState<readonly QuestionMessage[]>([])
  const [focused, setFocused] = useState<number>()
  const [isBusy, setIsBusy] = useState(false)
  const [first] = question.messages
  const shown = [...loaded.filter(({ id }) => !first || id < first.id), ...question.messages]

  async function loadEarlier(before: number) {
    setIsBusy(true)
    try {
      const { messages: earlier } = await call('GET /questions/messages/:id', { params: { id: question.id }, query: { before } })
      // The shown messages are stored, too: a message that is written meanwhile pushes them out of the newest.
      setLoaded([...earlier, ...shown])
      // The focus moves to the loaded messages, because the button moves up or disappears.
      setFocused(earlier.at(-1)?.id)
    } catch (error) {
      alertFailure(error, messages.questions.loadFailed)
    }
    setIsBusy(false)
  }

  const [oldest] = shown
  return (
    <>
      {oldest && shown.length < (question.message_count ?? 0) && (
        <li>
          <Button size="small" busy={isBusy} onClick={() => void loadEarlier(oldest.id)} className="max-sm:min-h-11">
            {say(messages.questions.showEarlier)}
          </Button>
        </li>
      )}
      {shown.map(({ id, author_name, author_id, is_member, text, created_at }) => {
        const day = formatMoment(say, created_at)
        const who = (
          <SentenceOfPeople
            // The server tells those of the office by id to readers who have their pages: members read the thread, too.
            people={[{ id: is_member ? asker : author_id, name: accountName(say, author_name) }]}
            sentence={(name) => (is_member ? messages.questions.askedBy : messages.questions.byOffice)({ who: name, day })}
          />
        )
        return <Entry key={id} who={who} text={text} isOffice={!is_member} isFocused={id === focused} />
      })}
    </>
  )
}

/** The questioned line as it is now, while it is undecided. */
function Facts({ question }: { question: Question }) {
  const say = useSay()
  const language = useLanguage()
  const { posting, subject, current_value, decided_by_name, decided_by_id, state } = question
  if (state !== 'open') return null
  const { scoreNow, postingNow, decidedBy } = messages.questions
  const isScore = subject === 'tp' || subject === 'fb'
  const facts: (string | Message)[] = [
    ...(posting ? [formatDay(say, posting.starting_date), countPoints(posting.score)] : []),
    ...(posting ? [postingNow({ state: messages.statements.states[posting.state] })] : []),
    ...(isScore ? [scoreNow({ points: current_value === null ? messages.scoring.notSet : formatPoints(current_value) })] : []),
  ]
  return (
    <>
      {(facts.length > 0 || decided_by_name) && (
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm text-quiet">
          {facts.map((fact) => {
            const text = typeof fact === 'string' ? fact : say(fact)
            return <bdi key={text}>{text}</bdi>
          })}
          {decided_by_name && (
            <bdi>
              <SentenceOfPeople
                people={[{ id: decided_by_id, name: accountName(say, decided_by_name) }]}
                sentence={(who) => decidedBy({ who })}
              />
            </bdi>
          )}
        </p>
      )}
      {posting?.returned_reason && (
        <p className="mt-1.5 border-s-2 border-bad/50 ps-2.5 text-sm whitespace-pre-line wrap-anywhere">
          <bdi>{localized(language, posting, 'returned_reason')}</bdi>
        </p>
      )}
    </>
  )
}

function Entry({
  who,
  text,
  isOffice = false,
  isFocused = false,
  children,
}: {
  who: ReactNode
  text: string
  isOffice?: boolean
  isFocused?: boolean
  children?: ReactNode
}) {
  const entry = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isFocused) entry.current?.focus()
  }, [isFocused])
  return (
    <li ref={entry} tabIndex={-1} className={`border-s-2 ps-3 text-sm outline-none ${isOffice ? 'border-brass' : 'border-line'}`}>
      <p className="text-[0.8125rem] text-quiet">
        <bdi>{who}</bdi>
      </p>
      <p dir="auto" className="mt-0.5 text-as-around whitespace-pre-line wrap-anywhere">
        {text}
      </p>
      {children}
    </li>
  )
}

function Evidence({ question }: { question: Question }) {
  const say = useSay()
  const { link, image_id, asked_at } = question
  const member = shownMember(useLanguage(), question)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  if (!link && !image_id) return null
  const look = 'inline-flex relative touch-area min-h-6 items-center font-medium text-brand underline underline-offset-2'
  const { viewLink, viewImage, imageOf } = messages.questions
  return (
    <p className="mt-1 flex flex-wrap gap-x-4">
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer" title={link} className={look}>
          {say(viewLink)}
        </a>
      )}
      {image_id && (
        <button type="button" onClick={() => setIsOpen(true)} className={`${look} cursor-pointer`}>
          {say(viewImage)}
        </button>
      )}
      {image_id && isOpen && (
        <LazyBoundary onFailure={close}>
          <PictureViewer
            title={member}
            pictures={[
              {
                address: addressOf('GET /uploads/questions/:image_id.jpg', { params: { image_id } }),
                description: say(imageOf({ who: member })),
                caption: formatMoment(say, asked_at),
              },
            ]}
            start={0}
            onClose={close}
          />
        </LazyBoundary>
      )}
    </p>
  )
}
