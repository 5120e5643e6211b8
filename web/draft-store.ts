import { readSession } from './session.ts'

/** IndexedDB, where drafts are that must outlive their tab, and files, which session storage cannot store. */
export type DraftPart = 'text' | 'files' | 'sent'
/** All users and tabs of a browser share the store. The place is a tab, or `account` for all tabs of the user. */
export type DraftKey = [userId: number, place: string, draft: string, part: DraftPart]
export type DraftEntry = { content: unknown; storedAt: number }

const dayMs = 24 * 60 * 60 * 1000
/** Long enough for a posting that was begun before a holiday. */
const longestMs = 14 * dayMs
/** A closed tab leaves its files behind. No session is longer than a day. */
const longestOfTabMs = dayMs

export const accountPlace = 'account'

export async function readEntry(key: DraftKey): Promise<DraftEntry | undefined> {
  try {
    return await withStore<DraftEntry | undefined>('readonly', (store) => store.get(key))
  } catch {
    return undefined
  }
}

/** What the user has in all tabs. Nothing if the browser refuses. */
export async function readAccountEntries(userId: number): Promise<[DraftKey, DraftEntry][]> {
  const found: [DraftKey, DraftEntry][] = []
  try {
    await eachEntry('readonly', (cursor) => {
      const key = cursor.key as DraftKey
      const entry = cursor.value as DraftEntry
      if (key[0] === userId && key[1] === accountPlace && !isOld(key, entry)) found.push([key, entry])
    })
  } catch {
    return []
  }
  return found
}

/** Whether the browser has stored it. Nothing is stored for a user who has signed out meanwhile. */
export async function storeEntry(key: DraftKey, entry: DraftEntry): Promise<boolean> {
  try {
    await withStore('readwrite', (store) => (readSession()?.id === key[0] ? store.put(entry, key) : store.count()))
    return true
  } catch {
    return false
  }
}

export async function removeEntry(key: DraftKey) {
  await withStore('readwrite', (store) => store.delete(key)).catch(() => undefined)
}

/** Deletes everything, except what one user has and is not too old. */
export async function removeEntries(butOf?: number) {
  await eachEntry('readwrite', (cursor) => {
    const key = cursor.key as DraftKey
    if (key[0] !== butOf || isOld(key, cursor.value as DraftEntry)) cursor.delete()
  }).catch(() => undefined)
}

/** Also what a former version of these pages has stored, whose keys had three parts. */
function isOld(key: readonly unknown[], { storedAt }: DraftEntry) {
  return key.length !== 4 || Date.now() - storedAt > (key[1] === accountPlace ? longestMs : longestOfTabMs)
}

async function eachEntry(mode: IDBTransactionMode, work: (cursor: IDBCursorWithValue) => void) {
  await withStore(mode, (store) => {
    const request = store.openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      work(cursor)
      cursor.continue()
    }
    return request
  })
}

/** Resolves when the transaction is complete. */
async function withStore<Result>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest): Promise<Result> {
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
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('drafts', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('files')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
