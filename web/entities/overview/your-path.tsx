import { hasNothingYet, withoutFeedback } from '../../../contract/grading.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { PathTerm } from '../../../contract/overview.ts'
import { formatPoints } from '../../../contract/points.ts'
import { refusalOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { AlignedNumber } from '../../ui/aligned-number.tsx'
import { Line } from '../../ui/charts/line.tsx'
import { NumberTable } from '../../ui/charts/number-table.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { countPoints } from '../grades/count-points.ts'
import { GradeBadge } from '../grades/grade-badge.tsx'
import { termNameOf } from '../terms/term-name.ts'
import { usePath } from './overview.api.ts'

/** The member's points without feedback from term to term, and the grades that these give. The parent reserves its height. */
export function YourPath({ userId, isOwn = true }: { userId: number; isOwn?: boolean }) {
  const say = useSay()
  const { path: pathOfOther, pathOneTerm } = messages.myDepartment
  const { data: path, isLoadingError, isFetching, error, refetch } = usePath(userId)
  if (isLoadingError) {
    return (
      <LoadFailure isPlain message={say(refusalOf(error) ?? messages.overview.pathFailed)} onRetry={refetch} busy={isFetching} />
    )
  }
  if (path === undefined) {
    return (
      <p role="status" className="flex items-center gap-3 text-quiet">
        <Spinner />
        {say(messages.general.loading)}
      </p>
    )
  }
  if (path.length < 2)
    return (
      <p className="text-quiet">
        <bdi>{say(pathOneTerm)}</bdi>
      </p>
    )
  return (
    <div className="flex h-full flex-col gap-4 sm:flex-row sm:gap-6">
      <div className="h-40 min-w-0 shrink-0 sm:h-full sm:shrink sm:grow">
        <Line
          label={path.map(inWords).map(say).join('; ')}
          points={path.map((step) => ({
            key: String(step.term_id),
            name: termNameOf(step),
            value: withoutFeedback(step),
            text: formatPoints(withoutFeedback(step)),
            mark: <GradeBadge grade={step.grade} nothingYet={hasNothingYet(step)} />,
          }))}
        />
      </div>
      <div className="min-h-0 grow overflow-y-auto sm:grow-0">
        <NumberTable
          caption={say(messages.overview.numbers({ caption: isOwn ? messages.overview.yourPath : pathOfOther }))}
          nameHeader={say(messages.fields.term)}
          headers={[
            messages.overview.withoutFeedback,
            messages.grading.current,
            messages.fields.total,
            messages.grading.withFeedback,
          ].map((header) => (
            <span key={header.key} className="inline-block w-max max-w-36 py-1 leading-tight whitespace-normal">
              {say(header)}
            </span>
          ))}
          // The latest term comes first.
          rows={path.toReversed().map((step) => ({
            key: String(step.term_id),
            name: termNameOf(step),
            cells: [
              <AlignedNumber key="own" text={formatPoints(withoutFeedback(step))} />,
              step.grade,
              <AlignedNumber key="total" text={formatPoints(step.total_score)} />,
              step.grade_with_feedback,
            ],
          }))}
        />
      </div>
    </div>
  )
}

function inWords(step: PathTerm): Message {
  const points = countPoints(withoutFeedback(step))
  return messages.overview.pathStep({ term: termNameOf(step), points, name: messages.grading.current, grade: step.grade })
}
