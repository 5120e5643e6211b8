import { ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import { mostDecidedCounted, type PostingToReview } from '../../contract/review.ts'
import { useLanguage, useSay } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { MoreToCome, useMore } from './more-postings.tsx'
import { indexIn, type Place } from './queue-place.ts'
import type { useReviewQueue } from './review.api.ts'
import { ReviewEvidence } from './review-evidence.tsx'
import { useKeysSwitch, useReviewKeys } from './review-keys.ts'
import { ReviewQueue } from './review-queue.tsx'

type Props = { list: ReturnType<typeof useReviewQueue>; postings: readonly PostingToReview[]; label: string }

const nothing = () => undefined

/** What was decided on one side, the open posting with its history on the other: as in the queue, to look at and to take back. */
export function DecidedDesk({ list, postings, label }: Props) {
  const say = useSay()
  const language = useLanguage()
  const [place, setPlace] = useState<Place>()
  const [isListOpen, setIsListOpen] = useState(false)
  const [keysAreOn] = useKeysSwitch()
  const index = indexIn(postings, place)
  const current = postings[index]
  const loadMore = useMore(list, postings.length - index <= 10)
  const evidence = useFocusOnNext(current?.id)

  function go(steps: 1 | -1) {
    const next = postings[index + steps]
    if (next) setPlace({ id: next.id, index: index + steps })
  }
  useReviewKeys(
    {
      next: () => go(1),
      previous: () => go(-1),
      verify: nothing,
      return: nothing,
      select: nothing,
      undo: nothing,
      help: nothing,
    },
    keysAreOn,
  )

  const total = list.count < mostDecidedCounted ? list.count : messages.review.atLeast({ number: list.count })
  const position = messages.review.position({ number: index + 1, total })
  return (
    <div className="grid min-h-0 grid-cols-1 gap-4 max-lg:pb-18 lg:flex-auto lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-card shadow-soft">
        <button
          type="button"
          aria-expanded={isListOpen}
          aria-controls="decided-list"
          onClick={() => setIsListOpen(!isListOpen)}
          className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-4 font-medium lg:hidden"
        >
          <bdi>{say(position)}</bdi>
          <ChevronDown
            aria-hidden="true"
            className={`size-4.5 text-quiet transition-transform ${isListOpen ? 'rotate-180' : ''}`}
          />
        </button>
        <div
          id="decided-list"
          className={`min-h-0 flex-col overflow-hidden rounded-b-lg max-lg:border-t max-lg:border-line lg:rounded-t-lg lg:flex lg:flex-auto ${isListOpen ? 'flex' : 'hidden'}`}
        >
          <ReviewQueue
            label={label}
            postings={postings}
            currentId={current?.id}
            onOpen={({ id }) => {
              setPlace({ id, index: postings.findIndex((other) => other.id === id) })
              setIsListOpen(false)
            }}
            onNearEnd={loadMore}
          >
            <MoreToCome queue={list} />
          </ReviewQueue>
        </div>
      </div>

      <section
        ref={evidence}
        tabIndex={-1}
        aria-label={say(messages.review.evidence)}
        className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-card shadow-soft outline-none"
      >
        <p role="status" className="sr-only">
          {current &&
            say(
              messages.review.opened({
                position,
                name: localized(language, current, 'activity_name'),
                member: current.member_name,
              }),
            )}
        </p>
        {current && <ReviewEvidence key={current.id} posting={current} />}
        <Steps isFirst={index <= 0} isLast={index >= postings.length - 1} onPrevious={() => go(-1)} onNext={() => go(1)} />
      </section>
    </div>
  )
}

/** When the open posting left the list, because its review was taken back, its pressed button is gone: focus goes to the next posting. */
function useFocusOnNext(currentId: number | undefined) {
  const section = useRef<HTMLElement>(null)
  const before = useRef(currentId)
  useEffect(() => {
    if (before.current !== currentId && document.activeElement === document.body) section.current?.focus({ preventScroll: true })
    before.current = currentId
  }, [currentId])
  return section
}

type StepsProps = { isFirst: boolean; isLast: boolean; onPrevious: () => void; onNext: () => void }

/** On a phone it stays at the lower edge, as the actions of the queue do. */
function Steps({ isFirst, isLast, onPrevious, onNext }: StepsProps) {
  const say = useSay()
  return (
    <div
      data-bottom-bar=""
      className="z-10 flex items-center justify-between gap-2.5 border-t border-line bg-card px-4 py-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--links-bar,0px) max-lg:shadow-lifted lg:justify-start lg:rounded-b-lg"
    >
      {/* aria-disabled, because a disabled button would lose focus at the end of the list. */}
      <Button
        aria-keyshortcuts="K P"
        aria-disabled={isFirst || undefined}
        onClick={onPrevious}
        className="min-h-11 aria-disabled:opacity-60"
      >
        <ChevronLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
        {say(messages.review.previous)}
      </Button>
      <Button
        aria-keyshortcuts="J N"
        aria-disabled={isLast || undefined}
        onClick={onNext}
        className="min-h-11 aria-disabled:opacity-60"
      >
        {say(messages.review.next)}
        <ChevronRight aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
      </Button>
    </div>
  )
}
