import { Link } from '@tanstack/react-router'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Question } from '../../contract/questions.ts'
import { useHome } from '../entities/accounts/shown-dashboard.ts'
import { QuestionCard } from '../entities/questions/question-card.tsx'
import { termNameOf } from '../entities/terms/term-name.ts'
import { useSay } from '../language/language.ts'
import { buttonLook } from '../ui/button.tsx'
import { usePersonQuestions } from './person.api.ts'
import { NothingHere, PersonSection, SectionContent } from './person-section.tsx'

const words = messages.person

/** The questions of the person with their threads. They are answered in Review. */
export function PersonQuestions({ id }: { id: number }) {
  const say = useSay()
  return (
    <PersonSection title={say(messages.questions.title)}>
      <Questions id={id} />
    </PersonSection>
  )
}

function Questions({ id }: { id: number }) {
  const say = useSay()
  return (
    <SectionContent query={usePersonQuestions(id)} failed={messages.questions.loadFailed}>
      {({ questions, count }) =>
        questions.length === 0 ? (
          <NothingHere>{say(words.questionsEmpty)}</NothingHere>
        ) : (
          <>
            <ul className="divide-y divide-line">
              {questions.map((question) => (
                <li key={question.id}>
                  <QuestionCard
                    question={question}
                    about={
                      <p className="mt-1 text-sm text-quiet">
                        <bdi>{termNameOf(question)}</bdi>
                      </p>
                    }
                  >
                    <AnswerLink question={question} />
                  </QuestionCard>
                </li>
              ))}
            </ul>
            {count > questions.length && (
              <p className="border-t border-line px-4 py-3 text-sm text-quiet sm:px-5">
                {say(words.questionsShown({ shown: questions.length, number: count }))}
              </p>
            )}
          </>
        )
      }
    </SectionContent>
  )
}

function AnswerLink({ question: { id, state, term_status, obstacle } }: { question: Question }) {
  const say = useSay()
  const home = useHome()
  if (state !== 'open' || term_status !== 'open' || obstacle !== null) return null
  return (
    <p className="mt-3">
      <Link to={home} search={{ tab: 'review', questions: 'open', question: id }} className={buttonLook('plain', 'small')}>
        {say(words.openQuestion)}
      </Link>
    </p>
  )
}
