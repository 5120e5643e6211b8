import { Upload } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { useSay } from '../language.ts'
import { LazyBoundary, lazyComponent } from '../lazy-component.tsx'
import { Button } from '../ui/button.tsx'

const ImportDialog = lazyComponent(() => import('./import-dialog.tsx'), 'ImportDialog')

/** Opens the import of users, or of scores where a term is given. The dialog is loaded when it is first opened. */
export function ImportButton({ term }: { term?: Term }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button className="max-sm:px-3" onClick={() => setOpen(true)} onPointerEnter={() => void ImportDialog.preload?.()}>
        <Upload aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{say(messages.actions.import)}</span>
      </Button>
      {open && (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <ImportDialog term={term} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
