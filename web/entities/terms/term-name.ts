import type { Translations } from '../../../contract/fields.ts'
import { localized } from '../../../contract/localized.ts'
import { currentLanguage } from '../../language/language.ts'

/** The name of a term in the language of the page. A component that shows it uses `say`, and so is rendered again in another language. */
export function termName(term: { name: string; names: Translations }): string {
  return localized(currentLanguage(), term, 'name')
}

/** The name of the term of a posting, a question or a step of a path. */
export function termNameOf(row: { term_name: string; term_names: Translations }): string {
  return localized(currentLanguage(), row, 'term_name')
}
