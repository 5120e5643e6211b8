import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '../../../contract/dates.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'

const PostingTimeline = lazyComponent(() => import('./posting-timeline.tsx'), 'PostingTimeline')

/** The history of a posting. It is loaded when it is opened: most are never opened. */
export function PostingHistory({ posting, startsOpen = false }: { posting: PostedActivity; startsOpen?: boolean }) {
  const say = useSay()
  const name = localized(useLanguage(), posting, 'activity_name')
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)} className="group/history text-sm">
      <summary className="-mx-1.5 flex min-h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-md px-1.5 font-medium text-quiet hover:bg-sunk hover:text-ink max-sm:min-h-10">
        <ChevronRight
          aria-hidden="true"
          className="size-4 group-open/history:rotate-90 rtl:-scale-x-100 rtl:group-open/history:-rotate-90"
        />
        {say(messages.postingHistory.title)}{' '}
        <span className="sr-only">
          {say(
            messages.postingHistory.of({
              name: messages.general.nameAndDay({ name, day: formatDay(say, posting.starting_date) }),
            }),
          )}
        </span>
      </summary>
      {isOpen && (
        <LazyBoundary>
          <PostingTimeline id={posting.id} />
        </LazyBoundary>
      )}
    </details>
  )
}
