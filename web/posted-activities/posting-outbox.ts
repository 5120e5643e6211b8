import type { PostedActivity } from '../../contract/posted-activities.ts'
import { draftReplaced, removePart, storePart } from '../drafts/account-drafts.ts'
import { putIntoOutbox } from '../outbox/outbox.ts'
import type { OutboxEntry } from '../outbox/outbox-entry.ts'
import { filesOf } from '../outbox/outbox-store.ts'
import { startSending } from '../outbox/sender.ts'
import type { EvidenceDraft } from './chosen-evidence.ts'
import type { ActivityNames, PostingValues } from './posting-values.ts'
import { attemptOf } from './sent-posting.ts'

/** What the form of a posting needs to show an entry of the outbox again. */
export type StoredForm = {
  draft: string
  values: PostingValues
  /** The version that was edited. */
  version: number | undefined
  /** The ids of the files that the edit removes. */
  removed: readonly string[]
  activity: ActivityNames
}
export type PostingEntry = OutboxEntry<StoredForm>

export function isPostingEntry(entry: OutboxEntry): entry is PostingEntry {
  return entry.route === 'POST /posted-activities' || entry.route === 'PUT /posted-activities/:id'
}

/** Puts a posting, or the edit of one, into the outbox. */
export async function storePosting(body: FormData, edited: PostedActivity | undefined, form: StoredForm) {
  const before = attemptOf(form.draft, body)
  await putIntoOutbox({
    ...(edited ? { route: 'PUT /posted-activities/:id', id: edited.id } : { route: 'POST /posted-activities' }),
    body,
    form,
    attempt: before && { key: before.key, leftAt: before.isSettled ? undefined : before.at },
  })
  startSending()
}

/** Fills the draft of the form with an entry. Rejects if the browser cannot store it: the entry stays then. */
export async function restorePosting(entry: PostingEntry) {
  const { draft, values, version, removed } = entry.form
  const chosen = await filesOf(entry)
  const files: EvidenceDraft['files'] = chosen.map(({ file }) => ({ file, kind: /\.pdf$/i.test(file.name) ? 'pdf' : 'photo' }))
  const hasEvidence = files.length > 0 || removed.length > 0
  const evidence: EvidenceDraft = { files, removed: [...removed] }
  await removePart(draft, 'sent')
  const isStored = await storePart(draft, 'text', { values, version })
  const hasFiles = hasEvidence ? await storePart(draft, 'files', evidence) : void (await removePart(draft, 'files'))
  draftReplaced(draft)
  if (!isStored || hasFiles === false) throw new Error('the browser does not store the draft')
}
