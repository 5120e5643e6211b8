import { Maximize, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import type { PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { useDoor } from '../entities/events/events.api.ts'
import { refusalOf } from '../http/api.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { useCloseOnBack } from '../ui/close-on-back.ts'
import { useFocusReturn } from '../ui/focus-return.ts'
import { QrCode } from '../ui/qr-code.tsx'
import { whenOf } from './event-words.ts'
import { scannableAddress } from './scanned.ts'

const words = messages.events

type Props = { event: PortalEvent; session: PortalEvent['sessions'][number]; onClose: () => void }

/**
 * The page at the door, on a projector or a phone: the QR code of this moment and its letters, and how many have arrived, without scrolling:
 * the QR code has the place that the rest leaves. Black on white in a dark hall, too: cameras do not read it otherwise.
 */
export function DoorScreen({ event, session, onClose }: Props) {
  const say = useSay()
  const language = useLanguage()
  const name = localized(language, event, 'name')
  const { door, refused, isLost } = useDoor(event.id, session.id)
  const screen = useRef<HTMLDivElement>(null)
  useCloseOnBack(true, onClose)
  useWakeLock()
  const giveFocusBack = useFocusReturn(true)
  const code = door?.code
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          ref={screen}
          aria-describedby={undefined}
          data-holds-page=""
          onCloseAutoFocus={giveFocusBack}
          className="fixed inset-0 z-50 flex flex-col overflow-y-auto bg-[#fff] p-[clamp(1rem,2.5vmin,2.5rem)] text-[#000] [--color-focus:#000]"
        >
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0">
              <Radix.Title
                className={`leading-tight wrap-anywhere ${name.length > 70 ? 'text-[clamp(1rem,1.9vw,2.25rem)]' : 'text-[clamp(1.25rem,3vw,3rem)]'}`}
              >
                {name}
              </Radix.Title>
              <p className="mt-1 text-[clamp(0.9rem,1.7vw,2rem)] wrap-anywhere">
                <bdi>{whenOf(say, session)}</bdi> · <bdi>{event.place}</bdi>
              </p>
            </div>
            <div className="flex shrink-0 gap-1">
              {document.fullscreenEnabled && (
                <button
                  type="button"
                  aria-label={say(words.fullScreen)}
                  onClick={() => void screen.current?.requestFullscreen().catch(() => undefined)}
                  className="grid size-11 cursor-pointer place-items-center rounded-md hover:bg-[#0001]"
                >
                  <Maximize aria-hidden="true" className="size-6" />
                </button>
              )}
              <Radix.Close
                aria-label={say(messages.actions.close)}
                className="grid size-11 cursor-pointer place-items-center rounded-md hover:bg-[#0001]"
              >
                <X aria-hidden="true" className="size-6" />
              </Radix.Close>
            </div>
          </div>
          <div className="flex min-h-0 grow flex-col items-center justify-center gap-[clamp(0.5rem,1.5vh,1.5rem)] py-2">
            {code ? (
              <>
                <div className="@container-[size] grid min-h-48 w-full grow place-items-center">
                  <div className="size-[min(100cqw,100cqh)]">
                    <QrCode
                      text={scannableAddress(event.id, 'code', code, pages.staffDashboard)}
                      label={say(words.doorOf({ name }))}
                      size="whole"
                    />
                  </div>
                </div>
                <p
                  dir="ltr"
                  aria-live="off"
                  className="font-mono text-[clamp(2.25rem,6vw,6.5rem)] leading-none font-semibold tracking-[0.08em]"
                >
                  {code.slice(0, 4)} {code.slice(4)}
                </p>
                <p className="max-w-prose text-center text-[clamp(0.95rem,1.8vw,2.1rem)] leading-snug">
                  <bdi>{say(words.doorHint)}</bdi>
                </p>
              </>
            ) : (
              <p role="status" className="max-w-prose text-center text-[clamp(1.25rem,3vw,3rem)]">
                <bdi>
                  {say(
                    refused
                      ? (refusalOf(refused) ?? words.notFound)
                      : isLost
                        ? words.doorLost
                        : door?.state === 'before'
                          ? words.doorBefore({ minutes: words.minutes({ count: Math.ceil(door.changes_in / 60_000) }) })
                          : door
                            ? words.doorOver
                            : messages.general.loading,
                  )}
                </bdi>
              </p>
            )}
          </div>
          {door && (
            <p aria-live="polite" className="text-center text-[clamp(1.25rem,3vw,3rem)] font-semibold">
              <bdi>{say(words.arrivals({ count: door.arrivals }))}</bdi>
            </p>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The screen stays on while the door is shown. Where the browser cannot do that, nothing is lost. */
function useWakeLock() {
  const [isShown, setIsShown] = useState(() => document.visibilityState === 'visible')
  useEffect(() => {
    const follow = () => setIsShown(document.visibilityState === 'visible')
    document.addEventListener('visibilitychange', follow)
    return () => document.removeEventListener('visibilitychange', follow)
  }, [])
  useEffect(() => {
    if (!isShown || !('wakeLock' in navigator)) return
    const lock = navigator.wakeLock.request('screen').catch(() => undefined)
    return () => void lock.then((held) => held?.release())
  }, [isShown])
}
