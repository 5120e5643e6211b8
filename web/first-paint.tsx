import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { messages } from '../contract/messages.ts'
import { LoginScreen } from './auth/login-screen.tsx'
import { BrandMark } from './branding/brand-mark.tsx'
import { Banner } from './ui/banner.tsx'
import { noSummaryYet, PanelHeader } from './ui/panel.tsx'
import { Sidebar, sidebarItem } from './ui/sidebar.tsx'

/**
 * What a page shows before its scripts are there, drawn when the portal is built and written into the page by the server
 * (server/pages/first-paint.ts). The same components as later, so that nothing moves when they take over.
 */
export const firstPaints = {
  login: draw(<LoginScreen />),
  admin: draw(<Frame title="Users" />),
  staff: draw(<Frame title="Activity List" />),
  /** Which panel a tab opens, the dashboard knows. */
  tab: draw(<Frame />),
  failed: draw(<NotStarted />),
}

function draw(page: ReactNode): string {
  return renderToStaticMarkup(page)
}

/** For when its scripts do not come: what is drawn cannot be used, and would say nothing. web/public/start.js shows it. */
function NotStarted() {
  return (
    <div id="not-started" hidden className="fixed inset-x-4 top-4 z-50 mx-auto max-w-md">
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

/** A dashboard without anything that belongs to somebody. */
function Frame({ title }: { title?: string }) {
  return (
    <div className="min-h-dvh lg:flex">
      <Sidebar
        brand={<BrandMark />}
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
      <main className="flex min-w-0 grow flex-col gap-5 px-4 py-6 sm:px-8 sm:py-8">
        {title && <PanelHeader title={title} summary={noSummaryYet} />}
      </main>
    </div>
  )
}
