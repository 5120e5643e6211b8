import { randomKey } from '../http/random-key.ts'
import { readSession } from '../session/session.ts'
import { type DraftKey, readEntry, removeEntry, storeEntry } from './draft-store.ts'

/**
 * The key of the files of an unsaved form whose text is in session storage (drafts.ts); both are per tab. If the browser refuses, a file
 * survives no reload: nothing else depends on it.
 */
function keyOf(draft: string): DraftKey {
  const tab = sessionStorage.getItem('tab') ?? randomKey()
  sessionStorage.setItem('tab', tab)
  return [readSession()?.id ?? 0, tab, draft, 'files']
}

/** Forgets the key of the tab when its user logs out. */
export function forgetTab() {
  sessionStorage.removeItem('tab')
}

export async function readDraftFile<Content>(draft: string): Promise<Content | undefined> {
  return (await readEntry(keyOf(draft)))?.content as Content | undefined
}

export async function storeDraftFile(draft: string, content: unknown) {
  await storeEntry(keyOf(draft), { content, storedAt: Date.now() })
}

export async function forgetDraftFile(draft: string) {
  await removeEntry(keyOf(draft))
}
