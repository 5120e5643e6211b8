import { useState } from 'react'
import type { PortalEvent } from '../../contract/events.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { useOwnCode } from '../entities/events/events.api.ts'
import { refusalOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { scannableAddress } from './scanned.ts'

const words = messages.events

/** The code of the member, for an organiser to scan. It changes like that of the door. */
export function OwnCode({ event }: { event: PortalEvent }) {
  const say = useSay()
  const [isShown, setIsShown] = useState(false)
  const { data, error, isLoadingError, refetch, isFetching } = useOwnCode(event.id, isShown)
  if (!isShown)
    return (
      <Button className="self-start" onClick={() => setIsShown(true)}>
        {say(words.ownCode)}
      </Button>
    )
  return (
    <section aria-label={say(words.ownCode)} className="rounded-lg border border-line bg-card p-4 shadow-soft sm:p-5">
      <p>
        <bdi>{say(words.ownCodeHint)}</bdi>
      </p>
      <div className="mt-3">
        {data ? (
          <QrCode text={scannableAddress(event.id, 'member', data.code, pages.staffDashboard)} label={say(words.ownCode)} />
        ) : isLoadingError ? (
          <LoadFailure
            isPlain
            message={say(refusalOf(error) ?? words.ownCodeFailed)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        ) : (
          <p role="status" className="flex min-h-48 items-center gap-3 text-quiet">
            <Spinner />
            {say(messages.general.loading)}
          </p>
        )}
      </div>
    </section>
  )
}
