import type { ReactNode } from 'react'
import { SkipLink } from './skip-link.tsx'
import { Toasts } from './toast.tsx'

/** What every page has around its content. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <div className="@container/page">{children}</div>
      <Toasts />
    </>
  )
}
