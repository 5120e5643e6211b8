import { useEffect, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import type { PostingToReview } from '../../contract/review.ts'
import { firstPictureOf, imageAddress } from '../entities/evidence/evidence.ts'
import { useReturnReasons } from '../entities/return-reasons/return-reasons.api.ts'
import { useKeysSwitch } from '../entities/review/keys-switch.ts'
import { ReturnDialog } from '../entities/review/return-dialog.tsx'
import type { useReviewQueue } from '../entities/review/review.api.ts'
import { useSay } from '../language/language.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Desk } from './desk.tsx'
import { KeysDialog, KeysLegend } from './keys.tsx'
import { MoreToCome, useMore } from './more-postings.tsx'
import { ReviewBar } from './review-bar.tsx'
import { useReviewKeys } from './review-keys.ts'
import { ReviewQueue } from './review-queue.tsx'
import { useReviewWork } from './review-work.ts'
import { VerifyDialog } from './verify-dialog.tsx'

type Queue = ReturnType<typeof useReviewQueue>
type Props = { queue: Queue; postings: readonly PostingToReview[] }

/** The queue, with the actions for one posting or several. */
export function ReviewDesk({ queue, postings }: Props) {
  const say = useSay()
  const work = useReviewWork(postings)
  const { current, index, selected, chosen } = work
  const count = queue.count - (postings.length - work.queue.length)
  const [keysAreOn, turnKeys] = useKeysSwitch()
  const [isKeysOpen, setIsKeysOpen] = useState(false)
  // The actions wait until all are selected: before that, a decision would be about the open posting alone.
  const [isSelecting, setIsSelecting] = useState(false)
  const verify = () => isSelecting || work.verify()
  const askReason = () => isSelecting || work.askReason()
  // The reasons are there when the dialog opens: its focus starts at them.
  useReturnReasons()
  const loadMore = useMore(queue, work.queue.length - index <= 10)
  useImagesAhead(work.queue.slice(index + 1, index + 3))

  useReviewKeys(
    {
      verify,
      return: askReason,
      next: () => work.go(1),
      previous: () => work.go(-1),
      select: () => current && work.toggle(current),
      undo: work.undo,
      help: () => setIsKeysOpen(true),
    },
    keysAreOn,
  )

  return (
    <>
      <Desk
        listId="review-queue"
        position={messages.review.position({ number: index + 1, total: count })}
        current={current}
        list={(close) => (
          <>
            <div className="flex min-h-11 items-center border-b border-line pe-3 text-[0.8125rem] text-quiet max-lg:border-t">
              <SelectAll
                queue={queue}
                selected={selected.length}
                count={count}
                isLoading={isSelecting}
                onLoading={setIsSelecting}
                onAll={work.choose}
                onNone={work.chooseNone}
              />
              <span role="status" className="ms-auto font-medium text-ink">
                <bdi>
                  {isSelecting
                    ? say(messages.general.loading)
                    : selected.length > 0 && say(messages.review.selected({ number: selected.length }))}
                </bdi>
              </span>
            </div>
            <ReviewQueue
              label={say(messages.review.queue)}
              postings={work.queue}
              currentId={current?.id}
              chosen={chosen}
              onOpen={(posting) => {
                work.open(posting)
                close()
              }}
              onChoose={work.toggle}
              onNearEnd={loadMore}
            >
              <MoreToCome queue={queue} />
            </ReviewQueue>
            <KeysLegend areOn={keysAreOn} onOpen={() => setIsKeysOpen(true)} />
          </>
        )}
      >
        <ReviewBar
          selected={selected.length}
          isFirst={index <= 0}
          isLast={index >= work.queue.length - 1}
          withKeys={keysAreOn}
          onPrevious={() => work.go(-1)}
          onNext={() => work.go(1)}
          onReturn={askReason}
          onVerify={verify}
        />
      </Desk>
      {work.verifying && <VerifyDialog postings={work.verifying} onConfirm={work.confirmVerify} onCancel={work.cancelVerify} />}
      {work.returning && <ReturnDialog postings={work.returning} onReturn={work.giveBack} onClose={work.closeReason} />}
      {isKeysOpen && <KeysDialog areOn={keysAreOn} onTurn={turnKeys} onClose={() => setIsKeysOpen(false)} />}
    </>
  )
}

type SelectAllProps = {
  queue: Queue
  selected: number
  count: number
  isLoading: boolean
  onLoading: (isLoading: boolean) => void
  onAll: (postings: readonly PostingToReview[]) => void
  onNone: () => void
}

/** Selects all of the queue, not only the pages that are loaded: the missing ones are loaded first. */
function SelectAll({ queue, selected, count, isLoading, onLoading, onAll, onNone }: SelectAllProps) {
  const say = useSay()

  async function selectAll() {
    onLoading(true)
    let all: Pick<Queue, 'data' | 'hasNextPage' | 'isError'> = queue
    while (all.hasNextPage && !all.isError) all = await queue.fetchNextPage({ cancelRefetch: false })
    onLoading(false)
    // The list itself shows the reason why a page is missing.
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
    .flatMap(({ image_id, files: [first] }) => (image_id ? [imageAddress(image_id)] : first ? [firstPictureOf(first)] : []))
    .join('\n')
  useEffect(() => {
    for (const address of addresses.split('\n').filter(Boolean)) new Image().src = address
  }, [addresses])
}
