import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { OverviewReply, ToDo } from '../../contract/overview.ts'
import { useSay } from '../language/language.ts'
import { formatWhole } from '../ui/numbers.ts'
import { linkToStaff } from './staff-link.ts'

type Card = {
  key: keyof ToDo
  label: Message
  note: Message
  /** The text instead of a zero. */
  nothing: Message
  /** The number in words, as the name of the link. */
  words: (values: { count: number }) => Message
  link: LinkProps
}

function cardsOf({ id }: OverviewReply['term']): Card[] {
  const { toDo, scoring, overview, questions } = messages
  return [
    {
      key: 'to_review',
      label: toDo.review,
      note: toDo.reviewNote,
      nothing: toDo.nothingToReview,
      words: toDo.reviewCount,
      link: { to: '.', search: { tab: 'review', term: id } },
    },
    {
      key: 'questions',
      label: toDo.questions,
      note: toDo.questionsNote,
      nothing: toDo.noQuestions,
      words: questions.toAnswer,
      link: { to: '.', search: { tab: 'review', questions: 'mine' } },
    },
    {
      key: 'not_scored',
      label: toDo.notScored,
      note: toDo.notScoredNote,
      nothing: toDo.allScored,
      words: toDo.notScoredCount,
      link: linkToStaff(id, { unset: 'any' }),
    },
    {
      key: 'no_password',
      label: toDo.noPassword,
      note: toDo.noPasswordNote,
      nothing: toDo.allHavePassword,
      words: toDo.noPasswordCount,
      link: { to: '.', search: { tab: 'users', signed_in: 'no-password' } },
    },
    {
      key: 'posted_nothing',
      label: scoring.postedNothing,
      note: toDo.postedNothingNote,
      nothing: toDo.allPosted,
      words: overview.membersPostedNothing,
      link: linkToStaff(id, { posted: 'nothing' }),
    },
  ]
}

/** The to-dos of the term. A card without a number is not for this user. */
export function ToDoCards({ term, toDo }: { term: OverviewReply['term']; toDo: ToDo }) {
  const say = useSay()
  const heading = useId()
  const cards = cardsOf(term).flatMap((card) => {
    const count = toDo[card.key]
    return count === null ? [] : [{ ...card, count }]
  })
  return (
    <section aria-labelledby={heading} className="print:hidden">
      <h2 id={heading} className="sr-only">
        {say(messages.toDo.title)}
      </h2>
      <ul
        className={`grid gap-2.5 max-sm:grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] sm:grid-cols-2 sm:gap-3 ${cards.length > 4 ? 'sm:grid-cols-3 lg:grid-cols-5' : cards.length > 3 ? 'lg:grid-cols-4' : 'sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none'}`}
      >
        {cards.map(({ key, label, note, nothing, words, link, count }) => (
          <li
            key={key}
            className={`relative flex flex-col rounded-lg border px-4 py-3 ${count === 0 ? 'border-line bg-sunk' : 'border-line border-s-3 border-s-brass bg-card shadow-soft hover:border-edge hover:border-s-brass'}`}
          >
            <p className="text-[0.8125rem] text-quiet">{say(label)}</p>
            {count === 0 ? (
              <p className="mt-1 flex min-h-8 items-center gap-2 text-sm">
                <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
                {say(nothing)}
              </p>
            ) : (
              <>
                <p className="mt-1 font-serif text-2xl leading-8 font-semibold">
                  {/* The link covers the whole card. */}
                  <Link
                    {...link}
                    aria-label={say(words({ count }))}
                    className="after:absolute after:inset-0 after:rounded-lg hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
                  >
                    {formatWhole(count)}
                  </Link>
                </p>
                <p className="text-[0.8125rem] leading-snug text-quiet">
                  <bdi>{say(note)}</bdi>
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
