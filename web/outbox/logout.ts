import { messages } from '../../contract/languages/catalogue.ts'
import { forgetEntries, readEntries } from './outbox-store.ts'
import './words.ts'

/** The question before a logout that would delete what was not sent. */
export async function lossOf(userId: number) {
  const { length: count } = await readEntries(userId)
  const { logoutQuestion, logoutMeans } = messages.outbox
  return count > 0 ? { question: logoutQuestion({ count }), consequence: logoutMeans } : undefined
}

/** Deletes the outbox of a person who has logged out. */
export async function discardOutbox(userId: number) {
  await forgetEntries(userId)
}
