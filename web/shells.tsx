import { Bell } from 'lucide-react'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Branding } from '../contract/branding.ts'
import { type Catalogue, messages } from '../contract/languages/catalogue.ts'
import { catalogues } from '../contract/languages/catalogues.ts'
import { directionOf, type Language, languages } from '../contract/languages/languages.ts'
import type { pages } from '../contract/pages.ts'
import { LoginLayout } from './auth/login-layout.tsx'
import { BrandMark } from './branding/brand-mark.tsx'
import { StaffBarShell } from './dashboards/staff-bar.tsx'
import { FindFace } from './finding/find-button.tsx'
import { pageWordsId, say, setLanguage, useSay } from './language/language.ts'
import { Banner } from './ui/banner.tsx'
import { SidebarShell, sidebarItem } from './ui/sidebar.tsx'

/** `data` is what the page asks the server for first: the request leaves with the scripts, not after them. */
type Shell = { html: string; preload: readonly string[]; data?: '/auth/me' }

/** The words of index.html itself, outside of the application. */
type PageWords = { lang: Language; dir: 'ltr' | 'rtl'; description: string; needsScript: string }

/**
 * The shells that the pages show until their scripts have loaded, in one language; rendered once at build time (scripts/page-shells.ts). A
 * shell is the same for every visitor: layout and branding, no form, no data.
 */
export function shellsIn(language: Language): { words: PageWords; shells: Record<keyof typeof pages | 'index', Shell> } {
  setLanguage(language, catalogues[language])
  const router = 'router.tsx'
  const catalogue = `../contract/languages/${language}/first.ts`
  const loginShell =
    render(<LoginLayout branding={placeholders()} hiddenLanguage={(code) => `{hide_${code}}`} />) +
    loginWords(catalogues[language])
  return {
    words: {
      lang: language,
      dir: directionOf(language),
      description: say(messages.pages.description),
      needsScript: say(messages.pages.needsScript),
    },
    shells: {
      login: { html: loginShell, preload: [] },
      forgotPassword: { html: loginShell, preload: [router, 'auth/forgot-password-screen.tsx'] },
      resetPassword: { html: loginShell, preload: [router, 'auth/reset-password-screen.tsx'] },
      adminDashboard: {
        html: render(<DashboardShell />),
        preload: [router, catalogue, 'dashboards/admin-dashboard.tsx', 'users/users-panel.tsx'],
        data: '/auth/me',
      },
      staffDashboard: {
        html: render(<DashboardShell bar={<StaffBarShell />} />),
        preload: [router, catalogue, 'dashboards/staff-dashboard.tsx', 'activities/catalogue-panel.tsx'],
        data: '/auth/me',
      },
      grade: { html: render(null), preload: [router, catalogue, 'dashboards/grade-page.tsx'], data: '/auth/me' },
      statement: { html: render(null), preload: [router, catalogue, 'dashboards/statement-page.tsx'], data: '/auth/me' },
      // This shell is for an address that does not exist.
      index: { html: render(null), preload: [router, catalogue] },
    },
  }
}

/**
 * The words of the login page and of those for a forgotten password. They are in their HTML: with the whole catalogue the page would be
 * over its budget of JavaScript.
 */
function loginWords({
  general,
  actions,
  fields,
  auth,
  password,
  passkeySignIn,
  forgottenPassword,
  sso,
  pages,
}: Catalogue): string {
  const json = JSON.stringify({
    general,
    actions,
    fields,
    auth,
    password,
    passkeySignIn,
    forgottenPassword,
    sso,
    pages,
  }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${pageWordsId}">${json}</script>`
}

/** Placeholders that the server replaces. */
function placeholders(): Branding {
  return {
    portal_title: '{portal_title}',
    short_title: '{short_title}',
    university_name: '{university_name}',
    footer_credit: '{footer_credit}',
    logo_url: '{logo_url}',
    contact: '{contact}',
    forgotten_password: 'ask',
    sso_name: '{sso_name}',
    languages: [...languages],
  }
}

function render(shell: ReactNode): string {
  return renderToStaticMarkup(
    <>
      {shell && (
        <div inert className="@container/page">
          {shell}
        </div>
      )}
      <LoadError />
    </>,
  )
}

/** The shell of a dashboard. With a bar at the lower edge of a small screen, the bar at the top has no notices. */
function DashboardShell({ bar }: { bar?: ReactNode }) {
  const say = useSay()
  return (
    <div className="flex min-h-dvh flex-col lg:flex-row">
      <SidebarShell
        brand={<BrandMark branding={placeholders()} />}
        tool={(place) =>
          place === 'side' ? (
            <>
              <span className={sidebarItem}>
                <FindFace place={place} />
              </span>
              <span className={sidebarItem}>
                <Bell aria-hidden="true" className="size-4.5" />
                <span className="ms-2.5">{say(messages.panels.notices)}</span>
              </span>
            </>
          ) : (
            <>
              <span className="grid size-9 shrink-0 place-items-center">
                <FindFace place={place} />
              </span>
              {!bar && (
                <span className="grid size-9 shrink-0 place-items-center">
                  <Bell aria-hidden="true" className="size-4.5" />
                </span>
              )}
            </>
          )
        }
        items={() => null}
        footer={() => null}
      />
      <div className="grow" />
      {bar}
    </div>
  )
}

/** The notice that public/load-error.js makes visible. */
function LoadError() {
  const say = useSay()
  return (
    <div id="load-error" hidden className="fixed inset-x-4 top-4 z-50 mx-auto max-w-md">
      <Banner kind="bad">
        <bdi>{say(messages.general.notStarted)}</bdi>{' '}
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is this page's own. */}
        <a href="" className="inline-block underline underline-offset-4">
          {say(messages.actions.tryAgain)}
        </a>
      </Banner>
    </div>
  )
}
