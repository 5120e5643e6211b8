import type { Translations, TranslationsByName } from './fields.ts'
import { type Message, messages } from './languages/catalogue.ts'
import { type Language, sourceLanguage, type TranslatedLanguage } from './languages/languages.ts'

/** The translations of `name` stand in `names`, those of `activity_name` in `activity_names`. */
type TranslatedField<Row> = {
  [Field in keyof Row & string]: `${Field}s` extends keyof Row ? Field : never
}[keyof Row & string]

/** The text of a field in a language. English, the field itself, stands in for a missing translation. */
export function localized<Row extends object, Field extends TranslatedField<Row>>(
  language: Language,
  row: Row,
  field: Field,
): Row[Field] {
  const translations = (row as Readonly<Record<string, Translations | null | undefined>>)[`${field}s`]
  return ((language === sourceLanguage ? undefined : translations?.[language]) || row[field]) as Row[Field]
}

/** The text that a search compares: many people know an activity by its English name, whatever the language of the page. */
export function localizedAndEnglish<Row extends object>(language: Language, row: Row, field: TranslatedField<Row>): string {
  const texts = new Set([localized(language, row, field), row[field]])
  return [...texts].map((text) => text ?? '').join(' ')
}

/**
 * The rows of a list of people, each with the translations of its department and degree. A server of the release before has those of the
 * department in the rows, and none of the degree.
 */
export function withTranslatedNames<
  Row extends { department_name: string | null; degree: string | null; faculty_name?: string | null | undefined },
>(
  rows: readonly Row[],
  {
    department_names = {},
    degree_names = {},
    faculty_names = {},
  }: {
    department_names?: TranslationsByName
    degree_names?: TranslationsByName
    faculty_names?: TranslationsByName | undefined
  },
) {
  return rows.map((row) => ({
    department_names: row.department_name === null ? null : (department_names[row.department_name] ?? {}),
    faculty_names: row.faculty_name ? (faculty_names[row.faculty_name] ?? {}) : (null as Translations | null | undefined),
    degrees: row.degree === null ? null : (degree_names[row.degree] ?? {}),
    ...row,
  }))
}

/** A name in every language in which the row has one, English first. The terms of a server of the release before have no translations. */
export function allNames({ name, names }: { name: string; names?: Translations }): string[] {
  return [name, ...Object.values(names ?? {}).filter((text) => text !== undefined)]
}

/** "Name (Kurdish)": the label of a field for its text in another language. */
export function translatedLabel(field: Message, language: TranslatedLanguage): Message {
  return messages.fields.inLanguage[language]({ field })
}
