import { z } from 'zod'
import { Translations } from './fields.ts'

/**
 * The rights that are given to a person beside being scored, whatever their role. Who has the role administrator has `administrator` by that,
 * and no row of it.
 */
export const givenRights = ['administrator', 'score_keeper', 'reviewer', 'reader', 'give_rights'] as const
export type GivenRight = (typeof givenRights)[number]

/** The name of a department or faculty beside something else, in all languages. */
export const DepartmentName = z.object({ id: z.int(), name: z.string(), names: Translations })
export type DepartmentName = z.infer<typeof DepartmentName>

/** The two dashboards: that of administrators and readers, and that of staff. */
export const dashboards = ['admin', 'staff'] as const
export type Dashboard = (typeof dashboards)[number]

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
  // A server of the release before does not send what follows.
  /** Whether the user administers the portal: by their role, or by a right beside being scored. */
  is_administrator: z.boolean().optional(),
  /** Whether the user reads what administrators read, and changes nothing of it. An administrator is none. */
  is_reader: z.boolean().optional(),
  /** Whether the user gives rights to others, and makes administrators. */
  give_rights: z.boolean().optional(),
  /** Whether the members whom the user sees are all members, and not those of a department or faculty. */
  sees_everybody: z.boolean().optional(),
  /** The dashboard that the user opened last; null if they have chosen none. It counts for those who have both. */
  dashboard: z.enum(dashboards).nullish(),
})
export type Rights = z.infer<typeof Rights>
