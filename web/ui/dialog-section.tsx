import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/**
 * A section at the end of a dialog, as wide as it: a heading that opens more. The content is rendered, and so fetched, when it is opened.
 */
export function DialogSection({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group/section -mx-6 border-t border-line last:-mb-6 last:rounded-b-lg"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 px-6 group-last/section:rounded-b-lg hover:bg-sunk focus-visible:-outline-offset-2">
        <ChevronRight
          aria-hidden="true"
          className="size-4 text-quiet group-open/section:rotate-90 rtl:-scale-x-100 rtl:group-open/section:-rotate-90"
        />
        <h3 className="text-base">{title}</h3>
      </summary>
      {isOpen && children}
    </details>
  )
}
