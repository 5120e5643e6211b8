import { randomKey } from './random-key.ts'
import { onSessionChange } from './session.ts'

/**
 * The keys of changes without a reply, by their content. The same change sent again has the same key, so that the server recognises
 * one that was done although its reply was lost. In memory: the content may include a password.
 */
const keys = new Map<string, { key: string; path: string }>()
onSessionChange(() => keys.clear())

/** The `Idempotency-Key` of a change: a new one for each content, and after each success. */
export function idempotencyKeyOf(method: string, address: string, body: unknown) {
  const [path = ''] = address.split('?')
  const content = JSON.stringify([method, address, body instanceof FormData ? [...body].map(describe) : body])
  const known = keys.get(content) ?? { key: randomKey(), path }
  keys.set(content, known)
  return {
    key: known.key,
    /**
     * A success also ends what was sent to the same place or above it: after deleting a posting, the same posting is a new one; after a
     * score was changed back, the same score is a new one.
     */
    succeeded: () => {
      for (const [other, { path: above }] of keys) if (`${path}/`.startsWith(`${above}/`)) keys.delete(other)
    },
  }
}

function describe([field, value]: [string, FormDataEntryValue]) {
  return value instanceof File ? [field, value.name, value.size, value.lastModified] : [field, value]
}
