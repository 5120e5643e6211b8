import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArchiveRestore } from 'lucide-react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'
import { Button } from '../ui/button.tsx'

/** Whether the panel shows what was removed, by its address. */
export function useShowsRemoved(): boolean {
  const { removed } = useSearch({ strict: false }) as { removed?: unknown }
  return removed === 1
}

/** Switches a panel between its rows and those that were removed. In the address, so that Back and a bookmark know it too. */
export function RemovedToggle({ tab }: { tab: 'users' | 'activity' | 'departments' }) {
  const say = useSay()
  const navigate = useNavigate()
  const isShown = useShowsRemoved()
  return (
    <Button
      aria-pressed={isShown}
      className="max-sm:px-3 aria-pressed:bg-brand-soft aria-pressed:text-brand"
      // The search and the filters of one list mean nothing in the other.
      onClick={() => void navigate({ to: '.', search: { tab, ...(isShown ? {} : { removed: 1 as const }) } })}
    >
      <ArchiveRestore aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{say(messages.removed.show)}</span>
    </Button>
  )
}
