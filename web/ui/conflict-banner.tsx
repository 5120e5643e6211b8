import { Users } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { listOf, messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Button } from './button.tsx'
import { formatMoment } from './dates.ts'

type Props = Choice & {
  savedBy: string
  /** The time of the other save, from the server, in ISO 8601. */
  savedAt: string
}

type Choice = {
  /** The stored values that differ from the input. */
  differences: readonly { label: string; text: string }[]
  /** The labels of the fields that follow what was saved, because the user had not changed them. */
  takenOver?: readonly string[]
  busy: boolean
  onLoad: () => void
  onSaveAnyway: () => void
}

/** An edit conflict: who saved first, when, what, and the two ways to resolve it. Replaces the save button. */
export function ConflictBanner({ savedBy, savedAt, ...choice }: Props) {
  const say = useSay()
  const title = say(messages.general.savedBy({ who: savedBy, when: formatMoment(say, savedAt) }))
  return <ConflictChoice title={title} {...choice} />
}

/** An edit conflict with a sentence of its own, where it is not known who saved. */
export function ConflictChoice({ title, differences, takenOver = [], busy, onLoad, onSaveAnyway }: Choice & { title: string }) {
  const say = useSay()
  const banner = useRef<HTMLElement>(null)

  // The focus moves here, because the pressed button is gone; again if yet another save came in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each new conflict.
  useEffect(() => banner.current?.focus(), [title])

  return (
    <section
      ref={banner}
      tabIndex={-1}
      aria-label={title}
      className="animate-appear rounded-md border border-brass/50 bg-sunk px-4 py-3.5"
    >
      <div className="flex items-start gap-2.5">
        <Users aria-hidden="true" className="mt-1 size-4 shrink-0 text-brass" />
        <div className="min-w-0 grow">
          <p className="font-medium wrap-anywhere">{title}</p>
          {(differences.length > 0 || takenOver.length === 0) && (
            <p className="mt-1 text-sm text-quiet">
              {say(differences.length > 0 ? messages.general.savedDifferently : messages.general.savedTheSame)}
            </p>
          )}
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
          {takenOver.length > 0 && (
            <p className="mt-1.5 text-sm text-quiet wrap-anywhere">
              {say(messages.general.takenOver({ fields: listOf(takenOver) }))}
            </p>
          )}
          <div className="mt-3.5 flex flex-wrap gap-2.5">
            <Button look="primary" onClick={onLoad} disabled={busy}>
              {say(messages.general.loadNewState)}
            </Button>
            <Button onClick={onSaveAnyway} busy={busy}>
              {say(messages.general.saveAnyway)}
            </Button>
          </div>
        </div>
      </div>
    </section>
  )
}
