import { mostEvidence, sharedMinutes } from '../../contract/limits.ts'
import { resultOf, transact } from '../storage/object-store.ts'

/** What was shared into the portal at once, and who was signed in then; nobody if there is no id. */
type Shared = { userId: number | undefined; files: readonly File[]; storedAt: number }

/**
 * What was shared and not yet taken into a form, and who is signed in, which a service worker cannot see otherwise. It reads and writes
 * this store, too (docs/decisions/0092-sharing-into-the-portal.md).
 */
const place = { database: 'shared', store: 'files', durability: 'strict' } as const
const personKey = 'person'
const filesKey = (id: string) => ['files', id]
const allFiles = IDBKeyRange.bound(['files'], ['files', []])
const waitingMs = sharedMinutes * 60 * 1000

/** For the service worker: who is signed in on this device. */
export async function storePerson(userId: number | undefined) {
  await transact(place, 'readwrite', async (store) => {
    if (userId === undefined) store.delete(personKey)
    else store.put(userId, personKey)
  })
}

/** Stores what was shared for whoever is signed in. Rejects if the browser refuses. */
export async function storeShared(files: readonly File[]) {
  // The form takes no more than this number; of the others it says the names.
  const kept = files.map((file, index) => (index < mostEvidence ? file : new File([], file.name)))
  const storedAt = Date.now()
  await transact(place, 'readwrite', async (store) => {
    const userId = await resultOf<number | undefined>(store.get(personKey))
    store.put({ userId, files: kept, storedAt } satisfies Shared, filesKey(`${storedAt} ${crypto.randomUUID()}`))
  })
}

/**
 * Takes what was shared by a person, or by somebody who was not signed in a short time ago. All else is deleted: what other people shared
 * is theirs, and what has waited too long belongs to nobody.
 */
export async function takeShared(userId: number): Promise<File[]> {
  const isTheirs = ({ userId: owner, storedAt }: Shared) => owner === userId || (owner === undefined && !isOld(storedAt))
  return (await emptied()).filter(isTheirs).flatMap(({ files }) => files)
}

/** Deletes what was shared. Returns whether there was something. */
export async function forgetShared(): Promise<boolean> {
  return (await emptied()).length > 0
}

/** Deletes what nobody has claimed, and what is not for this person. */
export async function forgetUnclaimed(userId: number | undefined) {
  await transact(place, 'readwrite', async (store) => {
    for (const key of await resultOf(store.getAllKeys(allFiles))) {
      const { userId: owner, storedAt } = await resultOf<Shared>(store.get(key))
      const isOfOther = userId !== undefined && owner !== undefined && owner !== userId
      if (isOfOther || (owner === undefined && isOld(storedAt))) store.delete(key)
    }
  })
}

/** Empties the store, but for the person. Another tab gets none of it. */
async function emptied(): Promise<Shared[]> {
  return transact(place, 'readwrite', async (store) => {
    const found = await resultOf<Shared[]>(store.getAll(allFiles))
    store.delete(allFiles)
    return found
  }).catch(() => [])
}

function isOld(storedAt: number): boolean {
  return Date.now() - storedAt > waitingMs
}
