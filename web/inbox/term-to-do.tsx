import { Link, type LinkProps } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { TermName, ToDo } from '../../contract/overview.ts'
import { useSay } from '../language/language.ts'
import { formatWhole } from '../ui/numbers.ts'

type Entry = {
  key: Exclude<keyof ToDo, 'questions' | 'members'>
  label: Message
  /** The text instead of a zero. */
  nothing: Message
  /** The number in words, as the name of the link. */
  words: (values: { count: number }) => Message
  search: Extract<LinkProps['search'], object>
}

/** What is about members. Without any, one of these says so. */
const ofMembers: readonly Entry['key'][] = ['not_scored', 'posted_nothing']

function entriesOf(term: number): Entry[] {
  const { toDo, scoring, overview } = messages
  return [
    {
      key: 'to_review',
      label: toDo.review,
      nothing: toDo.nothingToReview,
      words: toDo.reviewCount,
      search: { tab: 'review', term },
    },
    {
      key: 'not_scored',
      label: toDo.notScored,
      nothing: toDo.allScored,
      words: toDo.notScoredCount,
      search: { tab: 'staff', term, unset: 'any' },
    },
    {
      key: 'no_password',
      label: toDo.noPassword,
      nothing: toDo.allHavePassword,
      words: toDo.noPasswordCount,
      search: { tab: 'users', signed_in: 'no-password' },
    },
    {
      key: 'posted_nothing',
      label: scoring.postedNothing,
      nothing: toDo.allPosted,
      words: overview.membersPostedNothing,
      search: { tab: 'staff', term, posted: 'nothing' },
    },
  ]
}

/** The current term in numbers, each the way to its list. A number that is missing is not for this user. */
export function TermToDo({ term, toDo }: { term: TermName; toDo: ToDo }) {
  const say = useSay()
  const entries = entriesOf(term.id).flatMap((entry) => {
    const count = toDo[entry.key]
    return count === null ? [] : [{ ...entry, count }]
  })
  const first = entries.find(({ key }) => ofMembers.includes(key))
  const shown =
    toDo.members !== 0
      ? entries
      : entries.flatMap((entry) =>
          entry === first ? { ...entry, nothing: messages.toDo.noMembers } : ofMembers.includes(entry.key) ? [] : entry,
        )
  return (
    <ul className="divide-y divide-line">
      {shown.map(({ key, label, nothing, words, search, count }) => (
        <li key={key} className="relative flex min-h-11 items-center justify-between gap-3 px-5 py-2 text-sm">
          {count === 0 ? (
            <p className="flex items-center gap-2 text-quiet">
              <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
              {say(nothing)}
            </p>
          ) : (
            <>
              <span>{say(label)}</span>
              {/* The link covers the whole row. */}
              <Link
                to="."
                search={search}
                aria-label={say(words({ count }))}
                className="font-serif text-lg font-semibold tabular-nums after:absolute after:inset-0 hover:underline focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
              >
                {formatWhole(count)}
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
