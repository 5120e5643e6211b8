import type { ReactNode } from 'react'

const looks = {
  plain: 'bg-brand-soft text-brand',
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
} as const

/** One or two words about a row: its kind or its state. */
export function Badge({ look = 'plain', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <span className={`inline-flex items-center rounded-full px-2.5 py-0.5 text-[0.8125rem] font-medium ${looks[look]}`}>
      {children}
    </span>
  )
}
