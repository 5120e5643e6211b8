import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownMember } from '../../contract/person-names.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { ReviewEvidence } from './review-evidence.tsx'

type Props = {
  listId: string
  listLook?: string
  /** The position of the open posting in the list. */
  position: Message
  current: PostingToReview | undefined
  /** The list; `close` collapses it on a phone. */
  list: (close: () => void) => ReactNode
  evidenceRef?: Ref<HTMLElement>
  /** The content below the evidence. */
  children: ReactNode
}

/** A list of postings on one side, the open one on the other. On a phone the list collapses to the current position. */
export function Desk({ listId, listLook = '', position, current, list, evidenceRef, children }: Props) {
  const say = useSay()
  const language = useLanguage()
  const [isListOpen, setIsListOpen] = useState(false)
  return (
    <div className="grid min-h-0 grid-cols-1 gap-4 max-lg:pb-18 lg:flex-auto lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-card shadow-soft">
        <button
          type="button"
          aria-expanded={isListOpen}
          aria-controls={listId}
          onClick={() => setIsListOpen(!isListOpen)}
          className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-4 font-medium lg:hidden"
        >
          <bdi>{say(position)}</bdi>
          <ChevronDown
            aria-hidden="true"
            className={`size-4.5 text-quiet transition-transform ${isListOpen ? 'rotate-180' : ''}`}
          />
        </button>
        <div id={listId} className={`min-h-0 flex-col lg:flex lg:flex-auto ${listLook} ${isListOpen ? 'flex' : 'hidden'}`}>
          {list(() => setIsListOpen(false))}
        </div>
      </div>

      <section
        ref={evidenceRef}
        tabIndex={evidenceRef ? -1 : undefined}
        aria-label={say(messages.review.evidence)}
        className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-card shadow-soft outline-none"
      >
        <p role="status" className="sr-only">
          {current &&
            say(
              messages.review.opened({
                position,
                name: localized(language, current, 'activity_name'),
                member: shownMember(language, current),
              }),
            )}
        </p>
        {current && <ReviewEvidence key={current.id} posting={current} />}
        {children}
      </section>
    </div>
  )
}
