import { auditKinds, auditSubjects } from '../../contract/audit.ts'
import { kindName, subjectName, subjectsName } from '../../contract/audit-names.ts'
import { type Language, sourceLanguage } from '../../contract/languages/languages.ts'
import { splitWords } from '../../contract/searching.ts'
import { sayIn } from '../http/language.ts'

const known = new Map<string, readonly string[]>()

/** The words of the name of a subject or kind, in a language and in English, in which some administrators search. */
function wordsOf(what: 'subject' | 'kind', code: string, language: Language): readonly string[] {
  const key = `${language} ${what} ${code}`
  const before = known.get(key)
  if (before) return before
  const words = [...new Set<Language>([language, sourceLanguage])].flatMap((one) => {
    const say = sayIn(one)
    const names = what === 'kind' ? [kindName(code)] : [subjectName(say, code), subjectsName(say, code)]
    return names.flatMap((name) => splitWords(say(name)).flatMap(withoutArticle))
  })
  known.set(key, words)
  return words
}

/** Arabic writes its article as a part of the word: القسم is also searched as قسم. */
const withoutArticle = (word: string) => (/^ال.{2}/.test(word) ? [word, word.slice(2)] : [word])

/** The subjects and kinds whose names, as the trail shows them, have a word that begins so. `tables` are the subjects of audited tables. */
export function codesSaid(word: string, language: Language, tables: readonly string[]): { subjects: string[]; kinds: string[] } {
  const says = (what: 'subject' | 'kind') => (code: string) => wordsOf(what, code, language).some((one) => one.startsWith(word))
  return {
    subjects: [...new Set([...auditSubjects, ...tables])].filter(says('subject')),
    kinds: auditKinds.filter(says('kind')),
  }
}
