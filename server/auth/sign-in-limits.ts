import { isIPv6 } from 'node:net'

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

const fiveMinutes = 300
const quarterOfAnHour = 900

/**
 * Three nets, in the order in which they are cast. The tight one is for one account from one address, and nobody else feels it. The wide
 * ones catch who tries many accounts from one address, or one account from many; a member is not held by the latter where they signed
 * in before.
 */
export const limits = [
  { most: 5, windowSeconds: fiveMinutes },
  { most: 100, windowSeconds: quarterOfAnHour },
  { most: 50, windowSeconds: quarterOfAnHour },
]
