import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { formatPoints } from '../../contract/points.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { ExplainedNumber, explainedLook } from '../entities/scores/explained-number.tsx'
import type { Explained } from '../entities/scores/explanation-dialog.tsx'
import { useSession } from '../session/session.ts'
import { AlignedNumber } from '../ui/aligned-number.tsx'
import { NotSet } from '../ui/not-set.tsx'

const route = getRouteApi(pages.statement)

type Props = {
  subject: Explained
  label: Message
  /** The number as screen readers read it. */
  value: string | Message
  /** The content, with the look of a number that explains itself, or with none. */
  children: (look: string) => ReactNode
}

/**
 * A number that explains itself to the member. The sentences address the member, so it is plain text to other readers. Its container is
 * positioned, and reacts to a finger as a whole.
 */
export function StatementNumber({ children, ...explained }: Props) {
  const { user_id, term } = route.useSearch()
  const readerId = useSession()?.id
  if ((user_id ?? readerId) !== readerId) return children('')
  return (
    <ExplainedNumber {...explained} termId={term} area="row">
      {children(explainedLook)}
    </ExplainedNumber>
  )
}

type PointsProps = {
  subject: Explained
  label: Message
  /** The points, or undefined if they are not set. */
  points: number | undefined
  /** Whether the number is in a column of numbers. */
  isAligned?: boolean
  isCounted?: boolean
}

export function StatementPoints({ subject, label, points, isAligned = false, isCounted = true }: PointsProps) {
  return (
    <StatementNumber subject={subject} label={label} value={points === undefined ? messages.scoring.notSet : countPoints(points)}>
      {(explained) => {
        if (points === undefined) return <NotSet />
        const look = isCounted ? explained : 'line-through'
        return isAligned ? (
          <AlignedNumber text={formatPoints(points)} className={look} />
        ) : (
          <span className={look}>{formatPoints(points)}</span>
        )
      }}
    </StatementNumber>
  )
}
