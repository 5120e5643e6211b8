import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { inShownOrder, personName } from '../shown-order.ts'

/** The names of people in the order of the language, one after the other. */
export function namesOf(say: Say, language: Language, people: readonly { name: string }[] = []): string {
  const separator = say(messages.general.list({ first: '', rest: '' }))
  return inShownOrder(language, [...people], personName)
    .map(({ name }) => name)
    .join(separator)
}
