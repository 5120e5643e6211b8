import { readSession } from '../session/session.ts'
import { resultOf, transact } from '../storage/object-store.ts'

/** A part of a draft in IndexedDB, which has the drafts that must outlive their tab, and files, which session storage cannot store. */
export type DraftPart = 'text' | 'files' | 'sent'
/** The key of an entry. All users and tabs of a browser share the store. The place is a tab, or `account` for all tabs of the user. */
export type DraftKey = [userId: number, place: string, draft: string, part: DraftPart]
export type DraftEntry = { content: unknown; storedAt: number }

const dayMs = 24 * 60 * 60 * 1000
/** The longest age of a draft of an account, enough for a posting that was begun before a holiday. */
const longestMs = 14 * dayMs
/** The longest age of a draft of a tab: a closed tab leaves its files behind. No session is longer than a day. */
const longestOfTabMs = dayMs

export const accountPlace = 'account'

const drafts = { database: 'drafts', store: 'files' }

export async function readEntry(key: DraftKey): Promise<DraftEntry | undefined> {
  try {
    return await transact(drafts, 'readonly', (store) => resultOf(store.get(key)))
  } catch {
    return undefined
  }
}

/** The entries of the user's account, for all tabs. Empty if the browser refuses. */
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

/** Stores an entry, and returns false if the browser refused. Nothing is stored for a user who has signed out meanwhile. */
export async function storeEntry(key: DraftKey, entry: DraftEntry): Promise<boolean> {
  try {
    await transact(drafts, 'readwrite', async (store) => {
      if (readSession()?.id === key[0]) store.put(entry, key)
    })
    return true
  } catch {
    return false
  }
}

export async function removeEntry(key: DraftKey) {
  await transact(drafts, 'readwrite', (store) => resultOf(store.delete(key))).catch(() => undefined)
}

/** Deletes all entries, except recent ones of one user. */
export async function removeEntries(butOf?: number) {
  await eachEntry('readwrite', (cursor) => {
    const key = cursor.key as DraftKey
    if (key[0] !== butOf || isOld(key, cursor.value as DraftEntry)) cursor.delete()
  }).catch(() => undefined)
}

/** Whether an entry is too old; also one that a former version of these pages has stored, whose key has three parts. */
function isOld(key: readonly unknown[], { storedAt }: DraftEntry) {
  return key.length !== 4 || Date.now() - storedAt > (key[1] === accountPlace ? longestMs : longestOfTabMs)
}

async function eachEntry(mode: IDBTransactionMode, work: (cursor: IDBCursorWithValue) => void) {
  await transact(drafts, mode, async (store) => {
    const request = store.openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      if (!cursor) return
      work(cursor)
      cursor.continue()
    }
  })
}
