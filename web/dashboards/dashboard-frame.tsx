import { QueryClientProvider } from '@tanstack/react-query'
import { type AsyncRouteComponent, Link, useRouter } from '@tanstack/react-router'
import { Eye } from 'lucide-react'
import { Direction } from 'radix-ui'
import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import { LogoutQuestion } from '../auth/logout-question.tsx'
import { useLogout } from '../auth/use-logout.ts'
import { BrandMark } from '../branding/brand-mark.tsx'
import { useBranding } from '../branding/branding.ts'
import { Letterhead } from '../branding/letterhead.tsx'
import { forgetDrafts } from '../drafts/drafts.ts'
import { useRights, useRightsAfterRefusal } from '../entities/accounts/rights.ts'
import { ShownDashboard } from '../entities/accounts/shown-dashboard.ts'
import { WaitingLine } from '../entities/inbox/waiting-line.tsx'
import { FindButton } from '../finding/find-button.tsx'
import { useFindKeys } from '../finding/find-keys.ts'
import type { HelpTopic } from '../handbook/help-dialog.tsx'
import { useLanguage, useSay } from '../language/language.ts'
import { usePageQueryClient } from '../last-seen/page-query-client.ts'
import { SeenLine } from '../last-seen/seen-line.tsx'
import { Bell } from '../notices/bell.tsx'
import { LiveNotices } from '../notices/live-notices.tsx'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { panelSearch, rememberPanelSearch } from '../routing/panel-search.ts'
import { isPasskeyOffered, useSession } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { formatMoment } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useIsPageAtLeast } from '../ui/page-size.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { PanelHelp } from '../ui/panel-help.ts'
import { usePrinting } from '../ui/printing.ts'
import { Sidebar, sidebarItem } from '../ui/sidebar.tsx'
import { DashboardChoice, useKeepDashboard } from './dashboard-choice.tsx'
import { HeadedGroup, PanelLoading } from './frame-parts.tsx'
import { UserMenu } from './user-menu.tsx'

const CalendarAddressDialog = lazyComponent(() => import('../auth/calendar-address-dialog.tsx'), 'CalendarAddressDialog', 'all')
const LinkAccountDialog = lazyComponent(() => import('../auth/link-account-dialog.tsx'), 'LinkAccountDialog', 'all')
const OpeningPanelDialog = lazyComponent(() => import('../auth/opening-panel-dialog.tsx'), 'OpeningPanelDialog', 'all')
const OwnDetailsDialog = lazyComponent(() => import('../auth/own-details-dialog.tsx'), 'OwnDetailsDialog', 'all')
const PushDialog = lazyComponent(() => import('../entities/push/push-dialog.tsx'), 'PushDialog', 'all')
const ChangePasswordDialog = lazyComponent(() => import('../auth/change-password-dialog.tsx'), 'ChangePasswordDialog')

const HelpDialog = lazyComponent(() => import('../handbook/help-dialog.tsx'), 'HelpDialog', 'all')
const FindDialog = lazyComponent(() => import('../finding/find-dialog.tsx'), 'FindDialog')
const SignInSecurityDialog = lazyComponent(
  () => import('../auth/second-factor/sign-in-security-dialog.tsx'),
  'SignInSecurityDialog',
)

/** One item of the sidebar and the panel it opens. */
export type PanelEntry = {
  tab: string
  label: Message
  Panel: AsyncRouteComponent<object>
  /** The reason why the panel is not shown, or no longer, for a panel that not every user of the dashboard has. */
  missingRight?: Message
  /** The number of things that wait in the panel, after its name in the sidebar. */
  Count?: ComponentType
  /** True for a panel without an item in the sidebar: links of other places lead to it, such as the bell or the dialog of an import. */
  isElsewhere?: boolean
}

/** A group of items of the sidebar that belong together. */
export type PanelGroup = { panels: readonly PanelEntry[]; heading?: { title: Message; name?: string } }

export type BarProps = {
  /** The open panel; undefined on a page of its own. */
  open: string | undefined
  onPreload: (tab: string) => void
}

export type FrameRights = ReturnType<typeof useRights>

export type FrameProps = {
  dashboard: typeof pages.adminDashboard | typeof pages.staffDashboard
  groupsOf: (rights: FrameRights, language: Language) => readonly PanelGroup[]
  /** The panel of that name, or the default one; whether the user may open it or not. */
  openPanel: (tab: unknown) => PanelEntry
  tab: string | undefined
  /** The bar at the lower edge of a small screen, with the notices. Without one, they are in the bar at the top. */
  Bar?: ComponentType<BarProps>
  /** A page of its own in place of a panel, such as the statement: it has the bars of a small screen, and is alone on a wide one. */
  page?: { content: ReactNode; staleTime: number } | undefined
}

/**
 * The frame is exactly as large as the window on a wide screen, and only `main` scrolls. It is positioned and clipped, because hidden text
 * of screen readers is positioned absolutely, and would make the document longer than the window.
 */
const frameLook =
  'relative flex min-h-dvh flex-col lg:h-dvh lg:flex-row lg:overflow-clip print:block print:h-auto print:min-h-0 print:overflow-visible'

/** Around a page of its own the document scrolls at any width. */
const pageFrameLook = 'relative flex min-h-dvh flex-col print:block print:min-h-0'

/** The common frame of both dashboards: sidebar, user menu, open panel. Each signed-in user gets a new frame and a new cache. */
export function DashboardFrame(props: FrameProps) {
  return <FrameOfOnePerson key={useSession()?.id} {...props} />
}

function FrameOfOnePerson(props: FrameProps) {
  // The client is created here, so that cached data never outlives the session.
  const queryClient = usePageQueryClient(props.page?.staleTime ?? 30_000)
  return (
    <QueryClientProvider client={queryClient}>
      <ShownDashboard value={props.dashboard === pages.adminDashboard ? 'admin' : 'staff'}>
        <Frame {...props} />
      </ShownDashboard>
    </QueryClientProvider>
  )
}

function Frame({ dashboard, groupsOf, openPanel, tab: openTab, Bar, page }: FrameProps) {
  const say = useSay()
  const open = openPanel(openTab)
  const current = page ? undefined : open.tab
  const isWide = useIsPageAtLeast(64)
  const rights = useRights()
  const groups = groupsOf(rights, useLanguage())
  const inSidebar = groups.map((group) => ({ ...group, panels: group.panels.filter(({ isElsewhere }) => !isElsewhere) }))
  useRightsAfterRefusal()
  useKeepDashboard(page === undefined)
  useRememberedSearch(dashboard, openPanel)
  // A signed-out user sees no panel: the guard is about to leave this page, and the server would refuse the panel's requests.
  const userId = useSession()?.id
  const isSignedIn = userId !== undefined
  const [changingPassword, setChangingPassword] = useState(false)
  const [editingDetails, setEditingDetails] = useState(false)
  const [securityOpen, setSecurityOpen] = useState(false)
  const [linking, setLinking] = useState(false)
  const [calendarOpen, setCalendarOpen] = useState(false)
  const [pushOpen, setPushOpen] = useState(false)
  const [choosingPanel, setChoosingPanel] = useState(false)
  const [finding, setFinding] = useState(false)
  const [help, setHelp] = useState<HelpTopic>()
  const openPanelHelp = useCallback(() => setHelp({ dashboard, tab: open.tab }), [dashboard, open.tab])
  const branding = useBranding()
  // Staff accounts are linked at the first sign-in at the provider.
  const mayLink = branding.sso_name !== '' && rights.isAdmin
  useFindKeys(isSignedIn, () => setFinding(true))
  usePreload(FindDialog)
  useEffect(() => {
    if (userId === undefined) return
    forgetDrafts(userId)
    // An offer that cannot be loaded is made at another time.
    if (isPasskeyOffered())
      void import('../entities/offers/passkey-offer.ts').then(
        ({ offerPasskey }) => offerPasskey(userId, () => setSecurityOpen(true)),
        () => undefined,
      )
  }, [userId])

  return (
    <Direction.Provider dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
      {isSignedIn && <LiveNotices />}
      <div className={page ? pageFrameLook : frameLook}>
        {!(page && isWide) && (
          <Sidebar
            brand={<BrandMark branding={branding} />}
            tool={(place) =>
              isSignedIn && (
                <>
                  <FindButton place={place} onOpen={() => setFinding(true)} onPreload={() => void FindDialog.preload?.()} />
                  {!(Bar && place === 'bar') && <Bell place={place} onDevice={() => setPushOpen(true)} />}
                </>
              )
            }
            choice={(close) => isSignedIn && <DashboardChoice onChoose={close} />}
            items={(close) => (
              <>
                {inSidebar.map(({ heading, panels }) => {
                  const items = panels.map(({ tab, label, Panel, Count }) => (
                    <li key={tab}>
                      <Link
                        to={dashboard}
                        search={panelSearch(tab)}
                        onClick={close}
                        onPointerEnter={() => void Panel.preload?.()}
                        aria-current={tab === current ? 'page' : undefined}
                        className={sidebarItem}
                      >
                        {say(label)}
                        {Count && isSignedIn && <Count />}
                      </Link>
                    </li>
                  ))
                  return heading ? <HeadedGroup key={heading.title.key} {...heading} items={items} /> : items
                })}
                <li>
                  <LogoutItem />
                </li>
              </>
            )}
            footer={(close) => (
              <UserMenu
                onEditDetails={
                  rights.isAdmin
                    ? () => {
                        close()
                        setEditingDetails(true)
                      }
                    : undefined
                }
                onChangePassword={
                  branding.passwords === 'admins' && !rights.administers
                    ? undefined
                    : () => {
                        close()
                        setChangingPassword(true)
                      }
                }
                onOpenSecurity={() => {
                  close()
                  setSecurityOpen(true)
                }}
                onOpenCalendar={() => {
                  close()
                  setCalendarOpen(true)
                }}
                onOpenPush={() => {
                  close()
                  setPushOpen(true)
                }}
                onChooseOpeningPanel={() => {
                  close()
                  setChoosingPanel(true)
                }}
                onOpenHelp={() => {
                  close()
                  openPanelHelp()
                }}
                onLinkAccount={
                  mayLink
                    ? () => {
                        close()
                        setLinking(true)
                      }
                    : undefined
                }
              />
            )}
          />
        )}
        {page ? (
          page.content
        ) : (
          <OpenPanel
            panel={open}
            isFirst={open === openPanel(undefined)}
            isAllowed={groups.some(({ panels }) => panels.includes(open))}
            onHelp={openPanelHelp}
          />
        )}
        {Bar && isSignedIn && <Bar open={current} onPreload={(tab) => void openPanel(tab).Panel.preload?.()} />}
      </div>
      {finding && (
        <LazyBoundary onFailure={() => setFinding(false)}>
          <FindDialog
            home={rights.pageOfMembers}
            panels={inSidebar.flatMap(({ panels }) =>
              panels.map(({ tab, label }) => ({ key: tab, label, target: { to: dashboard, search: panelSearch(tab) } })),
            )}
            account={[
              { key: 'password', label: messages.password.change, target: () => setChangingPassword(true) },
              { key: 'security', label: messages.signInSecurity.title, target: () => setSecurityOpen(true) },
            ]}
            commands={{
              changePassword: () => setChangingPassword(true),
              signInSecurity: () => setSecurityOpen(true),
              calendarAddress: () => setCalendarOpen(true),
              deviceNotices: () => setPushOpen(true),
              openingPanel: () => setChoosingPanel(true),
              openHandbook: openPanelHelp,
            }}
            onHelp={setHelp}
            onClose={() => setFinding(false)}
          />
        </LazyBoundary>
      )}
      {help && (
        <LazyBoundary onFailure={() => setHelp(undefined)}>
          <HelpDialog topic={help} onClose={() => setHelp(undefined)} />
        </LazyBoundary>
      )}
      {calendarOpen && (
        <LazyBoundary onFailure={() => setCalendarOpen(false)}>
          <CalendarAddressDialog onClose={() => setCalendarOpen(false)} />
        </LazyBoundary>
      )}
      {pushOpen && (
        <LazyBoundary onFailure={() => setPushOpen(false)}>
          <PushDialog onClose={() => setPushOpen(false)} />
        </LazyBoundary>
      )}
      {choosingPanel && (
        <LazyBoundary onFailure={() => setChoosingPanel(false)}>
          <OpeningPanelDialog
            panels={inSidebar.flatMap(({ panels }) => panels)}
            standard={openPanel(undefined)}
            onClose={() => setChoosingPanel(false)}
          />
        </LazyBoundary>
      )}
      {linking && (
        <LazyBoundary onFailure={() => setLinking(false)}>
          <LinkAccountDialog provider={branding.sso_name} onClose={() => setLinking(false)} />
        </LazyBoundary>
      )}
      {securityOpen && (
        <LazyBoundary onFailure={() => setSecurityOpen(false)}>
          <SignInSecurityDialog onClose={() => setSecurityOpen(false)} />
        </LazyBoundary>
      )}
      {editingDetails && (
        <LazyBoundary onFailure={() => setEditingDetails(false)}>
          <OwnDetailsDialog onClose={() => setEditingDetails(false)} />
        </LazyBoundary>
      )}
      {changingPassword && (
        <LazyBoundary onFailure={() => setChangingPassword(false)}>
          <ChangePasswordDialog onClose={() => setChangingPassword(false)} />
        </LazyBoundary>
      )}
    </Direction.Provider>
  )
}

type OpenPanelProps = { panel: PanelEntry; isFirst: boolean; isAllowed: boolean; onHelp: () => void }

function OpenPanel({ panel, isFirst, isAllowed, onHelp }: OpenPanelProps) {
  const say = useSay()
  const isSignedIn = useSession() !== undefined
  const isShown = useShownOnce(panel.tab, isAllowed)
  usePageTitle(say(panel.label), useBranding().portal_title)
  return (
    <main
      id="main"
      tabIndex={-1}
      data-panel=""
      className="relative flex min-w-0 grow flex-col gap-5 px-4 py-6 @max-xs/page:px-3 sm:px-8 sm:py-8 lg:h-dvh lg:overflow-y-auto print:block print:h-auto print:space-y-4 print:overflow-visible print:p-0"
    >
      <PrintedLetterhead />
      {isSignedIn && isFirst && <WaitingLine />}
      <SeenLine isUnderBar />
      {isSignedIn && <ReaderNote />}
      {isSignedIn && !isAllowed && <MissingRight panel={panel} isPanelShown={isShown} />}
      {isSignedIn && isShown && (
        <LazyBoundary resetKey={panel.tab} heading={say(panel.label)} fallback={<PanelLoading label={panel.label} />}>
          <PanelHelp value={onHelp}>
            <panel.Panel />
          </PanelHelp>
        </LazyBoundary>
      )}
    </main>
  )
}

/** Says why there are no buttons. */
function ReaderNote() {
  const say = useSay()
  if (!useRights().isReader) return null
  return (
    <p className="-mb-2 flex items-center gap-2 text-sm text-quiet print:hidden">
      <Eye aria-hidden="true" className="size-4 shrink-0" />
      <bdi>{say(messages.dashboards.readsAll)}</bdi>
    </p>
  )
}

/** Preloads a dialog soon after the page, so that text typed right after the dialog's shortcut is not lost. */
function usePreload({ preload }: Pick<AsyncRouteComponent<object>, 'preload'>) {
  useEffect(() => {
    const timer = setTimeout(() => void preload?.(), 1000)
    return () => clearTimeout(timer)
  }, [preload])
}

/**
 * Whether the panel is shown. It stays open if the right to it ends, so that typed input is not lost. Once left, it does not open again.
 */
function useShownOnce(tab: string, isAllowed: boolean): boolean {
  const [shown, setShown] = useState<string>()
  if (isAllowed && shown !== tab) setShown(tab)
  if (!isAllowed && shown !== undefined && shown !== tab) setShown(undefined)
  return isAllowed || shown === tab
}

function MissingRight({ panel, isPanelShown }: { panel: PanelEntry; isPanelShown: boolean }) {
  const say = useSay()
  const sentence = say(panel.missingRight ?? messages.general.adminsOnly)
  if (isPanelShown) return <Banner kind="bad">{sentence}</Banner>
  return (
    <>
      <h1 className="text-[1.75rem] @max-xs/page:text-xl">{say(panel.label)}</h1>
      <div className="rounded-lg border border-line bg-card shadow-soft">
        <EmptyState title={sentence} />
      </div>
    </>
  )
}

/** Remembers the search of a panel before each load, because a panel may write its search and be left in the same moment. */
function useRememberedSearch(dashboard: FrameProps['dashboard'], openPanel: FrameProps['openPanel']) {
  const router = useRouter()
  useEffect(() => {
    const remember = ({ pathname, search }: { pathname: string; search: Readonly<Record<string, unknown>> }) => {
      if (pathname === dashboard) rememberPanelSearch(openPanel(search['tab']).tab, search)
    }
    remember(router.latestLocation)
    return router.subscribe('onBeforeLoad', ({ toLocation }) => remember(toLocation))
  }, [router, dashboard, openPanel])
}

function LogoutItem() {
  const say = useSay()
  const { ask, leaving, question } = useLogout()
  return (
    <>
      <button type="button" onClick={ask} disabled={leaving} className={sidebarItem}>
        {say(messages.actions.logout)}
      </button>
      <LogoutQuestion {...question} />
    </>
  )
}

/** The letterhead with the date, rendered when the page is printed, so that the date is the day of printing. */
function PrintedLetterhead() {
  const say = useSay()
  if (!usePrinting()) return null
  return (
    <Letterhead>
      <p className="ms-auto text-sm text-quiet">
        {say(messages.general.printed({ moment: formatMoment(say, new Date().toISOString()) }))}
      </p>
    </Letterhead>
  )
}
