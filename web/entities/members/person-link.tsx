import { type ReactNode, useContext } from 'react'
import { pages } from '../../../contract/pages.ts'
import { useSession } from '../../session/session.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { useRights } from '../accounts/rights.ts'
import { ShownDashboard } from '../accounts/shown-dashboard.ts'

type Props = {
  /** Null for somebody whom the list does not tell: the name is no link then. */
  id: number | null | undefined
  /** The name as it is shown. */
  children: ReactNode
}

/** The name of a person as a link to their page; the plain name for readers who have no such page, such as a delegate. */
export function PersonLink({ id, children }: Props) {
  const dashboard = useContext(ShownDashboard)
  const isSignedIn = useSession() !== undefined
  if (id === null || id === undefined || !isSignedIn) return children
  // Only heads ask for their rights: a long list of an administrator would ask once in every row.
  if (dashboard !== 'admin') return <LinkOfHead id={id}>{children}</LinkOfHead>
  return <RowLink link={{ to: pages.adminDashboard, search: { tab: 'person', id } }}>{children}</RowLink>
}

function LinkOfHead({ id, children }: { id: number; children: ReactNode }) {
  if (!useRights().see_members) return children
  return <RowLink link={{ to: pages.staffDashboard, search: { tab: 'person', id } }}>{children}</RowLink>
}
