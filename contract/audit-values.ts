import type { AuditRecord } from './audit.ts'
import { callName, camelCase, fieldName } from './audit-names.ts'
import { roleName, titleCodes, titleName, typeName } from './codes.ts'
import { formatDay } from './dates.ts'
import { fromFormerFields } from './former-translations.ts'
import type { Bands } from './grading.ts'
import { type Message, messages, type Say } from './languages/catalogue.ts'
import { isLanguage, languageNames } from './languages/languages.ts'
import { limitSentence } from './limit-sentences.ts'
import { formatPoints } from './points.ts'
import type { Limit } from './rules.ts'

/** The current names for the ids in the records: for `department_id`, the names of the subject department. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

/** An old and a new value, in words. One is missing if the row was added or deleted. */
export type Change = { field: string; label: string; from: string | undefined; to: string | undefined }

/** Fields that are shown only if they changed: a new user always has a password, a new posting a name. */
const onlyIfEdited = /^(activity_names?(\..+)?|password)$/
/** The fields that the kind implies, and an identifier that means nothing to a reader. */
const hiddenByKind: Readonly<Record<string, string>> = {
  closed: 'status',
  reopened: 'status',
  'made current': 'is_current',
  verified: 'state',
  returned: 'state',
  linked: 'subject',
  unlinked: 'subject',
}

type Values = Pick<AuditRecord, 'subject' | 'subject_name' | 'kind' | 'before' | 'after'>

export function changesOf(say: Say, record: Values, names: Names): Change[] {
  const { subject, subject_name, kind } = record
  const [before, after] = [textByText(record.before), textByText(record.after)]
  const isEdit = before !== null && after !== null
  const all = { ...before, ...after }
  const isUnchanged = (field: string) => field.includes('.') && before?.[field] === after?.[field]
  const isShown = (field: string) =>
    !isUnchanged(field) &&
    // The person concerned is not a field of the change, and an id is not shown beside the name or the text it stands for.
    field !== 'user_id' &&
    field !== 'return_reason_ids' &&
    !(field.endsWith('_id') && field.replace(/id$/, 'name') in all) &&
    (isEdit || !(onlyIfEdited.test(field) || (field === 'name' && all[field] === subject_name))) &&
    hiddenByKind[kind] !== field
  // A fact that only one side has, such as the number of a closing, did not change.
  const side = (values: AuditRecord['before'], field: string) => {
    if (field === 'action' && typeof all['call'] === 'string') return values ? say(callName(say, all['call'])) : undefined
    if (values && field in values) return textOf(say, field, values[field], names)
    // A translation that was not there yet, or is not there any more.
    return isEdit && field.includes('.') ? say(messages.general.none) : undefined
  }
  return Object.keys(all)
    .filter(isShown)
    .map((field) => ({
      field,
      label: say(fieldName(say, subject, field)),
      from: side(before, field),
      to: side(after, field),
    }))
}

/** Each translation is a field of its own: `names.ckb`. */
function textByText(values: AuditRecord['before']): AuditRecord['before'] {
  if (values === null) return null
  return Object.fromEntries(
    Object.entries(fromFormerFields(values)).flatMap(([field, value]): [string, unknown][] =>
      isTranslations(value) ? Object.entries(value).map(([language, text]) => [`${field}.${language}`, text]) : [[field, value]],
    ),
  )
}

function isTranslations(value: unknown): value is Record<string, string | null> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((text) => text === null || typeof text === 'string')
}

/** "4.5 → 6", or the only value. */
export function valuesOf(say: Say, { field, from, to }: Pick<Change, 'field' | 'from' | 'to'>): string {
  if (field === 'password') return say(messages.audit.passwordChanged)
  if (from !== undefined && to !== undefined) return say(messages.general.change({ from, to }))
  return from ?? to ?? ''
}

/** The codes that are not in the catalogue as `codes.titles.p`, by the plural of their field. */
const otherCodes: Readonly<Record<string, (code: string) => Message | null>> = {
  role_id: (code) => roleName(Number(code)),
  state: codeName,
  status: codeName,
  with: codeName,
  factor: codeName,
  step: codeName,
  part: codeName,
  audience: codeName,
  how: codeName,
  panel: (code) => ({ key: `panels.${code}`, words: code }),
  import_kind: (code) => ({ key: `importBatches.kinds.${code}`, words: code }),
}

function codeName(code: string): Message {
  return { key: `audit.codes.${camelCase(code)}`, words: code }
}

function textOf(say: Say, field: string, value: unknown, names: Names): string {
  if (value === null && (field === 'tp' || field === 'fb')) return say(messages.scoring.notSet)
  if (value === null || value === '') return say(messages.general.none)
  const name = otherCodes[field]?.(String(value))
  if (name) return say(name)
  if (field.endsWith('_id'))
    return names[field.replace(/_id$/, '')]?.[String(value)] ?? say(messages.general.numbered({ id: String(value) }))
  if (field === 'bands') return bandsText(say, value as Partial<Bands>)
  if (field === 'limits') return limitsText(say, value as readonly PublishedLimit[])
  if (field === 'files') return filesText(value as readonly RecordedFile[])
  if (field === 'languages' || field === 'default_language') return [value].flat().map(languageName).join(' · ')
  if (typeof value === 'boolean') return say(value ? messages.general.yes : messages.general.no)
  if (typeof value === 'number') return formatPoints(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  // The beginning of a checksum is enough to compare two by eye.
  if (/^[0-9a-f]{64}$/.test(value)) return `SHA-256 ${value.slice(0, 12)}…`
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(say, value)
  // Any other text is shown as it is.
  return say({ key: `codes.${field}s.${value}`, words: value })
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
