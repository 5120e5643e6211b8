import { changesOf, valuesOf } from '../../contract/audit-values.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Edit } from '../../contract/review.ts'

/** What the review itself sets. */
const ofReview = new Set(['state', 'returned_reason'])

export function reasonIn([first]: readonly Edit[]): string {
  return String(first?.before['returned_reason'] ?? '')
}

/** All edits as one: of a value that changed twice, the first and the last. */
export function changesSince(say: Say, edits: readonly Edit[], terms: ReadonlyMap<number, string>) {
  const before = Object.assign({}, ...edits.map((edit) => edit.before).reverse())
  const after = Object.assign({}, ...edits.map((edit) => edit.after))
  return changesOf(say, { before, after }, { users: new Map(), departments: new Map(), terms })
    .filter(({ field, from, to }) => !ofReview.has(field) && from !== to)
    .map((change) =>
      change.field === 'image'
        ? { label: say(messages.fields.image), text: say(changeOfImage(before['image'], after['image'])) }
        : { label: change.label, text: valuesOf(say, change) },
    )
}

/** Not by its checksum, which says nothing to a reviewer. */
function changeOfImage(before: unknown, after: unknown): Message {
  const { imageAdded, imageRemoved, imageChanged } = messages.review
  return before ? (after ? imageChanged : imageRemoved) : imageAdded
}
