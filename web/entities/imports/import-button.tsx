import { Upload } from 'lucide-react'
import { useState } from 'react'
import type { ImportKind } from '../../../contract/imports.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import type { Term } from '../../../contract/terms.ts'
import { useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { useOpenFromAddress } from '../../routing/open-from-address.ts'
import { Button } from '../../ui/button.tsx'
import { useRights } from '../accounts/rights.ts'

const ImportDialog = lazyComponent(() => import('./import-dialog.tsx'), 'ImportDialog', 'all')

type Props = { kind: Exclude<ImportKind, 'scores'>; term?: undefined } | { kind: 'scores'; term: Term }

/** Opens an import; that of scores is for a term. The dialog is loaded when it is first opened. Readers import nothing. */
export function ImportButton({ kind, term }: Props) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  const { isAdmin } = useRights()
  useOpenFromAddress('import', () => setOpen(true), isAdmin)
  if (!isAdmin) return null
  return (
    <>
      <Button className="max-sm:px-3" onClick={() => setOpen(true)} onPointerEnter={() => void ImportDialog.preload?.()}>
        <Upload aria-hidden="true" className="size-4" />
        <span className="max-sm:sr-only">{say(messages.actions.import)}</span>
      </Button>
      {open && (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <ImportDialog kind={kind} term={term} onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
