import { type DraftKey, readEntry, removeEntry, storeEntry } from './draft-store.ts'
import { randomKey } from './random-key.ts'
import { readSession } from './session.ts'

/**
 * Files of unsaved forms whose text is in session storage (drafts.ts), per tab as it. If the browser refuses, a file survives no reload:
 * nothing else depends on it.
 */
function keyOf(draft: string): DraftKey {
  const tab = sessionStorage.getItem('tab') ?? randomKey()
  sessionStorage.setItem('tab', tab)
  return [readSession()?.id ?? 0, tab, draft, 'files']
}

/** When its user logs out. */
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
