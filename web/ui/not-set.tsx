import { messages } from '../../contract/languages/catalogue.ts'

/** In place of a number that nobody has entered yet. */
export function NotSet() {
  return (
    <span title={messages.scoring.notSet} className="text-quiet">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{messages.scoring.notSet}</span>
    </span>
  )
}
