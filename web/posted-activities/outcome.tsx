import { useEffect, useRef } from 'react'
import { ApiError, messageOf } from '../api.ts'
import { Banner } from '../ui/banner.tsx'

/** How the last save or deletion ended. Shown beside what it is about, until the next thing is done. */
export type Outcome = { kind: 'good' | 'bad'; sentence: string; reason?: string }

/** The sentence of the specification, and below it why; unless the reason stands at its field already. */
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
