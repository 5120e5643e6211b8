import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { attempts } from '../../contract/limits.ts'

/** The network of an address. One household or attacker holds a whole /64 of IPv6 addresses; they count as one. */
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

export interface Limit {
  key: string
  most: number
  windowSeconds: number
}

/** The hash that stands for an account in the keys of its limits, because people type passwords into the username field. */
export function hashUsername(username: string): string {
  return createHash('sha256').update(username.toLowerCase()).digest('hex')
}

/**
 * The limits of an attempt, in the order in which they are counted. The tight one is for one account from one network. The wide ones are
 * for many accounts from one network, and for one account from many. They do not hold a member back on a network where they signed in
 * before: neither a storm of failures elsewhere nor strangers behind the address of a campus lock them out. The guesses at such members have
 * one limit in all, ten times as wide: more than a campus mistypes, and far fewer than no limit.
 */
export function limitsOf(username: string, network: string, isKnownNetwork: boolean): Limit[] {
  const account = hashUsername(username)
  const tight = { key: `pair:${account}:${network}`, ...attempts.pair }
  if (isKnownNetwork) return [tight, { key: `known-address:${network}`, ...attempts.knownAddress }]
  return [tight, { key: `address:${network}`, ...attempts.address }, { key: `account:${account}`, ...attempts.account }]
}

/**
 * The limits of the second step, with counters of its own: a right password must not start the count of guessed codes again. Six digits are
 * few, so there is one more limit, for a day and from all networks. Only a person who knows the password can use it up, and not for the
 * networks that the member signed in from: those have a day of their own.
 */
export function secondStepLimitsOf(username: string, network: string, isKnownNetwork: boolean): Limit[] {
  const own = limitsOf(username, network, isKnownNetwork).map((limit) => ({ ...limit, key: `second-${limit.key}` }))
  const account = hashUsername(username)
  const key = isKnownNetwork ? `second-day-pair:${account}:${network}` : `second-day:${account}`
  return [...own, { key, ...attempts.secondStep }]
}

/** The limit of challenges for a passkey: anyone may ask for one, and each is a row of the database. */
export function passkeyLimitOf(network: string): Limit {
  return { key: `passkey:${network}`, ...attempts.passkey }
}

/** The limit of audit records about names that no account has: anyone may try any number of them. Those about accounts have none. */
export function unknownRefusalsOf(network: string): Limit {
  return { key: `unknown-refused:${network}`, ...attempts.unknownRefused }
}

/**
 * The limit of audit records about what no passkey has signed: they stay for ever. Anyone may send that, and as it cannot be guessed, only
 * its records are limited.
 */
export function passkeyRefusalsOf(network: string): Limit {
  return { key: `passkey-refused:${network}`, ...attempts.passkeyRefused }
}
