import { Link } from '@tanstack/react-router'
import { Bell, ListChecks, type LucideIcon, Plus, UserRound } from 'lucide-react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { useUnreadCount } from '../entities/notices/notices.api.ts'
import { useSay } from '../language/language.ts'
import { panelSearch } from '../routing/panel-search.ts'
import { BottomBar, BottomBarFace, bottomBarItem } from '../ui/bottom-bar.tsx'
import { useIsPageAtLeast } from '../ui/page-size.ts'
import type { BarProps } from './dashboard-frame.tsx'

type Item = { key: string; Icon: LucideIcon; label: Message; isMain?: boolean }

const post: Item = { key: 'post', Icon: Plus, label: messages.activities.post, isMain: true }
const items: readonly Item[] = [
  { key: 'activity', Icon: ListChecks, label: messages.panels.activity },
  { key: 'your-activity', Icon: UserRound, label: messages.panels.yourActivity },
  post,
  { key: 'notices', Icon: Bell, label: messages.panels.notices },
]

/** The bar of a small screen: what staff use every day, and posting from every panel. The rest is in the menu. */
export function StaffBar({ open, onPreload }: BarProps) {
  const say = useSay()
  const unread = useUnreadCount()
  // The bar is not hidden by a style: the style sheet asks whether there is a bar.
  if (useIsPageAtLeast(64)) return null
  return (
    <BottomBar label={say(messages.general.shortcuts)}>
      {items.map(({ key, Icon, label, isMain = false }) => (
        <li key={key} className="min-w-0">
          {isMain ? (
            <Link
              to={pages.staffDashboard}
              search={{ ...panelSearch('your-activity'), post: 1 }}
              resetScroll={false}
              onPointerEnter={() => onPreload('your-activity')}
              aria-label={say(messages.postedActivities.postNew)}
              className={bottomBarItem}
            >
              <BottomBarFace Icon={Icon} label={say(label)} isMain />
            </Link>
          ) : (
            <Link
              to={pages.staffDashboard}
              search={panelSearch(key)}
              onPointerEnter={() => onPreload(key)}
              aria-current={key === open ? 'page' : undefined}
              aria-label={key === 'notices' && unread > 0 ? say(messages.notices.bellUnread({ count: unread })) : undefined}
              className={bottomBarItem}
            >
              <BottomBarFace Icon={Icon} label={say(label)} count={key === 'notices' ? unread : 0} />
            </Link>
          )}
        </li>
      ))}
    </BottomBar>
  )
}

/** The bar until the scripts have loaded. */
export function StaffBarShell() {
  const say = useSay()
  return (
    <BottomBar label={say(messages.general.shortcuts)}>
      {items.map(({ key, Icon, label, isMain = false }) => (
        <li key={key} className={bottomBarItem}>
          <BottomBarFace Icon={Icon} label={say(label)} isMain={isMain} />
        </li>
      ))}
    </BottomBar>
  )
}
