import { ChevronLeft, ChevronRight, CornerUpLeft, ShieldCheck } from 'lucide-react'
import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { isDoubleClick } from '../ui/double-click.ts'
import { Key } from '../ui/key.tsx'

type Props = {
  /** The number of selected postings; with none, actions apply to the open one. */
  selected: number
  isFirst: boolean
  isLast: boolean
  /** Whether the shortcuts are shown, while they are enabled. */
  withKeys: boolean
  onPrevious: () => void
  onNext: () => void
  onReturn: () => void
  onVerify: () => void
}

/** The actions for postings. On a phone the bar stays at the lower edge, within reach of the thumb. */
export function ReviewBar({ selected, isFirst, isLast, withKeys, onPrevious, onNext, onReturn, onVerify }: Props) {
  const say = useSay()
  const words = messages.review
  const number = selected
  const isForSelected = selected > 0
  const keyOf = (name: string) =>
    withKeys && (
      <span aria-hidden="true" className="max-xl:hidden">
        <Key name={name} />
      </span>
    )
  return (
    <div
      data-bottom-bar=""
      className="z-10 flex items-center gap-2 border-t border-line bg-card px-4 py-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-(--links-bar,0px) max-lg:shadow-lifted sm:gap-2.5 lg:rounded-b-lg"
    >
      {/* The button is aria-disabled, because a disabled one would lose focus at the end of the queue. */}
      <Button
        aria-label={say(words.previous)}
        aria-keyshortcuts="K P"
        aria-disabled={isFirst || undefined}
        onClick={onPrevious}
        className="min-h-11 px-2.5! aria-disabled:opacity-60 xl:px-4!"
      >
        <ChevronLeft aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
        <span className="max-xl:hidden">{say(words.previous)}</span>
        {keyOf('K')}
      </Button>
      <Button
        aria-label={say(words.next)}
        aria-keyshortcuts="J N"
        aria-disabled={isLast || undefined}
        onClick={onNext}
        className="min-h-11 px-2.5! aria-disabled:opacity-60 max-lg:order-last xl:px-4!"
      >
        <span className="max-xl:hidden">{say(words.next)}</span>
        {keyOf('J')}
        <ChevronRight aria-hidden="true" className="size-4.5 rtl:-scale-x-100" />
      </Button>
      <span className="grow max-lg:hidden" />
      <Button
        aria-label={say(isForSelected ? words.returnSelected({ number }) : words.return)}
        aria-keyshortcuts="R"
        onClick={onReturn}
        className="min-h-11 max-lg:grow"
      >
        <CornerUpLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
        {say(isForSelected ? words.returnCount({ number }) : words.return)}
        {keyOf('R')}
      </Button>
      <Button
        look="primary"
        aria-label={say(isForSelected ? words.verifySelected({ number }) : words.verify)}
        aria-keyshortcuts="V"
        // A double click would verify the next posting, which has not been seen.
        onClick={(event) => isDoubleClick(event) || onVerify()}
        className="min-h-11 max-lg:grow"
      >
        <ShieldCheck aria-hidden="true" className="size-4" />
        {say(isForSelected ? words.verifyCount({ number }) : words.verify)}
        {keyOf('V')}
      </Button>
    </div>
  )
}
