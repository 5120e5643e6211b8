import { type FindAction, findActionNames, findActions } from '../../contract/find-actions.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { type Language, sourceLanguage } from '../../contract/languages/languages.ts'
import { mostFound } from '../../contract/limits.ts'
import { foldForSearch, splitWords } from '../../contract/searching.ts'
import { sayIn } from '../http/language.ts'
import { can, type Viewer } from '../policy/policy.ts'

interface Named {
  label: string
  /** The label here and in English, and with them its other words, as a search compares them. */
  names: string
  all: string
}

const known = new Map<Language, Map<FindAction, Named>>()

/** The actions in a language. The English words are searched too: some people know the names from another program. */
function actionsIn(language: Language): Map<FindAction, Named> {
  const before = known.get(language)
  if (before) return before
  const [say, english] = [sayIn(language), sayIn(sourceLanguage)]
  const made = new Map(
    findActionNames.map((action) => {
      const label = say(messages.findActions[action])
      const words = [messages.findActions[action], messages.findActionWords[action]]
      const all = [...words.map(say), ...words.map(english)].join(' ')
      const names = `${label} ${english(messages.findActions[action])}`
      return [action, { label, names: foldForSearch(names), all: foldForSearch(all) }]
    }),
  )
  known.set(language, made)
  return made
}

/** The words of a question without the small ones ("change my password"), which no label has; all of them if they are nothing else. */
export function withoutSmallWords(language: Language, words: readonly string[]): readonly string[] {
  const spoken: readonly Language[] = [language, sourceLanguage]
  const small = new Set(spoken.flatMap((each) => splitWords(sayIn(each)(messages.findSmallWords))))
  const others = words.filter((word) => !small.has(word))
  return others.length > 0 ? others : words
}

function mayDo(viewer: Viewer, action: FindAction): boolean {
  const right = findActions[action]
  return right === 'signed-in' || can(viewer, right)
}

/** The actions that the reader may do and that have a word for each of these, first those that are called so. */
export function findActionsFor(viewer: Viewer, language: Language, words: readonly string[]) {
  const found = [...actionsIn(language)].flatMap(([action, { label, names, all }]) => {
    const begins = (text: string) => words.every((word) => splitWords(text).some((part) => part.startsWith(word)))
    if (words.length === 0 || !mayDo(viewer, action) || !begins(all)) return []
    return [{ action, label, rank: begins(names) ? 0 : 1 }]
  })
  const best = found.toSorted((a, b) => a.rank - b.rank).map(({ action, label }) => ({ action, label }))
  return { found: best.slice(0, mostFound), more: false }
}
