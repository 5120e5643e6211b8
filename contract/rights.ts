import { z } from 'zod'
import { Translations } from './fields.ts'

/** The name of a department or faculty beside something else, in all languages. */
export const DepartmentName = z.object({ id: z.int(), name: z.string(), names: Translations })
export type DepartmentName = z.infer<typeof DepartmentName>

/** Review that was lent to the user, and that is in force at this moment. */
const BorrowedReview = z.object({
  id: z.int(),
  lender_id: z.int(),
  lender_name: z.string(),
  lender_other_name: z.string().nullish(),
  /** The department and the faculty whose members the lender may review; both null for an administrator, who may review everybody. */
  department: DepartmentName.nullable(),
  faculty: DepartmentName.nullable(),
  /** The last day on which it holds, as the lender chose it. */
  last_day: z.string(),
})

/** The rights of the signed-in user at this moment. The server decides anew with every call; the pages only show what fits. */
export const Rights = z.object({
  /** The department that the user heads. Staff list, overview and Review contain its members only. */
  department: DepartmentName.nullable(),
  /** The faculty of which the user is dean: the same for all its departments. */
  faculty: DepartmentName.nullable(),
  /** Whether the user sees the staff list, the overview, and the postings, scores and statements of others. */
  see_members: z.boolean(),
  review: z.boolean(),
  /** Whether the user sets tp and fb of others. */
  score: z.boolean(),
  /** Whether the user may lend Review to another person. */
  lend: z.boolean(),
  delegations: z.array(BorrowedReview),
})
export type Rights = z.infer<typeof Rights>
