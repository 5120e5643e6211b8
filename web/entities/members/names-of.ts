import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { shownName } from '../../../contract/person-names.ts'
import { inShownOrder, personName } from '../../lists/shown-order.ts'

/** The names of people in the order of the language, one after the other. */
export function namesOf(
  say: Say,
  language: Language,
  people: readonly { name: string; other_name?: string | null | undefined }[] = [],
): string {
  const separator = say(messages.general.list({ first: '', rest: '' }))
  return inShownOrder(language, [...people], personName)
    .map((person) => shownName(language, person))
    .join(separator)
}
