import { useEffect, useRef } from 'react'
import { ApiError, messageOf } from '../api.ts'
import { Banner } from '../ui/banner.tsx'

/** The result of the last save or deletion, shown next to its subject until the next action. */
export type Outcome = { kind: 'good' | 'bad'; sentence: string; reason?: string }

/** The message of the specification, with the reason below unless a field already shows it. */
export function failure(sentence: string, error: unknown): Outcome {
  const atField = error instanceof ApiError && error.errors.length > 0
  return { kind: 'bad', sentence, reason: atField ? '' : messageOf(error, '') }
}

export function OutcomeBanner({ outcome: { kind, sentence, reason } }: { outcome: Outcome }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={place} className="scroll-mt-4 scroll-mb-22">
      <Banner kind={kind}>
        <p>{sentence}</p>
        {reason && <p className="font-normal">{reason}</p>}
      </Banner>
    </div>
  )
}
