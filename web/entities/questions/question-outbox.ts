import type { PostedActivity } from '../../../contract/posted-activities.ts'
import type { QuestionSubject } from '../../../contract/questions.ts'
import { storeDraftFile } from '../../drafts/draft-files.ts'
import { storeDraft } from '../../drafts/drafts.ts'
import { putIntoOutbox } from '../../outbox/outbox.ts'
import type { OutboxEntry } from '../../outbox/outbox-entry.ts'
import { filesOf } from '../../outbox/outbox-store.ts'
import { startSending } from '../../outbox/sender.ts'

/** What the dialog needs to show a question of the outbox again, and the list to name it. */
export type StoredQuestion = {
  draft: string
  values: { text: string; link: string }
  subject: QuestionSubject
  posting: PostedActivity | undefined
  termId: number | undefined
}
export type QuestionEntry = OutboxEntry<StoredQuestion>

export function isQuestionEntry(entry: OutboxEntry): entry is QuestionEntry {
  return entry.route === 'POST /questions'
}

export async function storeQuestion(body: FormData, form: StoredQuestion) {
  await putIntoOutbox({ route: 'POST /questions', body, form })
  startSending()
}

/** Fills the draft of the dialog with an entry. */
export async function restoreQuestion(entry: QuestionEntry) {
  const { draft, values } = entry.form
  const [chosen] = await filesOf(entry)
  if (chosen) await storeDraftFile(draft, { picture: chosen.file })
  storeDraft(draft, false, { values })
}
