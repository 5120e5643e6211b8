import { WifiOff } from 'lucide-react'
import { messages } from '../../contract/messages.ts'
import { useIsOnline } from './online.ts'

/** The first line of a page's `main` while the browser is offline. It stays in view while the page scrolls. */
export function OfflineLine() {
  const isOnline = useIsOnline()
  return (
    // Always there: a live region must exist before its announcements.
    <div role="status" className="sticky top-16 z-10 empty:sr-only lg:top-0 print:hidden">
      {!isOnline && (
        <p className="flex items-center gap-2.5 rounded-md border border-edge/60 bg-card px-3.5 py-2 text-sm shadow-soft">
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-quiet" />
          <span>
            <strong className="font-semibold">{messages.general.offline}</strong> {messages.general.offlineMeans}
          </span>
        </p>
      )}
    </div>
  )
}
