import { Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { messages } from '../../contract/messages.ts'
import { Button } from './button.tsx'
import { formatMoment } from './dates.ts'

type Props = {
  savedBy: string
  /** As the server tells it: a moment in ISO 8601. */
  savedAt: string
  /** What stands there now, where it is not what the person typed. */
  differences: readonly { label: string; text: string }[]
  busy: boolean
  onLoad: () => void
  onSaveAnyway: () => void
}

/** Two people edited one thing and the other was first: who, when, what, and the two ways on. Takes the place of the save button. */
export function ConflictBanner({ savedBy, savedAt, differences, busy, onLoad, onSaveAnyway }: Props) {
  const banner = useRef<HTMLElement>(null)

  // The button that was pressed is gone; reading goes on here. Again when yet another save came in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new save is a new message.
  useEffect(() => banner.current?.focus(), [savedAt])

  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-label={messages.general.savedBy(savedBy, formatMoment(savedAt))}
      className="animate-appear rounded-md border border-brass/50 bg-sunk px-4 py-3.5"
    >
      <div className="flex items-start gap-2.5">
        <Users aria-hidden="true" className="mt-1 size-4 shrink-0 text-brass" />
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{messages.general.savedBy(savedBy, formatMoment(savedAt))}</p>
          <p className="mt-1 text-sm text-quiet">
            {differences.length > 0 ? messages.general.savedDifferently : messages.general.savedTheSame}
          </p>
          {differences.length > 0 && (
            <dl className="mt-1.5 grid max-h-40 grid-cols-[auto_1fr] gap-x-4 gap-y-1 overflow-y-auto text-sm">
              {differences.map(({ label, text }) => (
                <div key={label} className="contents">
                  <dt className="text-quiet">{label}</dt>
                  <dd className="font-medium whitespace-pre-line wrap-anywhere">
                    <bdi>{text || '–'}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          )}
          <div className="mt-3.5 flex flex-wrap gap-2.5">
            <Button look="primary" onClick={onLoad} disabled={busy}>
              {messages.general.loadNewState}
            </Button>
            <Button onClick={onSaveAnyway} busy={busy}>
              {messages.general.saveAnyway}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}
