import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArchiveRestore, ArrowLeft } from 'lucide-react'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { panelSearch, rememberPanelSearch } from '../../routing/panel-search.ts'
import { Button, buttonLook } from '../../ui/button.tsx'

/** Whether the panel shows its removed rows, by its address. */
export function useShowsRemoved(): boolean {
  const { removed } = useSearch({ strict: false }) as { removed?: unknown }
  return removed === 1
}

/** The key for the search and the filters of a panel's rows while its removed rows are shown, for which they mean nothing. */
const rowsOf = (tab: string) => `${tab} rows`

/** Opens the removed rows of a panel. They are in the address, so that Back and a bookmark know them too. */
export function RemovedButton({ tab }: { tab: string }) {
  const say = useSay()
  const navigate = useNavigate()
  const search = useSearch({ strict: false })

  function show() {
    rememberPanelSearch(rowsOf(tab), search)
    void navigate({ to: '.', search: { tab, removed: 1 } })
  }

  return (
    <Button className="max-sm:px-3" onClick={show}>
      <ArchiveRestore aria-hidden="true" className="size-4" />
      <span className="max-sm:sr-only">{say(messages.removed.show)}</span>
    </Button>
  )
}

/** The link back to the rows of the panel, as they were searched and filtered. */
export function BackFromRemoved({ tab, panel }: { tab: string; panel: Message }) {
  const say = useSay()
  return (
    <Link to="." search={{ ...panelSearch(rowsOf(tab)), tab }} className={buttonLook('plain', 'medium')}>
      <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
      {say(messages.removed.back({ panel }))}
    </Link>
  )
}
