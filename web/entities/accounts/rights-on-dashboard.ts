import type { Dashboard, Rights } from '../../../contract/rights.ts'

export const noRights: Rights = {
  department: null,
  faculty: null,
  see_members: false,
  review: false,
  score: false,
  lend: false,
  delegations: [],
}

/**
 * What the rights of a user mean on a dashboard. Administrators administer on the one of administrators, and are members on their own.
 * Readers change nothing on the one of administrators, and have the offices and rights about others on their own.
 */
export function rightsOn(dashboard: Dashboard, isAdministrator: boolean, rights: Rights): Rights {
  if (isAdministrator) return dashboard === 'admin' ? rights : { ...rights, ...noRights, sees_everybody: false }
  if (!rights.is_reader) return rights
  if (dashboard === 'admin')
    return { ...rights, department: null, faculty: null, review: false, score: false, lend: false, delegations: [] }
  const { department, faculty, score, lend } = rights
  const hasOther = department !== null || faculty !== null || score || lend
  return hasOther ? rights : { ...rights, see_members: false, sees_everybody: false }
}
