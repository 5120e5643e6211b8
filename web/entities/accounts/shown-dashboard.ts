import { createContext, useContext } from 'react'
import { pages } from '../../../contract/pages.ts'
import type { Dashboard } from '../../../contract/rights.ts'

/** The dashboard around what is shown. Who has both is an administrator or reader on one of them, and a member on the other. */
export const ShownDashboard = createContext<Dashboard>('staff')

/** The page of that dashboard, to which links to its panels lead. */
export function useHome() {
  return useContext(ShownDashboard) === 'admin' ? pages.adminDashboard : pages.staffDashboard
}
