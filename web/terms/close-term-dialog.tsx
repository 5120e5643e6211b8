import { messages } from '../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { ClosingPreview, Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { GradeSpread } from '../scoring/grade-spread.tsx'
import { useStaffAsOfNow } from '../scoring/scoring.api.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { formatCount } from '../ui/numbers.ts'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { ClosingDifferences } from './closing-differences.tsx'
import { useCloseTerm, useClosingPreview } from './terms.api.ts'

/** Shows what closing will freeze before it can be confirmed. */
export function CloseTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const staff = useStaffAsOfNow(term.id)
  const preview = useClosingPreview(term.id)
  const { mutate, isPending, error } = useCloseTerm()
  const failed = [staff, preview].find(({ isError }) => isError)
  const isReady = staff.data !== undefined && preview.data !== undefined && !preview.isFetching && !failed
  // The list of terms has this before the preview is loaded, so that the dialog's text does not change.
  const isAgain = preview.data ? preview.data.last_closing !== null : term.reopened !== null

  function close() {
    mutate(
      { term, fingerprint: preview.data?.fingerprint },
      {
        onSuccess: () => {
          toast(messages.terms.closedSuccessfully)
          onClose()
        },
        onError: () => void preview.refetch(),
      },
    )
  }

  return (
    <ConfirmDialog
      open
      wide={isAgain}
      question={messages.terms.closeQuestion(term.name)}
      consequence={isAgain ? messages.closings.againConsequence : messages.terms.closeConsequence}
      confirmLabel="Close term"
      busy={isPending}
      disabled={!isReady}
      onConfirm={close}
      onCancel={onClose}
    >
      <div className="space-y-3.5">
        {/* As high as the loaded content, however many members differ: the buttons below do not shift. */}
        <div className={`flex flex-col ${isAgain ? 'h-[clamp(14rem,45dvh,19rem)]' : 'min-h-42'}`}>
          {failed ? (
            <LoadFailure
              message={
                refusalOf(failed.error) ?? (failed === staff ? messages.scoring.staffFailed : messages.closings.previewFailed)
              }
              onRetry={failed.refetch}
              busy={failed.isFetching}
            />
          ) : staff.data && preview.data ? (
            <Preview term={term} staff={staff.data} preview={preview.data} />
          ) : (
            <p role="status" className="m-auto flex items-center gap-3 text-quiet">
              <Spinner />
              {messages.general.loading}
            </p>
          )}
        </div>
        {warningsOf(term, staff.data ?? [], isAgain).map((warning) => (
          <p key={warning} className="border-s-2 border-brass ps-3 text-sm">
            {warning}
          </p>
        ))}
        {error && <Banner kind="bad">{refusalOf(error) ?? messages.terms.closeFailed}</Banner>}
      </div>
    </ConfirmDialog>
  )
}

type PreviewProps = { term: Term; staff: readonly StaffMember[]; preview: ClosingPreview }

function Preview({ term, staff, preview: { members, differences, last_closing } }: PreviewProps) {
  return (
    <div className="flex min-h-0 grow flex-col rounded-md border border-line bg-sunk">
      <p className="px-4 pt-3 font-medium">
        {formatCount(members, 'member', 'members')} · {formatCount(term.posted_count, 'posted activity', 'posted activities')}
      </p>
      {last_closing ? (
        <ClosingDifferences differences={differences} since={last_closing} />
      ) : (
        <div className="px-4 pt-3 pb-4">
          <GradeSpread staff={staff} />
        </div>
      )}
    </div>
  )
}

const sumOf = (staff: readonly StaffMember[], count: (member: StaffMember) => number) =>
  staff.reduce((sum, member) => sum + count(member), 0)

function warningsOf(term: Term, staff: readonly StaffMember[], isAgain: boolean): string[] {
  // A member without points who joined after the previous closing is among the staff, but not in the next closing.
  const unscored = isAgain ? 0 : staff.filter(({ total_score }) => total_score === 0).length
  const returned = sumOf(staff, ({ returned_count }) => returned_count)
  const unreviewed = sumOf(staff, ({ posted_count, verified_count }) => posted_count - verified_count) - returned
  return [
    ...(term.is_current ? [messages.terms.closesCurrent] : []),
    ...(unscored > 0 ? [messages.terms.unscored(unscored)] : []),
    ...(unreviewed > 0 ? [messages.closings.unreviewed(unreviewed)] : []),
    ...(returned > 0 ? [messages.closings.returned(returned)] : []),
  ]
}
