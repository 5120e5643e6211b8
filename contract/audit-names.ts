import type { Message, Say } from './languages/catalogue.ts'
import { isLanguage, sourceLanguage } from './languages/languages.ts'
import { translatedLabel } from './localized.ts'

/** The words for the codes in a record. They are found by convention, so that a new table needs none of its own here. */

/** The word for a row, before its name: "Department". */
export function subjectName(say: Say, subject: string): Message {
  const section = sectionOf(subject)
  const keys = [`audit.subject.${subject}`, `fields.${camelCase(subject)}`, `${section}.one`, `panels.${section}`]
  return firstName(say, keys, subject)
}

/** The word for all rows of a table, as a filter: "Departments", as its panel is called. */
export function subjectsName(say: Say, subject: string): Message {
  const section = sectionOf(subject)
  return firstName(say, [`audit.subjects.${subject}`, `panels.${section}`, `${section}.title`], section)
}

export function kindName(kind: string): Message {
  return { key: `audit.kinds.${camelCase(kind)}`, words: kind }
}

/** The label of a field in forms and tables: of all panels, or in the section of this one. `department_id` is labelled as a department. */
export function fieldName(say: Say, subject: string, field: string): Message {
  const [column = '', language] = field.split('.')
  if (isLanguage(language) && language !== sourceLanguage)
    return translatedLabel(fieldName(say, subject, column.replace(/s$/, '')), language)
  const names = [field, field.replace(/^is_|_(id|name|date)$/g, '')].map(camelCase)
  const places = ['fields', sectionOf(subject)]
  const keys = names.flatMap((name) => places.map((place) => `${place}.${name}`))
  // Another subject may call a column of the same name something else.
  const own = `audit.fieldsOf.${sectionOf(subject)}.${field}`
  return firstName(say, [own, `audit.fields.${field}`, ...keys], field.replace(/_id$/, ''))
}

/** What a refused call would have done: "Users: delete". It is named by its path, because its summary is in English. */
export function callName(say: Say, call: string): Message {
  const [method = '', path = ''] = call.split(' ')
  const name = camelCase(path.split(/[/.]/)[1] ?? '')
  const area = firstName(say, [`audit.areas.${name}`, `panels.${name}`], name)
  const what = method === 'GET' ? 'view' : method === 'DELETE' ? 'delete' : 'change'
  return { key: `audit.calls.${what}`, values: { area } }
}

/** A section of the catalogue also has sentences, which may be called as a column is. */
function firstName(say: Say, keys: readonly string[], code: string): Message {
  const key = keys.find((one) => /[^.?!؟]$/.test(say({ key: one, words: '' })))
  return { key: key ?? '', words: capitalized(code.replaceAll('_', ' ')) }
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The section of the catalogue, and the panel, have the name of the table. */
function sectionOf(subject: string): string {
  return camelCase(/s$/.test(subject) ? subject : subject.replace(/y$/, 'ie').concat('s'))
}

export function camelCase(code: string): string {
  return code.replace(/[ _-](\w)/g, (_, letter: string) => letter.toUpperCase())
}
