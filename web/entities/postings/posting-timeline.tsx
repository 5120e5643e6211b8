import { useQuery } from '@tanstack/react-query'
import { Clock, CornerUpLeft, FilePlus2, type LucideIcon, MessageCircle, Pencil, ShieldCheck, Undo2 } from 'lucide-react'
import { actorOf } from '../../../contract/audit-sentence.ts'
import { listOf, type Message, messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import { shownName } from '../../../contract/person-names.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import type { HistoryEntry, InCharge } from '../../../contract/posting-history.ts'
import { call, refusalOf } from '../../http/api.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { formatMoment } from '../../ui/dates.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SentenceOfPeople } from '../members/sentence-of-people.tsx'
import { termName } from '../terms/term-name.ts'
import { useTerms } from '../terms/terms.api.ts'
import { postingChanges } from './posting-changes.ts'

function usePostingHistory(id: number) {
  return useQuery({
    queryKey: ['posting-history', id],
    queryFn: () => call('GET /posted-activities/:id/history', { params: { id } }),
    staleTime: 0,
  })
}

/** The steps of a posting and what was written about it, oldest first; below, who has it. */
export function PostingTimeline({ posting }: { posting: PostedActivity }) {
  const say = useSay()
  const { data, isLoadingError, isFetching, error, refetch } = usePostingHistory(posting.id)
  if (isLoadingError) {
    return (
      <LoadFailure
        isPlain
        message={say(refusalOf(error) ?? messages.postingHistory.loadFailed)}
        onRetry={refetch}
        busy={isFetching}
      />
    )
  }
  if (!data) {
    return (
      <p role="status" className="flex items-center gap-3 py-2 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    )
  }
  return (
    <>
      <ol aria-label={say(messages.postingHistory.title)} className="pt-1.5">
        {data.entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {data.in_charge && <WhoHasIt inCharge={data.in_charge} />}
    </>
  )
}

/** Who has a posting that waits, and how long that usually takes. */
function WhoHasIt({ inCharge: { heads, delegates = [], usual_days } }: { inCharge: InCharge }) {
  const say = useSay()
  const language = useLanguage()
  const { withHeads, withOffice, headsOrDelegates, officeOrDelegates, usually } = messages.conversation
  const namesOf = (people: InCharge['heads']) => listOf(people.map((person) => shownName(language, person)))
  function who(): Message {
    const named = { names: namesOf(heads), delegates: namesOf(delegates) }
    if (delegates.length > 0) return heads.length > 0 ? headsOrDelegates(named) : officeOrDelegates(named)
    return heads.length > 0 ? withHeads(named) : withOffice
  }
  const sentences = [who(), ...(usual_days === null ? [] : [usually({ count: usual_days })])]
  return (
    <p className="flex items-start gap-2 py-1 text-quiet">
      <Clock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <bdi>{sentences.map(say).join(' ')}</bdi>
    </p>
  )
}

const { postingHistory: words } = messages
const looks: Readonly<
  Record<
    HistoryEntry['kind'],
    { Icon: LucideIcon; colour: string; sentence: (values: { who: string }) => ReturnType<typeof words.posted> }
  >
> = {
  posted: { Icon: FilePlus2, colour: 'text-brand', sentence: words.posted },
  edited: { Icon: Pencil, colour: 'text-quiet', sentence: words.edited },
  verified: { Icon: ShieldCheck, colour: 'text-good', sentence: words.verified },
  returned: { Icon: CornerUpLeft, colour: 'text-bad rtl:-scale-x-100', sentence: words.returned },
  'taken back': { Icon: Undo2, colour: 'text-quiet rtl:-scale-x-100', sentence: words.takenBack },
  written: { Icon: MessageCircle, colour: 'text-brand', sentence: messages.conversation.wrote },
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const say = useSay()
  const language = useLanguage()
  const { data: terms } = useTerms()
  const { Icon, colour, sentence } = looks[entry.kind]
  const changes = postingChanges(
    say,
    language,
    entry.before,
    entry.after,
    new Map(terms?.map((term) => [term.id, termName(term)])),
  )
  return (
    <li className="group/entry relative flex gap-3 pb-3.5 last:pb-1">
      {/* The line from one step to the next. */}
      <span aria-hidden="true" className="absolute start-[0.6875rem] top-6 bottom-0 w-px bg-line group-last/entry:hidden" />
      <span className="grid size-5.5 shrink-0 place-items-center rounded-full border border-line bg-card">
        <Icon aria-hidden="true" className={`size-3 ${colour}`} />
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <bdi className="font-medium">
            <SentenceOfPeople
              people={[{ id: entry.actor_id, name: actorOf(say, entry) }]}
              sentence={(who) => sentence({ who })}
            />
          </bdi>{' '}
          <time dateTime={entry.at} className="whitespace-nowrap text-[0.8125rem] text-quiet">
            <bdi>{formatMoment(say, entry.at)}</bdi>
          </time>
        </p>
        {entry.reason && (
          <p className="mt-1 border-s-2 border-bad/50 ps-2.5 whitespace-pre-line">
            <bdi>{localized(language, entry, 'reason')}</bdi>
          </p>
        )}
        {entry.text && (
          <p dir="auto" className="mt-1 border-s-2 border-brand/50 ps-2.5 text-as-around whitespace-pre-line">
            {entry.text}
          </p>
        )}
        {changes.length > 0 && (
          <ul className="mt-0.5">
            {changes.map(({ label, text }) => (
              <li key={label}>
                <bdi>{say(messages.general.labelled({ label, value: text }))}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
