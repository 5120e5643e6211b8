import type { z } from 'zod'
import {
  type FilePasswordsReply,
  type ImportKind,
  type ImportPreview,
  type ImportReply,
  type InitialPassword,
  type InitialPasswordsReply,
  passwordsAtATime,
} from '../../contract/imports.ts'
import { addressOf, api } from '../api.ts'
import { upload } from '../upload.ts'

/** What is imported, and into which term. */
export type Target = { kind: ImportKind; termId: number | undefined }

type OnProgress = (share: number) => void

/** As long as the server may work on a file: thousands of rows take longer than any other call. */
const timeoutMs = 60_000

function pathOf({ kind, termId }: Target, more = ''): string {
  return `/imports/${kind}${more}${termId === undefined ? '' : `?term_id=${termId}`}`
}

export function templateAddress(target: Target, format: 'csv' | 'xlsx'): string {
  const path = pathOf(target, '/template')
  return addressOf(`${path}${path.includes('?') ? '&' : '?'}format=${format}`)
}

export function previewFile(target: Target, file: File, onProgress: OnProgress): Promise<ImportPreview> {
  return sendFile(pathOf(target, '/preview'), file, {}, onProgress)
}

/** As the preview showed it, or not at all. */
export function importFile(target: Target, file: File, fingerprint: string, onProgress: OnProgress): Promise<ImportReply> {
  return sendFile(pathOf(target), file, { fingerprint }, onProgress)
}

function sendFile<Reply>(path: string, file: File, fields: Record<string, string>, onProgress: OnProgress): Promise<Reply> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', file)
  return upload('POST', path, form, onProgress, timeoutMs)
}

/** The passwords of a file for those who have none, call by call. */
export async function giveFilePasswords(file: File, total: number, onDone: (done: number) => void) {
  for (let left = total; left > 0; ) {
    const reply = await sendFile<z.infer<typeof FilePasswordsReply>>('/imports/users/passwords', file, {}, () => {})
    left = reply.left
    onDone(total - left)
  }
}

/** Makes passwords up, call by call, and tells each of them as soon as it counts. */
export async function makeInitialPasswords(userIds: readonly number[], onMade: (made: InitialPassword[], done: number) => void) {
  for (let done = 0; done < userIds.length; done += passwordsAtATime) {
    const user_ids = userIds.slice(done, done + passwordsAtATime)
    const patience = AbortSignal.timeout(20_000)
    const { made } = await api<z.infer<typeof InitialPasswordsReply>>('POST', '/imports/users/initial-passwords', {
      body: { user_ids },
      signal: patience,
    })
    onMade(made, Math.min(userIds.length, done + passwordsAtATime))
  }
}
