import type { Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { Edit } from '../../contract/review.ts'
import { postingChanges } from '../entities/postings/posting-changes.ts'

/** The reason of the return that the first edit answers, in the language of the reader. */
export function reasonIn(language: Language, [first]: readonly Edit[]): string {
  const { returned_reason = '', returned_reasons = {} } = { ...first?.before }
  return localized(
    language,
    { returned_reason: String(returned_reason), returned_reasons: Object(returned_reasons) },
    'returned_reason',
  )
}

/** All edits as one: a value that changed twice has its first and its last state. */
export function changesSince(say: Say, language: Language, edits: readonly Edit[], terms: ReadonlyMap<number, string>) {
  const before = Object.assign({}, ...edits.map((edit) => edit.before).reverse())
  const after = Object.assign({}, ...edits.map((edit) => edit.after))
  return postingChanges(say, language, withoutReview(before), withoutReview(after), terms)
}

/** The values without those that the review itself sets. */
function withoutReview({
  state: _,
  returned_reason: _reason,
  returned_reasons: _reasons,
  return_reason_ids: _ids,
  ...values
}: Record<string, unknown>) {
  return values
}
