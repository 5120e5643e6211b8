import { messages } from '../../contract/messages.ts'
import { closingMessages } from '../../contract/messages-terms.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { Term } from '../../contract/terms.ts'
import { refusalOf } from '../api.ts'
import { GradeSpread } from '../scoring/grade-spread.tsx'
import { useStaffAsOfNow } from '../scoring/scoring.api.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { formatCount } from '../ui/numbers.ts'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { useCloseTerm } from './terms.api.ts'

/** Closing is for good: what will be kept is shown before the question can be answered. */
export function CloseTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const staff = useStaffAsOfNow(term.id)
  const { mutate, isPending, error } = useCloseTerm()

  function close() {
    mutate(term, {
      onSuccess: () => {
        toast(messages.terms.closedSuccessfully)
        onClose()
      },
    })
  }

  return (
    <ConfirmDialog
      open
      question={messages.terms.closeQuestion(term.name)}
      consequence={messages.terms.closeConsequence}
      confirmLabel="Close term"
      busy={isPending}
      disabled={!staff.data || staff.isError}
      onConfirm={close}
      onCancel={onClose}
    >
      <Preview term={term} staff={staff} />
      {error && (
        <div className="mt-4">
          <Banner kind="bad">{refusalOf(error) ?? messages.terms.closeFailed}</Banner>
        </div>
      )}
    </ConfirmDialog>
  )
}

const sumOf = (staff: readonly StaffMember[], count: (member: StaffMember) => number) =>
  staff.reduce((sum, member) => sum + count(member), 0)

type PreviewProps = { term: Term; staff: ReturnType<typeof useStaffAsOfNow> }

function Preview({ term, staff: { data: staff, isError, error, isFetching, refetch } }: PreviewProps) {
  if (isError) {
    return (
      <Banner kind="bad">
        <div className="flex flex-wrap items-center justify-between gap-3">
          {refusalOf(error) ?? messages.scoring.staffFailed}
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      </Banner>
    )
  }
  // As high as what will stand here, so that the buttons below do not move under the pointer.
  if (!staff) {
    return (
      <p role="status" className="flex min-h-48 items-center justify-center gap-3 text-quiet">
        <Spinner />
        {messages.general.loading}
      </p>
    )
  }
  const unscored = staff.filter(({ total_score }) => total_score === 0).length
  const returned = sumOf(staff, ({ returned_count }) => returned_count)
  const unreviewed = sumOf(staff, ({ posted_count, verified_count }) => posted_count - verified_count) - returned
  const warnings = [
    unscored > 0 && messages.terms.unscored(unscored),
    unreviewed > 0 && closingMessages.unreviewed(unreviewed),
    returned > 0 && closingMessages.returned(returned),
    term.is_current && messages.terms.closesCurrent,
  ]
  return (
    <div className="space-y-3.5">
      <div className="rounded-md border border-line bg-sunk px-4 pt-3 pb-4">
        <p className="mb-3 font-medium">
          {formatCount(staff.length, 'member', 'members')} ·{' '}
          {formatCount(term.posted_count, 'posted activity', 'posted activities')}
        </p>
        <GradeSpread staff={staff} />
      </div>
      {warnings.filter(Boolean).map((warning) => (
        <p key={String(warning)} className="border-s-2 border-brass ps-3 text-sm">
          {warning}
        </p>
      ))}
    </div>
  )
}
