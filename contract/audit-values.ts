import type { AuditRecord } from './audit.ts'
import { degreeName, genderName, roleName, titleCodes, titleName, typeName } from './codes.ts'
import { formatDay } from './dates.ts'
import type { Bands } from './grading.ts'
import { type Message, messages, type Say } from './languages/catalogue.ts'
import { isLanguage, languageNames } from './languages/languages.ts'
import { limitSentence } from './limit-sentences.ts'
import { formatPoints } from './points.ts'
import type { Limit } from './rules.ts'

/** The current names for the ids in the records. */
export type Names = Record<'users' | 'departments' | 'terms', ReadonlyMap<number, string>>

/** An old and a new value, in words. One is missing if the row was added or deleted. */
export type Change = { field: string; label: string; from: string | undefined; to: string | undefined }

/** Fields that the sentence itself names. */
const unspoken = new Set(['user_id', 'activity_id'])
/** Shown only if changed: a new user always has a password, a new posting a name. */
const saidByKind = new Set(['activity_name', 'activity_name_ckb', 'activity_name_ar', 'password'])

export function changesOf(say: Say, { before, after }: Pick<AuditRecord, 'before' | 'after'>, names: Names): Change[] {
  const isEdit = before !== null && after !== null
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !unspoken.has(field) && (isEdit || !saidByKind.has(field)),
  )
  const side = (values: AuditRecord['before'], field: string) =>
    values && (field in values ? textOf(say, field, values[field], names) : say(messages.general.none))
  return fields.map((field) => ({
    field,
    label: say(labelOf(field)),
    from: side(before, field) ?? undefined,
    to: side(after, field) ?? undefined,
  }))
}

/** "4.5 → 6", or the only value. */
export function valuesOf(say: Say, { field, from, to }: Pick<Change, 'field' | 'from' | 'to'>): string {
  if (field === 'password') return say(messages.audit.passwordChanged)
  if (from !== undefined && to !== undefined) return say(messages.general.change({ from, to }))
  return from ?? to ?? ''
}

/** A column that only another release has is named after itself. */
function labelOf(field: string): Message {
  const words = field.replaceAll('_', ' ')
  return { key: `audit.fields.${field}`, words: words.charAt(0).toUpperCase() + words.slice(1) }
}

const states = {
  posted: messages.audit.states.posted,
  verified: messages.audit.states.verified,
  returned: messages.audit.states.returned,
}
const statuses = { open: messages.audit.statuses.open, closed: messages.audit.statuses.closed }

/** The names of codes. A code that only another release has is shown as it is. */
const codeNames: Readonly<Record<string, (code: string) => Message | null | undefined>> = {
  title: titleName,
  degree: degreeName,
  gender: genderName,
  type: typeName,
  role_id: (code) => roleName(Number(code)),
  state: (code) => states[code as keyof typeof states],
  status: (code) => statuses[code as keyof typeof statuses],
}

function textOf(say: Say, field: string, value: unknown, names: Names): string {
  if (value === null && (field === 'tp' || field === 'fb')) return say(messages.scoring.notSet)
  if (value === null || value === '') return say(messages.general.none)
  const name = codeNames[field]?.(String(value))
  if (name) return say(name)
  if (field === 'department_id') return nameIn(say, names.departments, value)
  if (field === 'term_id') return nameIn(say, names.terms, value)
  if (field === 'bands') return bandsText(say, value as Partial<Bands>)
  if (field === 'limits') return limitsText(say, value as readonly PublishedLimit[])
  // The files have the whole checksum; its beginning is enough to compare two by eye.
  if (['image', 'logo', 'checksum'].includes(field)) return `${String(value).slice(0, 12)}…`
  if (field === 'files') return filesText(value as readonly RecordedFile[])
  if (field === 'languages' || field === 'default_language') return [value].flat().map(languageName).join(' · ')
  if (field.endsWith('_date') || field === 'questions_until') return formatDay(say, String(value))
  if (typeof value === 'boolean') return say(value ? messages.general.yes : messages.general.no)
  if (typeof value === 'number') return formatPoints(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** "Professor 0 / 6 / 20 / 45 / 60 / 80", title by title. */
function bandsText(say: Say, bands: Partial<Bands>): string {
  return titleCodes.map((title) => `${say(titleName(title))} ${bands[title]?.join(' / ') ?? ''}`).join('; ')
}

type PublishedLimit = Limit & { activity_name: string | null }

function limitsText(say: Say, limits: readonly PublishedLimit[]): string {
  return limits
    .map((limit) => {
      const label = limit.type ? messages.rules.allOfType({ type: typeName(limit.type) }) : (limit.activity_name ?? '')
      return say(messages.general.labelled({ label, value: limitSentence(limit) }))
    })
    .join('; ')
}

type RecordedFile = { name: string; checksum: string }

function filesText(files: readonly RecordedFile[]): string {
  return files.map(({ name, checksum }) => `${name} (${checksum.slice(0, 12)}…)`).join(', ')
}

function languageName(code: unknown): string {
  return isLanguage(code) ? languageNames[code] : String(code)
}

function nameIn(say: Say, list: ReadonlyMap<number, string>, id: unknown): string {
  return list.get(Number(id)) ?? say(messages.general.numbered({ id: String(id) }))
}
