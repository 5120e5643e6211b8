import type { Message } from '../../contract/languages/catalogue.ts'
import { inEveryLanguage } from '../http/language.ts'
import { lettersOf } from './columns.ts'

/** The words of a cell for each code: the code itself, and its name in every language. In any case: "phd", "MA" and "assistant professor". */
export function wordsFor<T extends string | number>(
  choices: readonly T[],
  nameOf: (choice: T) => Message | null,
  others: [string, T][] = [],
) {
  const words = choices.flatMap((choice) => {
    const name = nameOf(choice)
    return [String(choice), ...(name ? inEveryLanguage(name) : [])].map((word) => [word, choice] as const)
  })
  return new Map([...words, ...others].map(([word, choice]) => [lettersOf(word), choice]))
}
