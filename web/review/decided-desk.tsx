import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { mostDecidedCounted } from '../../contract/limits.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { useKeysSwitch } from '../entities/review/keys-switch.ts'
import type { useReviewQueue } from '../entities/review/review.api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { Desk } from './desk.tsx'
import { MoreToCome, useMore } from './more-postings.tsx'
import { indexIn, type Place } from './queue-place.ts'
import { useReviewKeys } from './review-keys.ts'
import { ReviewQueue } from './review-queue.tsx'

type Props = { list: ReturnType<typeof useReviewQueue>; postings: readonly PostingToReview[]; label: string }

const nothing = () => undefined

/** The decided postings on one side, the open one with its history on the other: as in the queue, to look at and to take back. */
export function DecidedDesk({ list, postings, label }: Props) {
  const [place, setPlace] = useState<Place>()
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
  return (
    <Desk
      listId="decided-list"
      listLook="overflow-hidden rounded-b-lg max-lg:border-t max-lg:border-line lg:rounded-t-lg"
      position={messages.review.position({ number: index + 1, total })}
      current={current}
      evidenceRef={evidence}
      list={(close) => (
        <ReviewQueue
          label={label}
          postings={postings}
          currentId={current?.id}
          onOpen={({ id }) => {
            setPlace({ id, index: postings.findIndex((other) => other.id === id) })
            close()
          }}
          onNearEnd={loadMore}
        >
          <MoreToCome queue={list} />
        </ReviewQueue>
      )}
    >
      <Steps isFirst={index <= 0} isLast={index >= postings.length - 1} onPrevious={() => go(-1)} onNext={() => go(1)} />
    </Desk>
  )
}

/** Moves focus to the next posting when the open one left the list, because its review was taken back: its pressed button is gone. */
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

/** The buttons for the steps. On a phone they stay at the lower edge, as the actions of the queue do. */
function Steps({ isFirst, isLast, onPrevious, onNext }: StepsProps) {
  const say = useSay()
  return (
    <div
      data-bottom-bar=""
      className="z-10 flex items-center justify-between gap-2.5 border-t border-line bg-card px-4 py-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--links-bar,0px) max-lg:shadow-lifted lg:justify-start lg:rounded-b-lg"
    >
      {/* The button is aria-disabled, because a disabled one would lose focus at the end of the list. */}
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
