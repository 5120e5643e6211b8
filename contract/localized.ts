import type { Language } from './languages/languages.ts'

type TranslatedField<Row> = {
  [Field in keyof Row & string]: `${Field}_ckb` | `${Field}_ar` extends keyof Row ? Field : never
}[keyof Row & string]

/** The text of a field in a language. English, the field without a suffix, stands in for a missing translation. */
export function localized<Row extends object, Field extends TranslatedField<Row>>(
  language: Language,
  row: Row,
  field: Field,
): Row[Field] {
  const translations = row as Readonly<Record<string, Row[Field] | null | undefined>>
  return (language === 'en' ? undefined : translations[`${field}_${language}`]) || row[field]
}

/** The text that a search compares: many people know an activity by its English name, whatever the language of the page. */
export function localizedAndEnglish<Row extends object>(language: Language, row: Row, field: TranslatedField<Row>): string {
  const texts = new Set([localized(language, row, field), row[field]])
  return [...texts].map((text) => text ?? '').join(' ')
}
