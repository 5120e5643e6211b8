import type { ImportReading } from '../../../contract/import-reading.ts'
import type { ImportKind, ImportPreview, ImportReply, InitialPassword, ReplacedPasswords } from '../../../contract/imports.ts'
import { browser as limits, passwordsAtATime } from '../../../contract/limits.ts'
import { addressOf, call } from '../../http/api.ts'
import { uploadWith } from '../../http/upload.ts'

/** The kind of import, and its term. */
export type Target = { kind: ImportKind; termId: number | undefined }

type OnProgress = (share: number) => void

function partsOf({ kind, termId }: Target) {
  return { params: { kind }, query: { term_id: termId } }
}

export function templateAddress(target: Target, format: 'csv' | 'xlsx'): string {
  const { params, query } = partsOf(target)
  return addressOf('GET /imports/:kind/template', { params, query: { ...query, format } })
}

/** What the reader of a preview chose: how the file is read and, for users, whether the departments that do not exist yet are created. */
export type Choices = { reading: ImportReading; creates: boolean }

function fieldsOf({ reading, creates }: Choices) {
  return { create_departments: String(creates), reading: JSON.stringify(reading) }
}

export function previewFile(target: Target, file: File, choices: Choices, onProgress: OnProgress): Promise<ImportPreview> {
  const transport = uploadWith(onProgress, limits.stalledUpload)
  const body = formOf({ ...fieldsOf(choices), file })
  return call('POST /imports/:kind/preview', { ...partsOf(target), body, transport, changesNothing: true })
}

/**
 * Imports a file without the rows with errors and the unknown columns, which the preview showed. Fails unless the result is the same as
 * there.
 */
export function importFile(
  target: Target,
  file: File,
  { fingerprint }: ImportPreview,
  choices: Choices,
  onProgress: OnProgress,
): Promise<ImportReply> {
  const transport = uploadWith(onProgress, limits.stalledUpload)
  const body = formOf({ fingerprint, ignore_unknown: 'true', skip_wrong: 'true', ...fieldsOf(choices), file })
  return call('POST /imports/:kind', { ...partsOf(target), body, transport })
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}

/** Sets the passwords of a file for users without one, in batches. */
export async function giveFilePasswords(file: File, reading: ImportReading, total: number, onDone: (done: number) => void) {
  for (let left = total; left > 0; ) {
    const transport = uploadWith(() => {}, limits.stalledUpload)
    const reply = await call('POST /imports/users/passwords', {
      body: formOf({ reading: JSON.stringify(reading), file }),
      transport,
    })
    left = reply.left
    onDone(total - left)
  }
}

type PasswordBatches = {
  userIds: readonly number[]
  /** The existing passwords that are replaced: those of users who never signed in, or all. */
  replace: ReplacedPasswords
  onMade: (made: InitialPassword[], done: number) => void
}

/** Generates passwords in batches, and reports each one as soon as it is stored. */
export async function makeInitialPasswords({ userIds, replace, onMade }: PasswordBatches) {
  for (let done = 0; done < userIds.length; done += passwordsAtATime) {
    const user_ids = userIds.slice(done, done + passwordsAtATime)
    const signal = AbortSignal.timeout(limits.long)
    const { made } = await call('POST /imports/users/initial-passwords', { body: { user_ids, replace }, signal })
    onMade(made, Math.min(userIds.length, done + passwordsAtATime))
  }
}
