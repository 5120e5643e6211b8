import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Limit } from './sign-in-limits.queries.ts'

/** One household or attacker holds a whole /64 of IPv6 addresses; they count as one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  const back = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...front, ...Array(Math.max(8 - front.length - back.length, 0)).fill('0'), ...back]
    : front
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** People type passwords into the username field: the key tells nobody what was typed. */
function accountKey(username: string) {
  return createHash('sha256').update(username.toLowerCase()).digest('base64url')
}

const fiveMinutes = 300
const quarterOfAnHour = 900

/**
 * Three nets. The tight one is for one account from one address, and nobody else feels it. The wide ones catch who tries many
 * accounts from one address, or one account from many; a member is not held by the latter where they signed in before.
 */
export function limitsFor(username: string, address: string) {
  const account = accountKey(username)
  return {
    pair: { key: `pair:${account}:${address}`, most: 5, windowSeconds: fiveMinutes },
    address: { key: `address:${address}`, most: 100, windowSeconds: quarterOfAnHour },
    account: { key: `account:${account}`, most: 50, windowSeconds: quarterOfAnHour },
  } satisfies Record<string, Limit>
}
