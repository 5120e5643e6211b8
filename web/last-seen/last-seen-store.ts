import { roles } from '../../contract/codes.ts'
import { onSessionChange, readSession } from '../session.ts'

/**
 * The lists that a member saw last, in IndexedDB, for reading without a network (docs/decisions/0053-installed.md). They belong to one
 * member, one version of the pages and one session: what another one left is deleted before anything is written. If the browser refuses,
 * nothing is stored, and nothing else depends on it.
 */
export type SeenList = { key: readonly unknown[]; data: unknown; updatedAt: number }

type Owner = {
  userId: number
  /** Another version may expect other data. */
  version: string
  /** When the session ends at the latest: from then on nobody would see this online either. */
  endsAt: number
}

const ownerKey = 'owner'
const listPrefix = 'list:'

/** What is there for the signed-in member; anything else is deleted. */
export async function readSeenLists(version: string): Promise<{ lists: SeenList[]; endsAt: number } | undefined> {
  return withStore('readwrite', (store, done) => {
    onResult<Owner | undefined>(store.get(ownerKey), (owner) => {
      if (!owner || !isOf(owner, readSession()?.id, version)) {
        store.clear()
        return
      }
      onResult<SeenList[]>(store.getAll(IDBKeyRange.bound(listPrefix, `${listPrefix}\uffff`)), (lists) =>
        done({ lists, endsAt: owner.endsAt }),
      )
    })
  })
}

/** Unless the member has signed out meanwhile, perhaps in another tab. */
export async function storeSeenLists(owner: Owner, lists: ReadonlyMap<string, SeenList>) {
  await withStore('readwrite', (store) => {
    onResult<Owner | undefined>(store.get(ownerKey), (before) => {
      if (!isOf(owner, readSession()?.id, owner.version)) return
      if (before && !isOf(before, owner.userId, owner.version)) store.clear()
      store.put(owner, ownerKey)
      for (const [hash, list] of lists) store.put(list, listPrefix + hash)
    })
  })
}

function isOf(owner: Owner, userId: number | undefined, version: string): boolean {
  return owner.userId === userId && owner.version === version && owner.endsAt > Date.now()
}

/** Deletes everything but what the signed-in member may still see. */
export async function forgetSeenLists(version?: string) {
  const user = readSession()
  const userId = user?.role_id === roles.staff ? user.id : undefined
  await withStore('readwrite', (store) => {
    onResult<Owner | undefined>(store.get(ownerKey), (owner) => {
      if (!owner || !isOf(owner, userId, version ?? owner.version)) store.clear()
    })
  })
}

// Signed out here or in another tab, an ended session, another user, another role.
onSessionChange(() => void forgetSeenLists())

function onResult<Result>(request: IDBRequest, then: (result: Result) => void) {
  request.onsuccess = () => then(request.result as Result)
}

/** Resolves when the transaction is complete, with what `done` was called with. */
async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore, done: (result: Result) => void) => void,
): Promise<Result | undefined> {
  try {
    const database = await openDatabase()
    try {
      return await new Promise<Result | undefined>((resolve, reject) => {
        const transaction = database.transaction('lists', mode)
        let result: Result | undefined
        work(transaction.objectStore('lists'), (given) => {
          result = given
        })
        transaction.oncomplete = () => resolve(result)
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
    const request = indexedDB.open('last-seen', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('lists')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
