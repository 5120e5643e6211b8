import { CornerUpLeft, TriangleAlert } from 'lucide-react'
import { type ReactNode, type UIEvent, useEffect, useRef } from 'react'
import { accountName } from '../../contract/account-names.ts'
import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { shownMember } from '../../contract/person-names.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { useLanguage, useSay } from '../language/language.ts'
import { dayOf } from '../ui/dates.ts'
import { isWarned } from './second-look.ts'

type Props = {
  label: string
  postings: readonly PostingToReview[]
  currentId: number | undefined
  chosen?: ReadonlySet<number>
  onOpen: (posting: PostingToReview) => void
  /** Selects a posting. Undefined where nothing can be selected: in the lists of decided postings. */
  onChoose?: (posting: PostingToReview) => void
  onNearEnd: () => void
  /** The part below the last entry: the loading state or the error of the next page. */
  children: ReactNode
}

const nearEnd = 800

/** The postings, one short row each. */
export function ReviewQueue({ label, postings, currentId, chosen, onOpen, onChoose, onNearEnd, children }: Props) {
  const list = useRef<HTMLUListElement>(null)

  // The effect scrolls only the list: the page must not jump while the reviewer looks at a photo.
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
      aria-label={label}
      onScroll={watchEnd}
      className="relative min-h-0 divide-y divide-line overflow-y-auto overscroll-contain max-lg:max-h-[45dvh] lg:flex-auto"
    >
      {postings.map((posting) => (
        <Row
          key={posting.id}
          posting={posting}
          isOpen={posting.id === currentId}
          isChosen={chosen?.has(posting.id) ?? false}
          onOpen={() => onOpen(posting)}
          onChoose={onChoose && (() => onChoose(posting))}
        />
      ))}
      {children}
    </ul>
  )
}

type RowProps = {
  posting: PostingToReview
  isOpen: boolean
  isChosen: boolean
  onOpen: () => void
  onChoose: (() => void) | undefined
}

function Row({ posting, isOpen, isChosen, onOpen, onChoose }: RowProps) {
  const say = useSay()
  const language = useLanguage()
  const name = localized(language, posting, 'activity_name')
  const member = shownMember(language, posting)
  const { posted_at, edits_since_return, state, reviewed_at, reviewed_by_name } = posting
  // The day is the date that the list is sorted by.
  const day = formatDay(say, dayOf(new Date(reviewed_at ?? posted_at)))
  return (
    // The list may have thousands of rows; the browser skips those that are not visible.
    <li
      className={`flex [contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto] ${isOpen ? 'bg-brand-soft' : isChosen ? 'bg-sunk' : ''}`}
    >
      {onChoose && (
        <label className="grid w-10 shrink-0 cursor-pointer place-items-center ps-1.5">
          <span className="sr-only">{say(messages.review.selectNamed({ name, member }))}</span>
          <input type="checkbox" checked={isChosen} onChange={onChoose} className="size-4 accent-brand" />
        </label>
      )}
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={onOpen}
        className={`min-w-0 grow cursor-pointer py-2 pe-3 ${onChoose ? '' : 'ps-3.5'} text-start text-[0.8125rem] leading-snug focus-visible:-outline-offset-2`}
      >
        <span className="flex items-center gap-1.5">
          {/* The name is truncated at the end of the text, which is the right side of a Latin name even in a right-to-left page. */}
          <span className="flex min-w-0 grow" title={name}>
            <span dir="auto" className="truncate text-sm font-medium">
              {name}
            </span>
          </span>
          {state === 'posted' && edits_since_return.length > 0 && (
            <>
              <CornerUpLeft aria-hidden="true" className="size-3.5 shrink-0 text-brass rtl:-scale-x-100" />
              <span className="sr-only">{say(messages.review.returnedBefore)}</span>
            </>
          )}
          {isWarned(posting) && (
            <>
              <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0 text-brass" />
              <span className="sr-only">{say(messages.review.usedBefore)}</span>
            </>
          )}
        </span>
        <span className={`flex justify-between gap-2 ${isOpen ? 'text-ink' : 'text-quiet'}`}>
          <span dir="auto" className="truncate">
            {member}
          </span>
          {!reviewed_at && (
            <bdi className="shrink-0" title={say(messages.review.postedOn)}>
              <span className="sr-only">{say(messages.review.postedOn)} </span>
              {day}
            </bdi>
          )}
        </span>
        {reviewed_at && (
          <span className={`flex ${isOpen ? 'text-ink' : 'text-quiet'}`}>
            <span dir="auto" className="text-as-around truncate">
              {say(messages.review.reviewedBy({ who: accountName(say, reviewed_by_name ?? ''), day }))}
            </span>
          </span>
        )}
      </button>
    </li>
  )
}
