import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatDay } from '../../../contract/dates.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { localized } from '../../../contract/localized.ts'
import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { useLanguage, useSay } from '../../language/language.ts'
import { LazyBoundary, lazyComponent } from '../../routing/lazy-component.tsx'

const PostingTimeline = lazyComponent(() => import('./posting-timeline.tsx'), 'PostingTimeline', 'all')
const PostingMessageForm = lazyComponent(() => import('./posting-message-form.tsx'), 'PostingMessageForm')

/**
 * The history of a posting with its messages, and the button to write one. It is loaded when it is opened: most are never opened. Nothing is
 * written about a verified posting, or in a closed term.
 */
export function PostingHistory({ posting, startsOpen = false }: { posting: PostedActivity; startsOpen?: boolean }) {
  const say = useSay()
  const name = localized(useLanguage(), posting, 'activity_name')
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [isWriting, setIsWriting] = useState(false)
  const mayWrite = posting.state !== 'verified' && posting.term_status === 'open'
  const about = messages.postingHistory.of({
    name: messages.general.nameAndDay({ name, day: formatDay(say, posting.starting_date) }),
  })

  const button = useRef<HTMLButtonElement>(null)
  const hasWritten = useRef(false)
  // The form had the focus and is gone; the button is there again.
  useEffect(() => {
    if (isWriting || !hasWritten.current) return
    hasWritten.current = false
    button.current?.focus()
  }, [isWriting])

  function write() {
    if (navigator.onLine !== false) setIsOpen(true)
    setIsWriting(true)
  }

  function endWriting() {
    hasWritten.current = true
    setIsWriting(false)
  }

  return (
    <div className="flex flex-wrap items-start gap-x-4 text-sm">
      <details
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
        className={`group/history min-w-0 ${isOpen ? 'basis-full' : ''}`}
      >
        <summary className="-mx-1.5 flex min-h-8 w-fit cursor-pointer list-none items-center gap-1 rounded-md px-1.5 font-medium text-quiet hover:bg-sunk hover:text-ink pointer-coarse:min-h-11 max-sm:min-h-11">
          <ChevronRight
            aria-hidden="true"
            className="size-4 group-open/history:rotate-90 rtl:-scale-x-100 rtl:group-open/history:-rotate-90"
          />
          {say(messages.postingHistory.title)} <span className="sr-only">{say(about)}</span>
        </summary>
        {isOpen && (
          <LazyBoundary>
            <PostingTimeline posting={posting} />
          </LazyBoundary>
        )}
      </details>
      {/* Not within the history, which cannot be loaded without a network. */}
      {mayWrite && isWriting && (
        <div className="basis-full">
          <LazyBoundary>
            <PostingMessageForm posting={posting} onClose={endWriting} />
          </LazyBoundary>
        </div>
      )}
      {mayWrite && !isWriting && (
        <button
          ref={button}
          type="button"
          onClick={write}
          className="min-h-8 shrink-0 cursor-pointer rounded-md text-[0.8125rem] font-medium text-brand underline-offset-2 hover:underline pointer-coarse:min-h-11 max-sm:min-h-11"
        >
          {say(messages.questions.write)} <span className="sr-only">{say(about)}</span>
        </button>
      )}
    </div>
  )
}
