import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** One household or attacker holds a whole /64 of IPv6 addresses; they count as one. */
export function networkOf(address: string): string {
  const withoutPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address)?.[1] ?? /^\[(.+)\]:\d+$/.exec(address)?.[1]
  if (withoutPort) return networkOf(withoutPort)
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

const fiveMinutes = 300
const quarterOfAnHour = 900
const day = 86_400

export interface Limit {
  key: string
  most: number
  windowSeconds: number
}

/** Stands for an account in the keys of its limits, because people type passwords into the username field. */
export function hashUsername(username: string): string {
  return createHash('sha256').update(username.toLowerCase()).digest('hex')
}

/**
 * The limits of an attempt, in the order in which they are counted. The tight one is for one account from one network. The wide ones are
 * for many accounts from one network, and for one account from many. They do not hold a member back on a network where they signed in
 * before: neither a storm of failures elsewhere nor a campus behind one address locks them out.
 */
export function limitsOf(username: string, network: string, isKnownNetwork: boolean): Limit[] {
  const account = hashUsername(username)
  const tight = { key: `pair:${account}:${network}`, most: 5, windowSeconds: fiveMinutes }
  if (isKnownNetwork) return [tight]
  return [
    tight,
    { key: `address:${network}`, most: 100, windowSeconds: quarterOfAnHour },
    { key: `account:${account}`, most: 50, windowSeconds: quarterOfAnHour },
  ]
}

/**
 * The same for the second step, with counters of its own: a right password must not start the count of guessed codes again. Six digits are
 * few, so there is one more limit, for a day and wherever they come from. Only a person who knows the password can use it up.
 */
export function secondStepLimitsOf(username: string, network: string, isKnownNetwork: boolean): Limit[] {
  const own = limitsOf(username, network, isKnownNetwork).map((limit) => ({ ...limit, key: `second-${limit.key}` }))
  return [...own, { key: `second-day:${hashUsername(username)}`, most: 100, windowSeconds: day }]
}

/** Anybody may ask for the challenge of a passkey, and each is a row of the database. */
export function passkeyLimitOf(network: string): Limit {
  return { key: `passkey:${network}`, most: 300, windowSeconds: quarterOfAnHour }
}
