import { onSessionChange } from '../session/session.ts'
import { randomKey } from './random-key.ts'

/**
 * The keys of changes without a reply, by their content. The same change sent again has the same key, so that the server recognises one
 * that was done although its reply was lost. They are in memory, because the content may include a password.
 */
const keys = new Map<string, { key: string; path: string; since: number }>()
/**
 * The time in which a key is used again. Minutes later the same content is meant as a new change: others may have changed the row
 * meanwhile.
 */
const usableMs = 10 * 60 * 1000
onSessionChange(() => keys.clear())

/** The `Idempotency-Key` of a change: a new one for each content, after each success, and after minutes. */
export function idempotencyKeyOf(method: string, address: string, body: unknown) {
  const [path = ''] = address.split('?')
  const content = JSON.stringify([method, address, body instanceof FormData ? fieldsOf(body) : body])
  const before = keys.get(content)
  const known = before && Date.now() - before.since < usableMs ? before : { key: randomKey(), path, since: Date.now() }
  keys.set(content, known)
  return {
    key: known.key,
    /**
     * Ends the keys after a success, also those of changes that were sent to the same place or above it: after deleting a posting, the same
     * posting is a new one; after a score was changed back, the same score is a new one.
     */
    succeeded: () => {
      for (const [other, { path: above }] of keys) if (`${path}/`.startsWith(`${above}/`)) keys.delete(other)
    },
  }
}

/** The fields of a form. Two forms with the same fields are the same: a file is compared by its name, size and date. */
export function fieldsOf(form: FormData) {
  return [...form].map(([field, value]) =>
    value instanceof File ? [field, value.name, value.size, value.lastModified] : [field, value],
  )
}
