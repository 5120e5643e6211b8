import { foldForSearch } from '../../contract/searching.ts'

type Group = { key: string; results: readonly { label: string }[] }

/** How well a label matches: it begins with the text (0), has words that begin with those of the text (1), or matches in another way. */
function rankOf(label: string, words: readonly string[]): number {
  const folded = foldForSearch(label)
  if (folded.startsWith(words.join(' '))) return 0
  const parts = folded.split(/\s+/)
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 1 : 2
}

/**
 * The lists that were found stay where they are. Pages of the handbook, panels and commands of the account follow by their best match: who
 * types "password" wants to change it before reading about it. If the text is the beginning of a panel or command, those come first.
 */
export function orderedGroups<Of extends Group>(text: string, found: readonly Of[], own: readonly Of[]): Of[] {
  const begins = text.toLocaleLowerCase()
  const isNamed =
    text.length > 2 && own.some(({ results }) => results.some(({ label }) => label.toLocaleLowerCase().startsWith(begins)))
  if (isNamed) return [...own, ...found]
  const words = foldForSearch(text).split(/\s+/).filter(Boolean)
  const best = ({ results }: Of) => results.reduce((rank, { label }) => Math.min(rank, rankOf(label, words)), 3)
  const isHelp = ({ key }: Of) => key === 'handbook'
  // The order is stable: of two that match equally well, the one that does something comes before the one that explains it.
  const ranked = [...own, ...found.filter(isHelp)].toSorted((one, other) => best(one) - best(other))
  return [...found.filter((group) => !isHelp(group)), ...ranked]
}
