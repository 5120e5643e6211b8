import type { StaffMember } from '../../contract/scoring.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useScoreEditing } from './score-editing.tsx'

const PasteDialog = lazyComponent(() => import('./paste-dialog.tsx'), 'PasteDialog', 'all')

/** The preview of a text that was pasted on a cell. */
export function PastedScores({ termId, staff }: { termId: number; staff: readonly StaffMember[] }) {
  const { pasted, closePasted } = useScoreEditing()
  if (!pasted) return null
  return (
    <LazyBoundary onFailure={closePasted}>
      <PasteDialog termId={termId} staff={staff} pasted={pasted} onClose={closePasted} />
    </LazyBoundary>
  )
}
