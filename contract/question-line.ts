import { type Message, messages } from './languages/catalogue.ts'
import type { Language } from './languages/languages.ts'
import { localized } from './localized.ts'

type Line = { subject: string } & Readonly<Record<string, unknown>>

/** The subject of a question, in words: the name of the posted activity, or of the score. */
export function questionLine(language: Language, line: Line): string | Message {
  const { tp, fb, missing } = messages.questions.lines
  if (line.subject === 'tp') return tp
  if (line.subject === 'fb') return fb
  if (line.subject === 'missing') return missing
  return String(localized(language, line, 'activity_name') ?? '')
}
