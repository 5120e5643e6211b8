import {
  type ImportKind,
  type ImportPreview,
  type ImportReply,
  type InitialPassword,
  passwordsAtATime,
  type ReplacedPasswords,
} from '../../contract/imports.ts'
import { addressOf, call } from '../api.ts'
import { uploadWith } from '../upload.ts'

/** The kind of import, and its term. */
export type Target = { kind: ImportKind; termId: number | undefined }

type OnProgress = (share: number) => void

/** The server's own limit for a file: thousands of rows take longer than any other request. */
const timeoutMs = 60_000

function partsOf({ kind, termId }: Target) {
  return { params: { kind }, query: { term_id: termId } }
}

export function templateAddress(target: Target, format: 'csv' | 'xlsx'): string {
  const { params, query } = partsOf(target)
  return addressOf('GET /imports/:kind/template', { params, query: { ...query, format } })
}

/** Of users with or without the departments that do not exist yet. */
export function previewFile(target: Target, file: File, creates: boolean, onProgress: OnProgress): Promise<ImportPreview> {
  const transport = uploadWith(onProgress, timeoutMs)
  const body = formOf({ create_departments: String(creates), file })
  return call('POST /imports/:kind/preview', { ...partsOf(target), body, transport, changesNothing: true })
}

/** Without the rows with errors and the unknown columns, which the preview showed. Fails unless the result is the same as there. */
export function importFile(
  target: Target,
  file: File,
  { fingerprint }: ImportPreview,
  creates: boolean,
  onProgress: OnProgress,
): Promise<ImportReply> {
  const transport = uploadWith(onProgress, timeoutMs)
  const body = formOf({ fingerprint, ignore_unknown: 'true', skip_wrong: 'true', create_departments: String(creates), file })
  return call('POST /imports/:kind', { ...partsOf(target), body, transport })
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}

/** Sets the passwords of a file for users without one, in batches. */
export async function giveFilePasswords(file: File, total: number, onDone: (done: number) => void) {
  for (let left = total; left > 0; ) {
    const transport = uploadWith(() => {}, timeoutMs)
    const reply = await call('POST /imports/users/passwords', { body: formOf({ file }), transport })
    left = reply.left
    onDone(total - left)
  }
}

type PasswordBatches = {
  userIds: readonly number[]
  /** Also in place of a password they have: if they never signed in, or in any case. */
  replace: ReplacedPasswords
  onMade: (made: InitialPassword[], done: number) => void
}

/** Generates passwords in batches, and reports each one as soon as it is stored. */
export async function makeInitialPasswords({ userIds, replace, onMade }: PasswordBatches) {
  for (let done = 0; done < userIds.length; done += passwordsAtATime) {
    const user_ids = userIds.slice(done, done + passwordsAtATime)
    const signal = AbortSignal.timeout(20_000)
    const { made } = await call('POST /imports/users/initial-passwords', { body: { user_ids, replace }, signal })
    onMade(made, Math.min(userIds.length, done + passwordsAtATime))
  }
}
