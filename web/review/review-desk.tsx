import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { useLanguage, useSay } from '../language.ts'
import { imageAddress, thumbnailOf } from '../posted-activities/evidence.ts'
import { Spinner } from '../ui/spinner.tsx'
import { KeysDialog, KeysLegend } from './keys.tsx'
import { MoreToCome, useMore } from './more-postings.tsx'
import { ReturnDialog } from './return-dialog.tsx'
import type { useReviewQueue } from './review.api.ts'
import { ReviewBar } from './review-bar.tsx'
import { ReviewEvidence } from './review-evidence.tsx'
import { useKeysSwitch, useReviewKeys } from './review-keys.ts'
import { ReviewQueue } from './review-queue.tsx'
import { useReviewWork } from './review-work.ts'

type Queue = ReturnType<typeof useReviewQueue>
type Props = { queue: Queue; postings: readonly PostingToReview[] }

/** The queue on one side, the open posting on the other. On a phone the queue collapses to the current position. */
export function ReviewDesk({ queue, postings }: Props) {
  const say = useSay()
  const language = useLanguage()
  const work = useReviewWork(postings)
  const { current, index, selected, chosen } = work
  const count = queue.count - (postings.length - work.queue.length)
  const [keysAreOn, turnKeys] = useKeysSwitch()
  const [isKeysOpen, setIsKeysOpen] = useState(false)
  const [isListOpen, setIsListOpen] = useState(false)
  const loadMore = useMore(queue, work.queue.length - index <= 10)
  useImagesAhead(work.queue.slice(index + 1, index + 3))

  useReviewKeys(
    {
      verify: work.verify,
      return: work.askReason,
      next: () => work.go(1),
      previous: () => work.go(-1),
      select: () => current && work.toggle(current),
      undo: work.undo,
      help: () => setIsKeysOpen(true),
    },
    keysAreOn,
  )

  const position = messages.review.position({ number: index + 1, total: count })
  return (
    <div className="grid min-h-0 grid-cols-1 gap-4 max-lg:pb-18 lg:flex-auto lg:grid-cols-[17rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-card shadow-soft">
        <button
          type="button"
          aria-expanded={isListOpen}
          aria-controls="review-queue"
          onClick={() => setIsListOpen(!isListOpen)}
          className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-4 font-medium lg:hidden"
        >
          <bdi>{say(position)}</bdi>
          <ChevronDown
            aria-hidden="true"
            className={`size-4.5 text-quiet transition-transform ${isListOpen ? 'rotate-180' : ''}`}
          />
        </button>
        <div id="review-queue" className={`min-h-0 flex-col lg:flex lg:flex-auto ${isListOpen ? 'flex' : 'hidden'}`}>
          <div className="flex min-h-11 items-center border-b border-line pe-3 text-[0.8125rem] text-quiet max-lg:border-t">
            <SelectAll queue={queue} selected={selected.length} count={count} onAll={work.choose} onNone={work.chooseNone} />
            <span role="status" className="ms-auto font-medium text-ink">
              <bdi>{selected.length > 0 && say(messages.review.selected({ number: selected.length }))}</bdi>
            </span>
          </div>
          <ReviewQueue
            label={say(messages.review.queue)}
            postings={work.queue}
            currentId={current?.id}
            chosen={chosen}
            onOpen={(posting) => {
              work.open(posting)
              setIsListOpen(false)
            }}
            onChoose={work.toggle}
            onNearEnd={loadMore}
          >
            <MoreToCome queue={queue} />
          </ReviewQueue>
          <KeysLegend areOn={keysAreOn} onOpen={() => setIsKeysOpen(true)} />
        </div>
      </div>

      <section
        aria-label={say(messages.review.evidence)}
        className="flex min-h-0 min-w-0 flex-col rounded-lg border border-line bg-card shadow-soft"
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
        <ReviewBar
          selected={selected.length}
          isFirst={index <= 0}
          isLast={index >= work.queue.length - 1}
          withKeys={keysAreOn}
          onPrevious={() => work.go(-1)}
          onNext={() => work.go(1)}
          onReturn={work.askReason}
          onVerify={work.verify}
        />
      </section>
      {work.returning && <ReturnDialog postings={work.returning} onReturn={work.giveBack} onClose={work.closeReason} />}
      {isKeysOpen && <KeysDialog areOn={keysAreOn} onTurn={turnKeys} onClose={() => setIsKeysOpen(false)} />}
    </div>
  )
}

type SelectAllProps = {
  queue: Queue
  selected: number
  count: number
  onAll: (postings: readonly PostingToReview[]) => void
  onNone: () => void
}

/** All of the queue, not only the pages that are loaded: those that are missing are loaded first. */
function SelectAll({ queue, selected, count, onAll, onNone }: SelectAllProps) {
  const say = useSay()
  const [isLoading, setIsLoading] = useState(false)

  async function selectAll() {
    setIsLoading(true)
    let all: Pick<Queue, 'data' | 'hasNextPage' | 'isError'> = queue
    while (all.hasNextPage && !all.isError) all = await queue.fetchNextPage({ cancelRefetch: false })
    setIsLoading(false)
    // The list itself shows why a page is missing.
    if (!all.isError) onAll(all.data?.pages.flatMap(({ postings }) => postings) ?? [])
  }

  return (
    <label className="flex min-h-11 cursor-pointer items-center">
      <span className="grid w-10 place-items-center ps-1.5">
        <input
          type="checkbox"
          ref={(box) => {
            if (box) box.indeterminate = selected > 0 && selected < count
          }}
          checked={selected > 0}
          disabled={isLoading}
          onChange={() => (selected > 0 ? onNone() : void selectAll())}
          className="size-4 accent-brand"
        />
      </span>
      <bdi>{say(messages.review.selectAll({ number: count }))}</bdi>
      {isLoading && (
        <span className="ms-2">
          <Spinner />
        </span>
      )}
    </label>
  )
}

/** Prefetches the first picture of the next postings, so that they show at once. */
function useImagesAhead(next: readonly PostingToReview[]) {
  const addresses = next
    .flatMap(({ image_id, files: [first] }) => (image_id ? [imageAddress(image_id)] : first ? [thumbnailOf(first)] : []))
    .join('\n')
  useEffect(() => {
    for (const address of addresses.split('\n').filter(Boolean)) new Image().src = address
  }, [addresses])
}
