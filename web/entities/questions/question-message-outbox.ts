import type { Question } from '../../../contract/questions.ts'
import { draftOf, storeDraft } from '../../drafts/drafts.ts'
import type { OutboxEntry } from '../../outbox/outbox-entry.ts'
import { putMessage, type StoredMessage } from '../../outbox/put-message.ts'

type QuestionMessageEntry = OutboxEntry<StoredMessage<Question>>

/** The name of the form's drafts. */
export const questionMessageForm = 'question-message'
const route = 'POST /questions/messages/:id'

export function isQuestionMessageEntry(entry: OutboxEntry): entry is QuestionMessageEntry {
  return entry.route === route
}

export function storeQuestionMessage(row: Question, text: string): Promise<void> {
  return putMessage(route, { row, text })
}

/** Fills the draft of the form with an entry. */
export function restoreQuestionMessage({ form: { row, text } }: QuestionMessageEntry) {
  storeDraft(draftOf(questionMessageForm, row.id), false, { values: { text }, version: row.version })
}
