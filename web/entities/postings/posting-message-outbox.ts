import type { PostedActivity } from '../../../contract/posted-activities.ts'
import { draftOf, storeDraft } from '../../drafts/drafts.ts'
import type { OutboxEntry } from '../../outbox/outbox-entry.ts'
import { putMessage, type StoredMessage } from '../../outbox/put-message.ts'

type PostingMessageEntry = OutboxEntry<StoredMessage<PostedActivity>>

/** The name of the form's drafts. */
export const postingMessageForm = 'posting-message'
const route = 'POST /posted-activities/:id/messages'

export function isPostingMessageEntry(entry: OutboxEntry): entry is PostingMessageEntry {
  return entry.route === route
}

export function storePostingMessage(row: PostedActivity, text: string): Promise<void> {
  return putMessage(route, { row, text })
}

/** Fills the draft of the form with an entry. */
export function restorePostingMessage({ form: { row, text } }: PostingMessageEntry) {
  storeDraft(draftOf(postingMessageForm, row.id), false, { values: { text }, version: row.version })
}
