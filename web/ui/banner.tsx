import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

/** A message next to its subject: red for a failure, green for a success. Announced when it appears. */
export function Banner({ kind, children }: { kind: 'good' | 'bad'; children: ReactNode }) {
  const look = kind === 'good' ? 'border-good/25 bg-good-soft text-good' : 'border-bad/25 bg-bad-soft text-bad'
  const Icon = kind === 'good' ? CircleCheck : CircleAlert
  return (
    <div
      role={kind === 'good' ? 'status' : 'alert'}
      className={`flex animate-appear items-start gap-2.5 rounded-md border px-3.5 py-2.5 text-sm font-medium ${look}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
