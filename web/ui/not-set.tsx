import { messages } from '../../contract/languages/catalogue.ts'
import { useSay } from '../language.ts'

/** In place of a number that nobody has entered yet. */
export function NotSet() {
  const say = useSay()
  return (
    // Screen reader text is positioned within the number's place: outside, it would widen the page.
    <span title={say(messages.scoring.notSet)} className="relative text-quiet">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{say(messages.scoring.notSet)}</span>
    </span>
  )
}
