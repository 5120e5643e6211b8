import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useContext, useEffect } from 'react'
import { dashboardsOf } from '../../contract/landing.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { Dashboard } from '../../contract/rights.ts'
import { keepDashboard, useRights } from '../entities/accounts/rights.ts'
import { ShownDashboard } from '../entities/accounts/shown-dashboard.ts'
import { useSay } from '../language/language.ts'
import { useSession } from '../session/session.ts'

const places = { admin: pages.adminDashboard, staff: pages.staffDashboard } as const

/** The dashboards of the signed-in user: two for who administers, or reads everything, beside being scored. */
function useOwnDashboards(): readonly Dashboard[] {
  return dashboardsOf(useSession(), useRights())
}

/** The choice at the top of the sidebar; nothing for users with one dashboard. */
export function DashboardChoice({ onChoose }: { onChoose: () => void }) {
  const say = useSay()
  const shown = useContext(ShownDashboard)
  const own = useOwnDashboards()
  if (own.length < 2) return null
  return (
    <nav aria-label={say(messages.dashboards.choice)}>
      <ul className="flex gap-1 rounded-md border border-deep-line p-1">
        {own.map((dashboard) => (
          <li key={dashboard} className="min-w-0 grow">
            <Link
              to={places[dashboard]}
              onClick={onChoose}
              aria-current={dashboard === shown ? 'page' : undefined}
              className="flex min-h-9 items-center justify-center rounded-sm px-2 py-1 text-center text-[0.8125rem] leading-tight font-medium text-on-deep-quiet transition-colors hover:bg-deep-raised/70 hover:text-on-deep focus-visible:outline-brass-bright aria-[current=page]:bg-deep-raised aria-[current=page]:text-on-deep aria-[current=page]:shadow-[inset_0_-2px_0_var(--color-brass-bright)] max-sm:min-h-11"
            >
              <bdi>{say(messages.dashboards[dashboard])}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Keeps which dashboard was opened last, for users with both: signing in leads there. Not for a page of its own, which either may show. */
export function useKeepDashboard(isDashboard: boolean) {
  const queryClient = useQueryClient()
  const dashboard = useContext(ShownDashboard)
  const hasBoth = useOwnDashboards().length > 1
  useEffect(() => {
    if (isDashboard && hasBoth) keepDashboard(queryClient, dashboard)
  }, [isDashboard, hasBoth, dashboard, queryClient])
}
