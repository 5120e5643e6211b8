import { Link } from '@tanstack/react-router'
import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { panelSearch } from '../../routing/panel-search.ts'
import { useInboxCount } from './inbox.api.ts'

/**
 * One line that says what waits, at the top of the first panel. It stands in the free edge above the title, so that nothing moves when the
 * number arrives.
 */
export function WaitingLine() {
  const say = useSay()
  const count = useInboxCount() ?? 0
  if (count === 0) return null
  return (
    <div className="absolute start-4 top-0 max-w-[calc(100%-2rem)] @max-xs/page:start-3 sm:start-8 sm:top-1 print:hidden">
      <Link
        to="."
        search={panelSearch('inbox')}
        dir="auto"
        className="block truncate py-0.5 text-[0.8125rem] leading-5 font-medium text-brand underline-offset-4 after:absolute after:inset-x-0 after:top-0 after:-bottom-3 hover:underline"
      >
        {say(messages.waiting.look({ things: messages.waiting.things({ count }) }))}
      </Link>
    </div>
  )
}
