import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  good: { Icon: CircleCheck, colours: 'border-good/25 bg-good-soft text-good' },
  bad: { Icon: CircleAlert, colours: 'border-bad/25 bg-bad-soft text-bad' },
  note: { Icon: Info, colours: 'border-line bg-sunk text-ink' },
} as const

/** A message next to its subject: red for a failure, green for a success, grey for a note. Announced when it appears. */
export function Banner({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  const { Icon, colours } = looks[kind]
  return (
    <div
      role={kind === 'bad' ? 'alert' : 'status'}
      className={`flex animate-appear items-start gap-2.5 rounded-md border px-3.5 py-2.5 text-sm font-medium ${colours}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  )
}
