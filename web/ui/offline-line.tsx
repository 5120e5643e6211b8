import { WifiOff } from 'lucide-react'
import { useRef } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { formatSince } from './dates.ts'
import { useHeightInStyles } from './height-in-styles.ts'
import { useIsOnline } from './online.ts'

type Props = {
  /** Whether the line sticks below the bar that a dashboard has on a small screen. */
  isUnderBar?: boolean
  /** Whether the user is signed out: there is nothing to save. */
  isSignedOut?: boolean
  /** Whether the server does not answer although the browser has a network. */
  isUnreachable?: boolean
  /** The time when the content of the page was loaded. */
  seenAt?: number | undefined
}

/** The first line of a page's `main` while the browser is offline. It stays in view while the page scrolls. */
export function OfflineLine({ isUnderBar = false, isSignedOut = false, isUnreachable = false, seenAt }: Props) {
  const say = useSay()
  const isOnline = useIsOnline()
  const line = useRef<HTMLDivElement>(null)
  useHeightInStyles(line, '--offline-line')
  return (
    // The element always exists: a live region must exist before its announcements.
    <div
      ref={line}
      role="status"
      className={`sticky z-10 empty:sr-only print:hidden ${isUnderBar ? 'top-[calc(var(--top-bar,3.75rem)+0.25rem)] lg:top-0' : 'top-2'}`}
    >
      {(!isOnline || isUnreachable) && (
        <p
          data-offline-line=""
          className="flex items-center gap-2.5 rounded-md border border-edge/60 bg-card px-3.5 py-2 text-sm shadow-soft"
        >
          <WifiOff aria-hidden="true" className="size-4 shrink-0 text-quiet" />
          <bdi>
            <strong className="font-semibold">{say(isOnline ? messages.general.unreachable : messages.general.offline)}</strong>{' '}
            {seenAt !== undefined && `${say(messages.general.seenAt({ moment: formatSince(say, new Date(seenAt)) }))} `}
            {!isSignedOut && say(messages.general.offlineMeans)}
          </bdi>
        </p>
      )}
    </div>
  )
}
