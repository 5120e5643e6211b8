import { GradeScreen } from '../grading/grade-screen.tsx'
import { loadFrame, PageOfDashboard } from './page-of-dashboard.tsx'

/** What the page needs before it is shown. */
export const loadBefore = loadFrame

export function GradePage() {
  return (
    <PageOfDashboard staleTime={30_000}>
      <GradeScreen />
    </PageOfDashboard>
  )
}
