import { useQuery } from '@tanstack/react-query'
import { CornerUpLeft, FilePlus2, type LucideIcon, Pencil, ShieldCheck, Undo2 } from 'lucide-react'
import { actorOf } from '../../../contract/audit-sentence.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import type { HistoryEntry } from '../../../contract/posting-history.ts'
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
    queryFn: async () => (await call('GET /posted-activities/:id/history', { params: { id } })).entries,
    staleTime: 0,
  })
}

/** The steps of a posting, oldest first. */
export function PostingTimeline({ id }: { id: number }) {
  const say = useSay()
  const { data: entries, isLoadingError, isFetching, error, refetch } = usePostingHistory(id)
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
  if (!entries) {
    return (
      <p role="status" className="flex items-center gap-3 py-2 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    )
  }
  return (
    <ol aria-label={say(messages.postingHistory.title)} className="pt-1.5">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </ol>
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
