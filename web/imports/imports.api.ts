import {
  type ImportKind,
  type ImportPreview,
  type ImportReply,
  type InitialPassword,
  passwordsAtATime,
} from '../../contract/imports.ts'
import { addressOf, call } from '../api.ts'
import { uploadWith } from '../upload.ts'

/** What is imported, and into which term. */
export type Target = { kind: ImportKind; termId: number | undefined }

type OnProgress = (share: number) => void

/** As long as the server may work on a file: thousands of rows take longer than any other call. */
const timeoutMs = 60_000

function partsOf({ kind, termId }: Target) {
  return { params: { kind }, query: { term_id: termId } }
}

export function templateAddress(target: Target, format: 'csv' | 'xlsx'): string {
  const { params, query } = partsOf(target)
  return addressOf('GET /imports/:kind/template', { params, query: { ...query, format } })
}

export function previewFile(target: Target, file: File, onProgress: OnProgress): Promise<ImportPreview> {
  const transport = uploadWith(onProgress, timeoutMs)
  return call('POST /imports/:kind/preview', { ...partsOf(target), body: formOf({ file }), transport })
}

/** As the preview showed it, or not at all. */
export function importFile(target: Target, file: File, fingerprint: string, onProgress: OnProgress): Promise<ImportReply> {
  const transport = uploadWith(onProgress, timeoutMs)
  return call('POST /imports/:kind', { ...partsOf(target), body: formOf({ fingerprint, file }), transport })
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  return form
}

/** The passwords of a file for those who have none, call by call. */
export async function giveFilePasswords(file: File, total: number, onDone: (done: number) => void) {
  for (let left = total; left > 0; ) {
    const transport = uploadWith(() => {}, timeoutMs)
    const reply = await call('POST /imports/users/passwords', { body: formOf({ file }), transport })
    left = reply.left
    onDone(total - left)
  }
}

/** Makes passwords up, call by call, and tells each of them as soon as it counts. */
export async function makeInitialPasswords(userIds: readonly number[], onMade: (made: InitialPassword[], done: number) => void) {
  for (let done = 0; done < userIds.length; done += passwordsAtATime) {
    const user_ids = userIds.slice(done, done + passwordsAtATime)
    const signal = AbortSignal.timeout(20_000)
    const { made } = await call('POST /imports/users/initial-passwords', { body: { user_ids }, signal })
    onMade(made, Math.min(userIds.length, done + passwordsAtATime))
  }
}
