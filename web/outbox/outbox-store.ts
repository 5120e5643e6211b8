import { resultOf, transact } from '../storage/object-store.ts'
import type { OutboxEntry, OutboxFile } from './outbox-entry.ts'

/** The key of a stored part of an entry. The files are apart, because the list is read without them. */
type PartKey = [part: 'entry' | 'files', userId: number, key: string]
type Named = Pick<OutboxEntry, 'userId' | 'key'>

/** The entries of all people of this browser. Each function is about those of one person. */
const place = { database: 'outbox', store: 'entries', durability: 'strict' } as const

const entryKey = ({ userId, key }: Named): PartKey => ['entry', userId, key]
const filesKey = ({ userId, key }: Named): PartKey => ['files', userId, key]
const allOf = (part: PartKey[0], userId: number) => IDBKeyRange.bound([part, userId], [part, userId, []])

/** The entries of a person, in the order in which they were stored. Empty if the browser refuses. */
export async function readEntries(userId: number): Promise<OutboxEntry[]> {
  const read = (store: IDBObjectStore) => resultOf<OutboxEntry[]>(store.getAll(allOf('entry', userId)))
  const entries = await transact(place, 'readonly', read).catch(() => [])
  return entries.toSorted((a, b) => a.storedAt - b.storedAt)
}

/**
 * Stores an entry with its files. Resolves when the transaction is complete: a full device accepts the values first and then refuses the
 * transaction. Rejects if the browser refuses, or if its person has signed out meanwhile.
 */
export async function putEntry(entry: OutboxEntry, files: readonly OutboxFile[], isSignedIn: () => boolean) {
  await transact(place, 'readwrite', async (store) => {
    if (!isSignedIn()) throw new Error('the person of the entry has signed out')
    try {
      store.put(entry, entryKey(entry))
      store.put(files, filesKey(entry))
    } catch (error) {
      // An entry without its files would be sent without them.
      store.transaction.abort()
      throw error
    }
  })
}

/** Changes an entry in one transaction, unless it is gone or `change` returns nothing. Returns the changed entry. */
export async function changeEntry(
  named: Named,
  change: (entry: OutboxEntry) => OutboxEntry | undefined,
): Promise<OutboxEntry | undefined> {
  return transact(place, 'readwrite', async (store) => {
    const entry = await resultOf<OutboxEntry | undefined>(store.get(entryKey(named)))
    const changed = entry && change(entry)
    if (changed) store.put(changed, entryKey(named))
    return changed
  })
}

async function readFiles(named: Named): Promise<readonly OutboxFile[]> {
  const read = (store: IDBObjectStore) => resultOf<OutboxFile[] | undefined>(store.get(filesKey(named)))
  return (await transact(place, 'readonly', read)) ?? []
}

/** The files of an entry, as they were chosen. */
export async function filesOf(named: Named): Promise<{ field: string; file: File }[]> {
  const files = await readFiles(named)
  return files.map(({ field, name, type, lastModified, bytes }) => ({
    field,
    file: new File([bytes], name, { type, lastModified }),
  }))
}

/** Removes an entry with its files, if it is as `isRemovable` wants it. Returns whether it was. */
export async function removeEntry(named: Named, isRemovable: (entry: OutboxEntry) => boolean = () => true): Promise<boolean> {
  return transact(place, 'readwrite', async (store) => {
    const entry = await resultOf<OutboxEntry | undefined>(store.get(entryKey(named)))
    if (!entry || !isRemovable(entry)) return false
    store.delete(entryKey(named))
    store.delete(filesKey(named))
    return true
  })
}

/** Whether there is an entry of anybody. */
export async function hasEntries(): Promise<boolean> {
  const count = (store: IDBObjectStore) => resultOf(store.count(IDBKeyRange.bound(['entry'], ['entry', []])))
  return (await transact(place, 'readonly', count).catch(() => 0)) > 0
}

export async function forgetEntries(userId: number) {
  await transact(place, 'readwrite', async (store) => {
    store.delete(allOf('entry', userId))
    store.delete(allOf('files', userId))
  }).catch(() => undefined)
}

/** Deletes what other people have left on this device longer ago than that moment: it is theirs, and in nobody's sight. */
export async function forgetOldOfOthers(userId: number, before: number) {
  await transact(place, 'readwrite', async (store) => {
    const entries = await resultOf<OutboxEntry[]>(store.getAll(IDBKeyRange.bound(['entry'], ['entry', []])))
    for (const entry of entries) {
      if (entry.userId === userId || entry.storedAt >= before) continue
      store.delete(entryKey(entry))
      store.delete(filesKey(entry))
    }
  }).catch(() => undefined)
}
