import { Link, useSearch } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useEffect } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import { useRights } from '../entities/accounts/rights.ts'
import { PostingsOfTerm, termsIn } from '../entities/member-postings/postings-of-term.tsx'
import { RecordMenu } from '../entities/record/record-menu.tsx'
import { useSameEvidence, useStaffActivities } from '../entities/scores/scoring.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogSection } from '../ui/dialog-section.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { ScoreHistory } from './score-history.tsx'

const YourPath = lazyComponent(() => import('../entities/overview/your-path.tsx'), 'YourPath')

type Props = {
  member: StaffMember
  /** The posting that a link led to. */
  wantedId?: number | undefined
  onClose: () => void
}

/** A member's postings, term by term, so that the sums of the table can be traced. */
export function StaffActivitiesDialog({ member, wantedId, onClose }: Props) {
  const say = useSay()
  const { isAdmin, isReader } = useRights()
  const { data, isLoadingError, error, errorUpdatedAt, isFetching, refetch } = useStaffActivities(member.id)
  // The warnings are beside the list and not instead of it: without them the list is as useful as before.
  const { data: shared } = useSameEvidence(member.id)

  useEffect(() => {
    if (errorUpdatedAt > 0) toast(messages.scoring.staffActivitiesFailed, { kind: 'bad', topic: 'staff-activities' })
  }, [errorUpdatedAt])

  return (
    <Dialog
      wide
      open
      onClose={onClose}
      title={say(messages.scoring.activitiesFor({ name: member.name || messages.scoring.unnamedMember }))}
    >
      <div className="-mt-3 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <StatementLink member={member} />
        <RecordMenu small userId={member.id} label={messages.record.ofMember} />
      </div>
      {isLoadingError ? (
        <div className="mb-5">
          <LoadFailure
            message={say(refusalOf(error) ?? messages.scoring.staffActivitiesFailed)}
            onRetry={refetch}
            busy={isFetching}
          />
        </div>
      ) : data === undefined ? (
        <p role="status" className="flex min-h-40 items-center justify-center gap-3 text-quiet">
          <Spinner />
          {say(messages.general.loading)}
        </p>
      ) : data.length === 0 ? (
        <EmptyState title={say(messages.scoring.noStaffActivities)} />
      ) : (
        <section
          aria-label={say(messages.scoring.postedActivities)}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be focusable, or the arrow keys cannot scroll it.
          tabIndex={0}
          // The open history takes its height from the list, so that both stay visible.
          className="-mx-6 max-h-[64dvh] overflow-y-auto overscroll-contain border-t border-line focus-visible:-outline-offset-2 has-[~details[open]]:max-h-[34dvh]"
        >
          {termsIn(data).map(({ termId, name, isClosed, postings }) => (
            <PostingsOfTerm
              key={termId}
              heading={isClosed ? say(messages.terms.closedName({ name })) : name}
              postings={postings}
              shared={shared}
              wantedId={wantedId}
            />
          ))}
        </section>
      )}
      <MemberPath member={member} />
      {/* The history is from the audit trail, which only administrators and readers see. */}
      {(isAdmin || isReader) && <ScoreHistory member={member} />}
    </Dialog>
  )
}

function MemberPath({ member }: { member: StaffMember }) {
  const say = useSay()
  return (
    <DialogSection title={say(messages.myDepartment.path)}>
      <div className="px-6 pb-4">
        <p className="mb-2 text-sm text-quiet">
          <bdi>{say(messages.myDepartment.pathBasis)}</bdi>
        </p>
        <div className="max-h-[34dvh] overflow-y-auto sm:h-38">
          <LazyBoundary>
            <YourPath userId={member.id} isOwn={false} />
          </LazyBoundary>
        </div>
      </div>
    </DialogSection>
  )
}

function StatementLink({ member }: { member: StaffMember }) {
  const say = useSay()
  const { term } = useSearch({ strict: false })
  return (
    <p className="text-sm">
      <Link
        to={pages.statement}
        search={{ user_id: member.id, ...(term === undefined ? {} : { term }) }}
        target="_blank"
        className="inline-flex relative touch-area min-h-6 items-center gap-1.5 font-medium text-brand underline underline-offset-2"
      >
        {say(messages.statements.howItAddsUp)}
        <ExternalLink aria-hidden="true" className="size-3.5 rtl:-scale-x-100" />
        <span className="sr-only">{say(messages.general.opensNewTab)}</span>
      </Link>
    </p>
  )
}
