import { changesOf, valuesOf } from '../../contract/audit-values.ts'
import type { Edit } from '../../contract/review.ts'

/** What the review itself sets. */
const ofReview = new Set(['state', 'returned_reason'])

export function reasonIn([first]: readonly Edit[]): string {
  return String(first?.before['returned_reason'] ?? '')
}

/** All edits as one: of a value that changed twice, the first and the last. */
export function changesSince(edits: readonly Edit[], terms: ReadonlyMap<number, string>) {
  const before = Object.assign({}, ...edits.map((edit) => edit.before).reverse())
  const after = Object.assign({}, ...edits.map((edit) => edit.after))
  return changesOf({ before, after }, { users: new Map(), departments: new Map(), terms })
    .filter(({ field, from, to }) => !ofReview.has(field) && from !== to)
    .map((change) =>
      change.field === 'image'
        ? { label: 'Image', text: change.from === 'none' ? 'added' : change.to === 'none' ? 'removed' : 'changed' }
        : { label: change.label, text: valuesOf(change) },
    )
}
