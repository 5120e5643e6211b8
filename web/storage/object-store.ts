/** An object store of IndexedDB, alone in its database. A strict one is complete when it is on the disk, and not only on its way. */
export type Place = { database: string; store: string; durability?: IDBTransactionDurability }

/**
 * Runs `work` in one transaction, and resolves with its result when the transaction is complete. Rejects if the browser refuses: storage is
 * denied, as in a private window, or full. Within `work`, wait for nothing but `resultOf`: the transaction ends as soon as it is idle.
 */
export async function transact<Result>(
  { database, store, durability = 'default' }: Place,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const connection = await connect({ database, store })
  try {
    const transaction = connection.transaction(store, mode, { durability })
    const completed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
    const [result] = await Promise.all([work(transaction.objectStore(store)), completed])
    return result
  } finally {
    connection.close()
  }
}

export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function connect({ database, store }: Place): Promise<IDBDatabase> {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return resultOf(request)
}
