import type { InvitationsReply } from '../../../contract/invitations.ts'
import { browser as limits, mostBulkUsers } from '../../../contract/limits.ts'
import { call } from '../../http/api.ts'
import { downloadFile } from '../../http/download.ts'

type Invited = Pick<InvitationsReply, 'invited' | 'skipped'>

/** Sends invitations, in as many calls as the server wants. */
export async function inviteUsers(ids: readonly number[]): Promise<Invited> {
  const all: Invited = { invited: [], skipped: [] }
  for (const user_ids of inParts(ids)) {
    const signal = AbortSignal.timeout(limits.long)
    const { invited, skipped } = await call('POST /users/invitations', { body: { user_ids }, signal })
    all.invited.push(...invited)
    all.skipped.push(...skipped)
  }
  return all
}

/** Saves the slips of the users as a PDF, or as several for more users than the server draws at once. */
export async function printSlips(ids: readonly number[], passwordIds: ReadonlySet<number>, fileName: string) {
  for (const user_ids of inParts(ids)) {
    const password_ids = user_ids.filter((id) => passwordIds.has(id))
    const signal = AbortSignal.timeout(limits.file + password_ids.length * limits.slipPassword)
    await downloadFile('POST /users/slips', { body: { user_ids, password_ids }, signal }, `${fileName}.pdf`)
  }
}

function inParts(ids: readonly number[]): number[][] {
  const count = Math.ceil(ids.length / mostBulkUsers)
  return Array.from({ length: count }, (_, index) => ids.slice(index * mostBulkUsers, (index + 1) * mostBulkUsers))
}
