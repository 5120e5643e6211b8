import { readSession } from './session.ts'

/**
 * Files of unsaved forms. sessionStorage, where drafts are (drafts.ts), cannot store a File, so they are in IndexedDB. All tabs share
 * that, so each key names the user, the tab and the form. If the browser refuses, a file survives no reload: nothing else depends on it.
 */
type Key = [userId: number, tab: string, draft: string]
type Entry = { content: unknown; storedAt: number }

/** A closed tab leaves its file behind. No session is longer than a day. */
const longestMs = 24 * 60 * 60 * 1000

function keyOf(draft: string): Key {
  const tab = sessionStorage.getItem('tab') ?? crypto.randomUUID()
  sessionStorage.setItem('tab', tab)
  return [readSession()?.id ?? 0, tab, draft]
}

export async function readDraftFile<Content>(draft: string): Promise<Content | undefined> {
  const entry = await withStore<Entry | undefined>('readonly', (store) => store.get(keyOf(draft)))
  return entry?.content as Content | undefined
}

export async function storeDraftFile(draft: string, content: unknown) {
  await withStore('readwrite', (store) => store.put({ content, storedAt: Date.now() } satisfies Entry, keyOf(draft)))
}

export async function forgetDraftFile(draft: string) {
  await withStore('readwrite', (store) => store.delete(keyOf(draft)))
}

/** Deletes the files of all tabs, except recent ones of one user. */
export async function forgetDraftFiles(butOf?: number) {
  await withStore('readwrite', (store) => {
    const request = store.openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      const [userId] = cursor.key as Key
      const { storedAt } = cursor.value as Entry
      if (userId !== butOf || Date.now() - storedAt > longestMs) cursor.delete()
      cursor.continue()
    }
    return request
  })
}

/** Resolves when the transaction is complete. */
async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<Result | undefined> {
  try {
    const database = await openDatabase()
    try {
      return await new Promise<Result>((resolve, reject) => {
        const transaction = database.transaction('files', mode)
        const request = work(transaction.objectStore('files'))
        transaction.oncomplete = () => resolve(request.result as Result)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('drafts', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('files')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
