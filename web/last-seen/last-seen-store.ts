import { roles } from '../../contract/codes.ts'
import { onSessionChange, readSession } from '../session/session.ts'
import { resultOf, transact } from '../storage/object-store.ts'

/**
 * The lists that a member saw last, in IndexedDB, for reading without a network (docs/decisions/0053-installed.md). They belong to one
 * member, one version of the pages and one session: the lists of another one are deleted before anything is written. If the browser
 * refuses, nothing is stored, and nothing else depends on it.
 */
export type SeenList = { key: readonly unknown[]; data: unknown; updatedAt: number }

type Owner = {
  userId: number
  /** The version of the pages: another one may expect other data. */
  version: string
  /** The latest end of the session: from then on the lists are not shown online either. */
  endsAt: number
}

const ownerKey = 'owner'
const listPrefix = 'list:'

/** The stored lists of the signed-in member; any others are deleted. */
export async function readSeenLists(version: string): Promise<{ lists: SeenList[]; endsAt: number } | undefined> {
  return inStore(async (store) => {
    const owner = await readOwner(store)
    if (!owner || !isOf(owner, readSession()?.id, version)) {
      store.clear()
      return undefined
    }
    const lists: SeenList[] = await resultOf(store.getAll(IDBKeyRange.bound(listPrefix, `${listPrefix}\uffff`)))
    return { lists, endsAt: owner.endsAt }
  })
}

/** Stores the lists, unless the member has signed out meanwhile, perhaps in another tab. */
export async function storeSeenLists(owner: Owner, lists: ReadonlyMap<string, SeenList>) {
  await inStore(async (store) => {
    const before = await readOwner(store)
    if (!isOf(owner, readSession()?.id, owner.version)) return
    if (before && !isOf(before, owner.userId, owner.version)) store.clear()
    store.put(owner, ownerKey)
    for (const [hash, list] of lists) store.put(list, listPrefix + hash)
  })
}

function isOf(owner: Owner, userId: number | undefined, version: string): boolean {
  return owner.userId === userId && owner.version === version && owner.endsAt > Date.now()
}

/** Deletes all lists but those that the signed-in member may still see. */
export async function forgetSeenLists(version?: string) {
  const user = readSession()
  const userId = user?.role_id === roles.staff ? user.id : undefined
  await inStore(async (store) => {
    const owner = await readOwner(store)
    if (!owner || !isOf(owner, userId, version ?? owner.version)) store.clear()
  })
}

// The session changes with a sign-out here or in another tab, its end, another user, or another role.
onSessionChange(() => void forgetSeenLists())

function readOwner(store: IDBObjectStore): Promise<Owner | undefined> {
  return resultOf(store.get(ownerKey))
}

function inStore<Result>(work: (store: IDBObjectStore) => Promise<Result>): Promise<Result | undefined> {
  return transact({ database: 'last-seen', store: 'lists' }, 'readwrite', work).catch(() => undefined)
}
