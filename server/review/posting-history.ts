import { fromFormerFields } from '../../contract/former-translations.ts'
import { type HistoryEntry, historyFields, historyKinds } from '../../contract/posting-history.ts'

/** A record of the audit trail about a posting. */
export interface PostingRecord {
  id: number
  at: string
  actor_id: number | null
  /** The same for readers who may open the page of the actor; null for others. */
  openable_id: number | null
  actor_name: string | null
  capacity: Record<string, unknown> | null
  kind: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/**
 * The time within which records belong to one save, which writes several: of the posting, of its image, of each file. A person does not
 * save twice within a second.
 */
const oneSaveMs = 1000

/** A step, with its actor for every reader. */
type Step = HistoryEntry & { by: number | null }

/** The records, oldest first, as the steps that people take. */
export function historyOf(records: readonly PostingRecord[], ownerId: number): HistoryEntry[] {
  const entries: Step[] = []
  for (const record of records) {
    const entry = entryOf(record, ownerId)
    const last = entries.at(-1)
    if (!entry) continue
    if (last && isSameSave(last, entry)) {
      // The values before the first record win.
      last.before = { ...entry.before, ...last.before }
      last.after = { ...last.after, ...entry.after }
    } else entries.push(entry)
  }
  return entries.map(({ by: _, ...entry }) => entry)

  function isSameSave(last: Step, entry: Step) {
    const isEdit = last.kind === 'edited' && entry.kind === 'edited'
    return isEdit && last.by === entry.by && Date.parse(entry.at) - Date.parse(last.at) < oneSaveMs
  }
}

function entryOf(record: PostingRecord, ownerId: number): Step | undefined {
  const { id, at, actor_id, openable_id, actor_name, capacity, kind, before, after } = record
  // A record of the portal itself, such as a migration that fills a column, is no step of a person.
  if (actor_id === null && kind !== 'posted') return undefined
  const known = kind === 'edited' && isTakenBack(before, after, actor_id === ownerId) ? 'taken back' : kind
  const shown = historyKinds.find((one) => one === known)
  // The record is of another release.
  if (!shown) return undefined
  const isEdit = shown === 'edited'
  return {
    id,
    at,
    kind: shown,
    by: actor_id,
    actor_id: openable_id,
    actor_name,
    capacity,
    reason: shown === 'returned' ? String(after?.['returned_reason'] ?? '') : null,
    ...(shown === 'written' ? { text: String(after?.['text'] ?? '') } : {}),
    ...(shown === 'returned' && after?.['returned_reasons'] ? { reasons: Object(after['returned_reasons']) } : {}),
    before: isEdit ? shownValues(before) : {},
    after: isEdit ? shownValues(after) : {},
  }
}

const decisionFields = ['state', 'returned_reason', 'returned_reasons', 'return_reason_ids']

/** A reviewer changes the decision alone. The owner who edits what was returned changes it, too: that is an edit. */
function isTakenBack(before: PostingRecord['before'], after: PostingRecord['after'], isByOwner: boolean) {
  const changed = Object.keys({ ...before, ...after })
  return !isByOwner && changed.includes('state') && changed.every((field) => decisionFields.includes(field))
}

function shownValues(values: PostingRecord['before']): HistoryEntry['before'] {
  const shown: HistoryEntry['before'] = {}
  const recorded = fromFormerFields(values ?? {})
  for (const field of historyFields) {
    const value = recorded[field]
    if (value === undefined) continue
    // The beginning of its checksum tells one image from another.
    if (field === 'files') shown.files = filesOf(value)
    else if (field === 'image') shown.image = value === null ? null : String(value).slice(0, 12)
    else if (field === 'activity_names') shown.activity_names = Object(value)
    else if (value === null || typeof value === 'string' || typeof value === 'number') shown[field] = value
  }
  return shown
}

function filesOf(value: unknown): { name: string; checksum: string }[] | null {
  if (!Array.isArray(value)) return null
  return value.map(({ name, checksum }) => ({ name: String(name), checksum: String(checksum).slice(0, 12) }))
}
