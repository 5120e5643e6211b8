import { formatDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { StaffMember } from '../../contract/scoring.ts'
import type { ClosingPreview, Term } from '../../contract/terms.ts'
import { GradeSpread } from '../entities/grades/grade-spread.tsx'
import { useStaffAsOfNow } from '../entities/scores/scoring.api.ts'
import { termName } from '../entities/terms/term-name.ts'
import { useCloseTerm, useClosingPreview } from '../entities/terms/terms.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { today } from '../ui/dates.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { toast } from '../ui/toast.tsx'
import { ClosingDifferences } from './closing-differences.tsx'
import { LeftOutPeople } from './left-out-people.tsx'

/** The dialog that shows what closing will freeze, before it can be confirmed. */
export function CloseTermDialog({ term, onClose }: { term: Term; onClose: () => void }) {
  const say = useSay()
  const staff = useStaffAsOfNow(term.id)
  const preview = useClosingPreview(term.id)
  const { mutate, isPending, error } = useCloseTerm()
  const failed = [staff, preview].find(({ isError }) => isError)
  const notReleased = preview.data?.not_released ?? 0
  const isReady = staff.data !== undefined && preview.data !== undefined && !preview.isFetching && !failed && notReleased === 0
  // The list of terms knows this before the preview is loaded, so that the dialog's text does not change.
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
      question={say(messages.terms.closeQuestion({ name: termName(term) }))}
      consequence={say(isAgain ? messages.closings.againConsequence : messages.terms.closeConsequence)}
      confirmLabel={say(messages.terms.close)}
      busy={isPending}
      disabled={!isReady}
      onConfirm={close}
      onCancel={onClose}
    >
      <div className="space-y-3.5">
        {/* The frame is as high as the loaded content, however many members differ, unless none does: the buttons below do not shift. */}
        <div
          className={`flex flex-col ${!isAgain ? 'min-h-48' : preview.data?.differences.length === 0 ? '' : 'h-[clamp(14rem,45dvh,19rem)]'}`}
        >
          {failed ? (
            <LoadFailure
              message={say(
                refusalOf(failed.error) ?? (failed === staff ? messages.scoring.staffFailed : messages.closings.previewFailed),
              )}
              onRetry={failed.refetch}
              busy={failed.isFetching}
            />
          ) : staff.data && preview.data ? (
            <Preview staff={staff.data} preview={preview.data} />
          ) : (
            <p role="status" className="m-auto flex items-center gap-3 text-quiet">
              <Spinner />
              {say(messages.general.loading)}
            </p>
          )}
        </div>
        {notReleased > 0 && <Banner kind="bad">{say(messages.releases.releaseFirst)}</Banner>}
        <LeftOutPeople people={preview.data?.left_out ?? []} />
        {warningsOf(say, term, staff.data ?? [], isAgain, preview.data?.open_questions ?? 0).map((warning) => (
          <p key={warning.key} className="border-s-2 border-brass ps-3 text-sm">
            {say(warning)}
          </p>
        ))}
        {error && <Banner kind="bad">{say(refusalOf(error) ?? messages.terms.closeFailed)}</Banner>}
      </div>
    </ConfirmDialog>
  )
}

type PreviewProps = { staff: readonly StaffMember[]; preview: ClosingPreview }

function Preview({
  staff,
  preview: { members, posted_count, not_scored, joined_since, differences, last_closing },
}: PreviewProps) {
  const say = useSay()
  const { summary, postingCount } = messages.closings
  return (
    <div className="flex min-h-0 grow flex-col rounded-md border border-line bg-sunk">
      <p className="px-4 pt-3 font-medium">
        {say(
          summary({
            members: messages.general.memberCount({ count: members }),
            postings: postingCount({ count: posted_count }),
          }),
        )}
      </p>
      {not_scored > 0 && <p className="px-4 pt-1 text-sm">{say(messages.closings.notScored({ count: not_scored }))}</p>}
      {joined_since > 0 && <p className="px-4 pt-1 text-sm">{say(messages.closings.joinedSince({ count: joined_since }))}</p>}
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

function warningsOf(say: Say, term: Term, staff: readonly StaffMember[], isAgain: boolean, openQuestions: number): Message[] {
  // A member without points who joined after the previous closing is among the staff, but not in the next closing.
  const unscored = isAgain ? 0 : staff.filter(({ total_score }) => total_score === 0).length
  const returned = sumOf(staff, ({ returned_count }) => returned_count)
  const unreviewed = sumOf(staff, ({ posted_count, verified_count }) => posted_count - verified_count) - returned
  return [
    ...(term.end_date > today() ? [messages.terms.endsOnlyOn({ day: formatDay(say, term.end_date) })] : []),
    ...(term.is_current ? [messages.terms.closesCurrent] : []),
    ...(unscored > 0 ? [messages.terms.unscored({ count: unscored })] : []),
    ...(unreviewed > 0 ? [messages.closings.unreviewed({ count: unreviewed })] : []),
    ...(returned > 0 ? [messages.closings.returned({ count: returned })] : []),
    ...(openQuestions > 0 ? [messages.questions.openAtClosing({ count: openQuestions })] : []),
  ]
}
