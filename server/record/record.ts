import { activityTypes, scoreOfType } from '../../contract/codes.ts'
import { database as limits } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { seesEverybody, type Viewer } from '../policy/policy.ts'
import { type RecordLine, type RecordMember, type RecordTerm, record } from './record.queries.ts'

export interface TermOfRecord extends RecordTerm {
  /** The activities by date, oldest first. */
  lines: RecordLine[]
}

/** All activities of a member, term by term. */
export interface MemberRecord {
  member: RecordMember
  /** The terms, newest first. */
  terms: TermOfRecord[]
  /** Whether the reader is neither the member nor sees everybody, and may not see them in other terms. */
  is_partial: boolean
  made_at: string
}

/** Points have two decimals; as whole numbers they are added without rounding errors. */
const hundredths = (points: number) => Math.round(points * 100)
export const addPoints = (points: readonly number[]) => points.reduce((sum, one) => sum + hundredths(one), 0) / 100

/** The sums are those that every list shows; if the activities do not add up to them it throws, as a statement does. */
function refuseIfWrong({ member, terms }: MemberRecord) {
  for (const { term_id, sums, lines } of terms) {
    const isRight = activityTypes.every(
      (type) =>
        addPoints(lines.filter((line) => line.type === type).map(({ counted_points }) => counted_points)) ===
        sums[scoreOfType[type]],
    )
    const { tp, fb, acts, atts, escore, total_score } = sums
    if (!isRight || addPoints([tp, fb, acts, atts, escore]) !== total_score)
      throw new Error(`the activities of member ${member.id} in term ${term_id} do not add up to the sums`)
  }
}

/** The record, all of it from one snapshot. */
export async function readRecord(database: Database, viewer: Viewer, userId: number): Promise<MemberRecord> {
  const found = await database.begin(
    async (tx) => {
      const member = await record(tx).member(viewer, userId)
      const lines = await record(tx).lines(viewer, userId)
      const terms = await record(tx).terms(viewer, userId)
      return {
        member,
        terms: terms.map((term) => ({ ...term, lines: lines.filter(({ term_id }) => term_id === term.term_id) })),
        is_partial: userId !== viewer.id && !seesEverybody(viewer),
        made_at: new Date().toISOString(),
      }
    },
    { mode: 'isolation level repeatable read, read only', timeLimitMs: limits.record },
  )
  refuseIfWrong(found)
  return found
}
