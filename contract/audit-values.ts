import type { AuditRecord } from './audit.ts'
import { roles, titleName } from './codes.ts'
import { formatDay } from './dates.ts'
import { messages } from './languages/catalogue.ts'
import { formatPoints } from './points.ts'

/** The current names for the ids in the records. */
export type Names = Record<'users' | 'departments' | 'terms', ReadonlyMap<number, string>>

/** An old and a new value. One is missing if the row was added or deleted. */
export type Change = { field: string; label: string; from: string | undefined; to: string | undefined }

const labels: Readonly<Record<string, string>> = {
  tp: 'Teacher points',
  fb: 'Feedback',
  role_id: 'Role',
  department_id: 'Department',
  term_id: 'Term',
  email: 'E-mail',
  score: 'Points',
  starting_date: 'Date',
  start_date: 'Start',
  end_date: 'End',
  is_current: 'Current',
  activity_name: 'Activity',
  activity_name_ckb: 'Activity (Kurdish)',
  activity_name_ar: 'Activity (Arabic)',
  name_ckb: 'Name (Kurdish)',
  name_ar: 'Name (Arabic)',
  description_ckb: 'Description (Kurdish)',
  description_ar: 'Description (Arabic)',
  returned_reason: 'Reason',
  image: 'Image (SHA-256)',
}

/** Fields that the sentence itself names. */
const unspoken = new Set(['user_id', 'activity_id'])
/** Shown only if changed: a new user always has a password, a new posting a name. */
const saidByKind = new Set(['activity_name', 'activity_name_ckb', 'activity_name_ar', 'password'])

export function changesOf({ before, after }: Pick<AuditRecord, 'before' | 'after'>, names: Names): Change[] {
  const isEdit = before !== null && after !== null
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => !unspoken.has(field) && (isEdit || !saidByKind.has(field)),
  )
  const side = (values: AuditRecord['before'], field: string) =>
    values && (field in values ? textOf(field, values[field], names) : 'none')
  return fields.map((field) => ({
    field,
    label: labels[field] ?? inWords(field),
    from: side(before, field) ?? undefined,
    to: side(after, field) ?? undefined,
  }))
}

/** "4.5 → 6", or the only value. */
export function valuesOf({ field, from, to }: Change): string {
  if (field === 'password') return 'changed'
  return [from, to].filter((value) => value !== undefined).join(' → ')
}

function textOf(field: string, value: unknown, names: Names): string {
  if (value === null && (field === 'tp' || field === 'fb')) return messages.scoring.notSet
  if (value === null || value === '') return 'none'
  if (field === 'role_id') return value === roles.admin ? 'Admin' : 'Staff'
  if (field === 'title') return titleName(String(value))
  if (field === 'department_id') return nameIn(names.departments, value)
  if (field === 'term_id') return nameIn(names.terms, value)
  // The files have the whole checksum; its beginning is enough to compare two by eye.
  if (field === 'image') return `${String(value).slice(0, 12)}…`
  if (field.endsWith('_date')) return formatDay(String(value))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return formatPoints(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function nameIn(list: ReadonlyMap<number, string>, id: unknown): string {
  return list.get(Number(id)) ?? `no. ${id}`
}

function inWords(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
