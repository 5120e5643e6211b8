import type { ReactNode } from 'react'

type Props = { title: string; children?: ReactNode }

/** The content in place of an empty list: a small ornament, one sentence, perhaps a next step. */
export function EmptyState(props: Props) {
  return (
    <div className="px-6 py-14">
      <EmptyContent {...props} />
    </div>
  )
}

/** The content of an empty state, without the space around it. */
export function EmptyContent({ title, children }: Props) {
  return (
    <div className="flex flex-col items-center text-center">
      <svg viewBox="0 0 120 12" className="h-3 w-28 text-brass" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M0 6h46M74 6h46" strokeWidth="1" />
        <path d="M60 1.5 64.5 6 60 10.5 55.5 6Z" strokeWidth="1.25" />
        <path d="M51 6h.01M69 6h.01" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      <p className="mt-5 font-serif text-lg font-semibold text-balance text-ink">
        <bdi>{title}</bdi>
      </p>
      {children && <div className="mt-1.5 max-w-prose text-balance text-quiet">{children}</div>}
    </div>
  )
}

/** The next step, and a button that begins with it. */
export function NextStep({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <>
      <p>
        <bdi>{text}</bdi>
      </p>
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2.5 print:hidden">{children}</div>}
    </>
  )
}
