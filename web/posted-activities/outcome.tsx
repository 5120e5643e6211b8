import { useEffect, useRef } from 'react'
import type { Message } from '../../contract/languages/catalogue.ts'
import { ApiError, messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'

/** The result of the last save or deletion, shown next to its subject until the next action. */
export type Outcome = {
  kind: 'good' | 'bad' | 'note'
  sentence: Message
  /** The reason of a failure. */
  reason?: Message | undefined
  /** The effect of a success. */
  effect?: readonly Message[] | undefined
}

/** The message of the specification, with the reason below unless a field already shows it. */
export function failure(sentence: Message, error: unknown): Outcome {
  const atField = error instanceof ApiError && error.errors.length > 0
  const reason = messageOf(error, sentence)
  return { kind: 'bad', sentence, reason: atField || reason.key === sentence.key ? undefined : reason }
}

export function OutcomeBanner({ outcome: { kind, sentence, reason, effect } }: { outcome: Outcome }) {
  const say = useSay()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-mt-4 scroll-mb-22">
      <Banner kind={kind}>
        <p>{say(sentence)}</p>
        {reason && <p className="font-normal">{say(reason)}</p>}
        {effect && (
          <p className="font-normal">
            <bdi>{effect.map(say).join(' ')}</bdi>
          </p>
        )}
      </Banner>
    </div>
  )
}
