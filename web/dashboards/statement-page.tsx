import { StatementScreen } from '../statements/statement-screen.tsx'
import { loadFrame, PageOfDashboard } from './page-of-dashboard.tsx'

/** What the page needs before it is shown. */
export const loadBefore = loadFrame

/** What is on it is soon loaded again, so that no outdated total is printed. */
export function StatementPage() {
  return (
    <PageOfDashboard staleTime={5000}>
      <StatementScreen />
    </PageOfDashboard>
  )
}
