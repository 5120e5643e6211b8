import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'

const PushDialog = lazyComponent(() => import('../entities/push/push-dialog.tsx'), 'PushDialog', 'all')

/** Whether the question was answered in this browser, with yes or no, or a device cannot get notices at this address. */
function isSettled(): boolean {
  return !isSecureContext || ('Notification' in globalThis && Notification.permission !== 'default')
}

/**
 * Offers notices on this device, where the user reads them. Nothing asks by itself. A popover, which closes when a dialog opens, says what
 * opens it instead.
 */
export function DeviceLine({ onOpen }: { onOpen?: (() => void) | undefined }) {
  const say = useSay()
  const [isOffered] = useState(() => !isSettled())
  const [isOpen, setOpen] = useState(false)
  if (!isOffered) return null
  return (
    <>
      <button
        type="button"
        onClick={onOpen ?? (() => setOpen(true))}
        onPointerEnter={() => void PushDialog.preload?.()}
        className="flex min-h-11 w-full cursor-pointer items-center gap-3 border-b border-line px-4 text-start text-sm text-quiet hover:bg-sunk hover:text-ink"
      >
        <BellRing aria-hidden="true" className="size-4.5 shrink-0" />
        {say(messages.push.title)}
      </button>
      {isOpen && (
        <LazyBoundary onFailure={() => setOpen(false)}>
          <PushDialog onClose={() => setOpen(false)} />
        </LazyBoundary>
      )}
    </>
  )
}
