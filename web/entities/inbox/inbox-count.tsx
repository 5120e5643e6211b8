import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { SidebarCount } from '../../ui/sidebar-count.tsx'
import { useInboxCount } from './inbox.api.ts'

/** The number of lines that wait, in the sidebar. It is left out if there are none. */
export function InboxCount() {
  const say = useSay()
  const count = useInboxCount() ?? 0
  return count === 0 ? null : <SidebarCount count={count} words={say(messages.waiting.things({ count }))} />
}
