import { Handshake } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'
import { useOpenFromAddress } from '../../routing/open-from-address.ts'
import { Button } from '../../ui/button.tsx'

const LendDialog = lazyComponent(() => import('./lend-dialog.tsx'), 'LendDialog')

/** Opens the current delegations. The dialog is loaded when it is first opened. */
export function LendButton() {
  const say = useSay()
  const [open, setOpen] = useState(false)
  useOpenFromAddress('lend', () => setOpen(true))
  return (
    <>
      <Button className="whitespace-normal!" onClick={() => setOpen(true)} onPointerEnter={() => void LendDialog.preload?.()}>
        <Handshake aria-hidden="true" className="size-4" />
        {say(messages.myDepartment.lend)}
      </Button>
      {open && (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <LendDialog onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
