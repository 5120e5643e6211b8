import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language/language.ts'

/** The text in place of a number that is not set yet, or that its term holds back. */
export function NotSet({ isHeld = false }: { isHeld?: boolean }) {
  const say = useSay()
  if (isHeld)
    return <bdi className="text-[0.8125rem] leading-tight font-normal text-quiet">{say(messages.scoring.notReleased)}</bdi>
  return (
    // The text for screen readers is positioned within the number's place: outside, it would widen the page.
    <span title={say(messages.scoring.notSet)} className="relative text-quiet">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{say(messages.scoring.notSet)}</span>
    </span>
  )
}
