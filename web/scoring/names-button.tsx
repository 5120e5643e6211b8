import { useSearch } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { useOpenFromAddress } from '../routing/open-from-address.ts'
import { Button } from '../ui/button.tsx'

const NamesDialog = lazyComponent(() => import('./names-dialog.tsx'), 'NamesDialog', 'all')

/** The list of names to sign, of all departments or of those to which the list is filtered. */
export function NamesButton({ term, disabled }: { term: Term; disabled: boolean }) {
  const say = useSay()
  const { department_id } = useSearch({ strict: false })
  const [isOpen, setIsOpen] = useState(false)
  useOpenFromAddress('names', () => setIsOpen(true), !disabled)
  return (
    <>
      <Button className="px-3 pointer-coarse:min-h-11" disabled={disabled} onClick={() => setIsOpen(true)}>
        <PenLine aria-hidden="true" className="size-4" />
        <span className="sr-only @min-[96rem]/page:not-sr-only">{say(messages.postingList.names.button)}</span>
      </Button>
      {isOpen && (
        <LazyBoundary onFailure={() => setIsOpen(false)}>
          <NamesDialog
            term={term}
            filtered={department_id === undefined ? undefined : String(department_id)}
            onClose={() => setIsOpen(false)}
          />
        </LazyBoundary>
      )}
    </>
  )
}
