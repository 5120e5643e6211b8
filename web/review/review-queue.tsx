import { CornerUpLeft, TriangleAlert } from 'lucide-react'
import { type ReactNode, type UIEvent, useEffect, useRef } from 'react'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { useLanguage, useSay } from '../language.ts'
import { dayOf } from '../ui/dates.ts'

type Props = {
  postings: readonly PostingToReview[]
  currentId: number | undefined
  chosen: ReadonlySet<number>
  onOpen: (posting: PostingToReview) => void
  onChoose: (posting: PostingToReview) => void
  onNearEnd: () => void
  /** Below the last entry: the loading state or the error of the next page. */
  children: ReactNode
}

const nearEnd = 800

/** The postings, one short row each. */
export function ReviewQueue({ postings, currentId, chosen, onOpen, onChoose, onNearEnd, children }: Props) {
  const say = useSay()
  const list = useRef<HTMLUListElement>(null)

  // Scrolls only the list: the page must not jump while the reviewer looks at a photo.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another posting is opened.
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.closest('li')
    const frame = list.current
    if (!row || !frame) return
    const above = row.offsetTop - frame.scrollTop
    const below = above + row.offsetHeight - frame.clientHeight
    if (above < 0) frame.scrollTop += above
    else if (below > 0) frame.scrollTop += below
  }, [currentId])

  function watchEnd({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) {
    if (scrollHeight - scrollTop - clientHeight < nearEnd) onNearEnd()
  }

  return (
    <ul
      ref={list}
      aria-label={say(messages.review.queue)}
      onScroll={watchEnd}
      className="relative min-h-0 divide-y divide-line overflow-y-auto overscroll-contain max-lg:max-h-[45dvh] lg:flex-auto"
    >
      {postings.map((posting) => (
        <Row
          key={posting.id}
          posting={posting}
          isOpen={posting.id === currentId}
          isChosen={chosen.has(posting.id)}
          onOpen={() => onOpen(posting)}
          onChoose={() => onChoose(posting)}
        />
      ))}
      {children}
    </ul>
  )
}

type RowProps = { posting: PostingToReview; isOpen: boolean; isChosen: boolean; onOpen: () => void; onChoose: () => void }

function Row({ posting, isOpen, isChosen, onOpen, onChoose }: RowProps) {
  const say = useSay()
  const language = useLanguage()
  const name = localized(language, posting, 'activity_name')
  const { member_name, posted_at, same_image, same_link, edits_since_return } = posting
  const isWarned = same_image.length > 0 || same_link.length > 0 || posting.same_image_elsewhere || posting.same_link_elsewhere
  return (
    <li className={`flex ${isOpen ? 'bg-brand-soft' : isChosen ? 'bg-sunk' : ''}`}>
      <label className="grid w-10 shrink-0 cursor-pointer place-items-center ps-1.5">
        <span className="sr-only">{say(messages.review.selectNamed({ name, member: member_name }))}</span>
        <input type="checkbox" checked={isChosen} onChange={onChoose} className="size-4 accent-brand" />
      </label>
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
        className="min-w-0 grow cursor-pointer py-2 pe-3 text-start text-[0.8125rem] leading-snug focus-visible:-outline-offset-2"
      >
        <span className="flex items-center gap-1.5">
          {/* Truncated at the end of the text, which is the right side of a Latin name even in a right-to-left page. */}
          <span className="flex min-w-0 grow" title={name}>
            <span dir="auto" className="truncate text-sm font-medium">
              {name}
            </span>
          </span>
          {edits_since_return.length > 0 && (
            <>
              <CornerUpLeft aria-hidden="true" className="size-3.5 shrink-0 text-brass rtl:-scale-x-100" />
              <span className="sr-only">{say(messages.review.returnedBefore)}</span>
            </>
          )}
          {isWarned && (
            <>
              <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-brass" />
              <span className="sr-only">{say(messages.review.usedBefore)}</span>
            </>
          )}
        </span>
        <span className={`flex justify-between gap-2 ${isOpen ? 'text-ink' : 'text-quiet'}`}>
          <span dir="auto" className="truncate">
            {member_name}
          </span>
          {/* The date that the queue is sorted by. */}
          <bdi className="shrink-0" title={say(messages.review.postedOn)}>
            <span className="sr-only">{say(messages.review.postedOn)} </span>
            {formatDay(say, dayOf(new Date(posted_at)))}
          </bdi>
        </span>
      </button>
    </li>
  )
}
