import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Branding } from '../contract/branding.ts'
import { messages } from '../contract/languages/catalogue.ts'
import type { pages } from '../contract/pages.ts'
import { LoginLayout } from './auth/login-layout.tsx'
import { BrandMark } from './branding/brand-mark.tsx'
import { Banner } from './ui/banner.tsx'
import { Sidebar, sidebarItem } from './ui/sidebar.tsx'

/**
 * What each page shows until its scripts have loaded, rendered once at build time (scripts/page-shells.ts). A shell is the same
 * for every visitor: layout and branding, no form, no data.
 */
export const shells: Record<keyof typeof pages, { html: string; preload: readonly string[] }> = {
  login: { html: render(<LoginLayout branding={placeholders()} />), preload: [] },
  adminDashboard: {
    html: render(<DashboardShell />),
    preload: ['dashboards/admin-dashboard.tsx', 'users/users-panel.tsx'],
  },
  staffDashboard: {
    html: render(<DashboardShell />),
    preload: ['dashboards/staff-dashboard.tsx', 'activities/catalogue-panel.tsx'],
  },
  grade: { html: '', preload: ['grading/grade-screen.tsx'] },
  statement: { html: '', preload: ['statements/statement-screen.tsx'] },
}

/** Placeholders that the server replaces when it starts. */
function placeholders(): Branding {
  return {
    portal_title: '{portal_title}',
    university_name: '{university_name}',
    footer_credit: '{footer_credit}',
    logo_url: '{logo_url}',
  }
}

function render(shell: ReactNode): string {
  return renderToStaticMarkup(
    <>
      <div inert className="@container/page">
        {shell}
      </div>
      <LoadError />
    </>,
  )
}

function DashboardShell() {
  return (
    <div className="min-h-dvh lg:flex">
      <Sidebar
        brand={<BrandMark branding={placeholders()} />}
        tool={(place) =>
          place === 'side' ? (
            <span className={sidebarItem}>
              <Bell aria-hidden="true" className="size-4.5" />
              <span className="ms-2.5">Notices</span>
            </span>
          ) : (
            <span className="grid size-9 shrink-0 place-items-center">
              <Bell aria-hidden="true" className="size-4.5" />
            </span>
          )
        }
        items={() => null}
        footer={() => null}
      />
    </div>
  )
}

/** Made visible by public/load-error.js. */
function LoadError() {
  return (
    <div id="load-error" hidden className="fixed inset-x-4 top-4 z-50 mx-auto max-w-md">
      <Banner kind="bad">
        <bdi>{messages.general.notStarted}</bdi>{' '}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this page's own. */}
        <a href="" className="inline-block underline underline-offset-4">
          Try again
        </a>
      </Banner>
    </div>
  )
}
