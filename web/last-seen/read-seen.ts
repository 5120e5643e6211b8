import { hashKey } from '@tanstack/react-query'
import { readSeenLists, type SeenList } from './last-seen-store.ts'

/** What the signed-in member saw last under this key, on this device; undefined if nothing is stored. */
export async function readSeen(version: string, key: readonly unknown[]): Promise<SeenList | undefined> {
  const hash = hashKey(key)
  return (await readSeenLists(version))?.lists.find((list) => hashKey(list.key) === hash)
}
