import type { Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { Edit } from '../../contract/review.ts'
import { postingChanges } from '../entities/postings/posting-changes.ts'

export function reasonIn([first]: readonly Edit[]): string {
  return String(first?.before['returned_reason'] ?? '')
}

/** All edits as one: a value that changed twice has its first and its last state. */
export function changesSince(say: Say, language: Language, edits: readonly Edit[], terms: ReadonlyMap<number, string>) {
  const before = Object.assign({}, ...edits.map((edit) => edit.before).reverse())
  const after = Object.assign({}, ...edits.map((edit) => edit.after))
  return postingChanges(say, language, withoutReview(before), withoutReview(after), terms)
}

/** The values without those that the review itself sets. */
function withoutReview({ state: _, returned_reason: _reason, ...values }: Record<string, unknown>) {
  return values
}
