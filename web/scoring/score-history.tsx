import { actorOf } from '../../contract/audit-sentence.ts'
import { changesOf, valuesOf } from '../../contract/audit-values.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useAudit } from '../entities/audit/audit.api.ts'
import { ShowMore } from '../entities/audit/show-more.tsx'
import { SentenceOfPeople } from '../entities/members/sentence-of-people.tsx'
import { termName } from '../entities/terms/term-name.ts'
import { useTerms } from '../entities/terms/terms.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { formatMoment } from '../ui/dates.ts'
import { DialogSection } from '../ui/dialog-section.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'

/** The changes of a member's teacher points and feedback. They are fetched when opened: most users only read the postings. */
export function ScoreHistory({ member }: { member: StaffMember }) {
  const say = useSay()
  return (
    <DialogSection title={say(messages.scoring.history)}>
      <History member={member} />
    </DialogSection>
  )
}

function History({ member }: { member: StaffMember }) {
  const say = useSay()
  const audit = useAudit({ person: String(member.id), subject: 'score' })
  const { data: terms } = useTerms()
  const { records, isLoadingError, isFetching, error, refetch } = audit
  if (isLoadingError) {
    return (
      <div className="px-6 pb-4">
        <LoadFailure isPlain message={say(refusalOf(error) ?? messages.audit.loadFailed)} onRetry={refetch} busy={isFetching} />
      </div>
    )
  }
  if (!records) {
    return (
      <p role="status" className="flex items-center gap-3 px-6 pb-4 text-sm text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    )
  }
  // The records of a former administrator include scores they gave to others; only the member's own are shown.
  const own = records.filter(({ person_id }) => person_id === member.id)
  return (
    <section
      aria-label={say(messages.scoring.history)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
      tabIndex={0}
      className="max-h-[30dvh] overflow-y-auto overscroll-contain px-6 pb-4 text-sm focus-visible:-outline-offset-2"
    >
      {own.length === 0 && !audit.hasNextPage && <p className="text-quiet">{say(messages.audit.empty)}</p>}
      <ul className="divide-y divide-line">
        {own.flatMap((record) => {
          const term = terms?.find(({ id }) => id === record.subject_id)
          return changesOf(say, record, {}).map((change) => (
            <li key={`${record.id} ${change.field}`} className="flex flex-wrap justify-between gap-x-6 py-2">
              <span>
                <span className="font-medium">
                  {change.label} {valuesOf(say, change)}
                </span>
                <span className="text-quiet">
                  <SentenceOfPeople
                    people={[{ id: record.actor_id, name: actorOf(say, record) }]}
                    sentence={(who) => messages.scoring.changedBy({ who, moment: formatMoment(say, record.at) })}
                  />
                </span>
              </span>
              {term && (
                <span className="text-quiet">
                  <bdi>{termName(term)}</bdi>
                </span>
              )}
            </li>
          ))
        })}
      </ul>
      <ShowMore audit={audit} />
    </section>
  )
}
