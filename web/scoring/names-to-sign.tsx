import { useSearch } from '@tanstack/react-router'
import type { Term } from '../../contract/terms.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'

const NamesDialog = lazyComponent(() => import('./names-dialog.tsx'), 'NamesDialog', 'all')

/** The list of names to sign, of all departments or of those to which the list is filtered. */
export function NamesToSign({ term, onClose }: { term: Term; onClose: () => void }) {
  const { department_id } = useSearch({ strict: false })
  return (
    <LazyBoundary onFailure={onClose}>
      <NamesDialog term={term} filtered={department_id === undefined ? undefined : String(department_id)} onClose={onClose} />
    </LazyBoundary>
  )
}
