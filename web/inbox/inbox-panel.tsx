import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { formatDay } from '../../contract/dates.ts'
import type { InboxLine, InboxReply } from '../../contract/inbox.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { lateReviewDays, pageSize } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import { useInbox } from '../entities/inbox/inbox.api.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState, NextStep } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { formatWhole } from '../ui/numbers.ts'
import { noSummaryYet, PanelHeader } from '../ui/panel.tsx'
import { Line } from './inbox-line.tsx'
import { groupPlaces } from './line-links.ts'
import { TermToDo } from './term-to-do.tsx'

const words = messages.inbox

type GroupOfLines = { count: number; of: number; lines: InboxLine[] }
type Shown = { kind: keyof typeof groupPlaces; title: (values: { count: number }) => Message; dot: string }

/** The groups in the order in which they are urgent. */
const groups: readonly Shown[] = [
  { kind: 'administrators', title: messages.rightsInSettings.toConfirm, dot: 'bg-bad' },
  { kind: 'questions', title: words.questions, dot: 'bg-bad' },
  { kind: 'same_evidence', title: words.sameEvidence, dot: 'bg-bad' },
  { kind: 'late', title: ({ count }) => words.late({ count, days: lateReviewDays }), dot: 'bg-brass' },
  { kind: 'replies', title: words.replies, dot: 'bg-brass' },
  { kind: 'resubmitted', title: words.resubmitted, dot: 'bg-brass' },
  { kind: 'mails', title: words.mails, dot: 'bg-quiet' },
  { kind: 'never_signed_in', title: words.neverSignedIn, dot: 'bg-quiet' },
]

/** What waits for the office, or for a head of department, with who sees to it. */
export function InboxPanel() {
  const say = useSay()
  const { data, isLoadingError, error, isFetching, refetch } = useInbox()
  return (
    <>
      <PanelHeader title={say(messages.panels.inbox)} summary={data ? <Summary inbox={data} /> : noSummaryYet} />
      {isLoadingError ? (
        <LoadFailure message={say(refusalOf(error) ?? words.loadFailed)} onRetry={refetch} busy={isFetching} />
      ) : data ? (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Groups inbox={data} />
          <Beside inbox={data} />
        </div>
      ) : (
        <Loading />
      )}
    </>
  )
}

/** The number of lines, and the next day of a term. */
function Summary({ inbox: { count, days } }: { inbox: InboxReply }) {
  const say = useSay()
  const things = count === 0 ? words.empty : messages.waiting.things({ count })
  const [next] = days.lines
  if (!next) return say(things)
  const day = messages.general.labelled({ label: messages.calendar.labels[next.kind], value: formatDay(say, next.day) })
  return say(words.summaryWithDay({ things, day }))
}

function Groups({ inbox }: { inbox: InboxReply }) {
  const say = useSay()
  if (inbox.count === 0)
    return (
      <div className="rounded-lg border border-line bg-card shadow-soft">
        <EmptyState title={say(words.empty)}>
          <NextStep text={say(words.emptyHint)} />
        </EmptyState>
      </div>
    )
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {groups.map((group) => {
        const lines: GroupOfLines | null | undefined = inbox[group.kind]
        return lines && lines.count > 0 && <Group key={group.kind} {...group} group={lines} />
      })}
    </div>
  )
}

/** The first lines of a group. Of departments all are there, and open on demand; the rest of other groups is in the list behind. */
function Group({ kind, title, dot, group: { count, of, lines } }: Shown & { group: GroupOfLines }) {
  const say = useSay()
  const [isOpen, setIsOpen] = useState(false)
  const first = lines.slice(0, pageSize.inbox)
  const further = lines.length - first.length
  return (
    <Card
      title={say(title({ count: of }))}
      dot={dot}
      more={
        count > first.length && (
          <Link
            to="."
            search={groupPlaces[kind]}
            className="text-sm font-medium whitespace-nowrap text-brand underline-offset-4 hover:underline max-sm:py-2.5"
          >
            {say(words.showAll({ number: formatWhole(of) }))}
          </Link>
        )
      }
    >
      <Lines lines={isOpen ? lines : first} />
      {further > 0 && (
        <div className="border-t border-line px-3 py-2 print:hidden">
          <Button
            look="ghost"
            size="small"
            className="max-sm:min-h-11"
            aria-expanded={isOpen}
            onClick={() => setIsOpen((wasOpen) => !wasOpen)}
          >
            {say(isOpen ? words.fewerDepartments : words.moreDepartments({ count: further }))}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Lines({ lines, isNarrow = false }: { lines: readonly InboxLine[]; isNarrow?: boolean }) {
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <Line key={`${line.kind} ${line.id}`} line={line} isNarrow={isNarrow} />
      ))}
    </ul>
  )
}

/** The days that come, and the current term in numbers. */
function Beside({ inbox: { days, term, to_do } }: { inbox: InboxReply }) {
  const say = useSay()
  const name = localized(useLanguage(), term, 'name')
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {days.lines.length > 0 && (
        <Card title={say(words.days)}>
          <Lines lines={days.lines} isNarrow />
        </Card>
      )}
      {to_do && (
        <Card title={say(words.inTerm({ term: name }))}>
          <TermToDo term={term} toDo={to_do} />
        </Card>
      )}
    </div>
  )
}

type CardProps = { title: string; dot?: string; more?: ReactNode; children: ReactNode }

function Card({ title, dot, more, children }: CardProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="overflow-hidden rounded-lg border border-line bg-card shadow-soft">
      <div className="flex items-center gap-x-3 border-b border-line px-5 py-3">
        {dot && <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />}
        <h2 id={heading} className="min-w-0 grow text-base leading-snug">
          <bdi>{title}</bdi>
        </h2>
        {more}
      </div>
      {children}
    </section>
  )
}

/** The state while loading, about as high as the content that replaces it. */
function Loading() {
  const say = useSay()
  return (
    <>
      <p role="status" className="sr-only">
        {say(messages.general.loading)}
      </p>
      <div aria-hidden="true" className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="h-96 animate-breathe rounded-lg border border-line bg-card" />
        <div className="h-60 animate-breathe rounded-lg border border-line bg-card" />
      </div>
    </>
  )
}
