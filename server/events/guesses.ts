import { messages } from '../../contract/languages/catalogue.ts'
import { attempts, ownDoorCodes } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { signInLimits } from '../auth/sign-in-limits.queries.ts'
import { type Limit, networkOf } from '../auth/sign-in-limits.ts'
import { HttpError } from '../errors/errors.ts'

/**
 * A member has ten wrong codes in ten minutes, and the members behind one address have 3,000 together. Whoever uses those up, as 300 members
 * can, takes from the others in the hall their later codes, and not the first ones: a right one is always compared.
 */
const limitsOf = (userId: number, address: string): [own: Limit, network: Limit] => [
  { key: `event:user:${userId}`, ...attempts.eventMember },
  { key: `event:network:${networkOf(address)}`, ...attempts.eventNetwork },
]

/**
 * Counts a code before it is compared: of many that come at the same time, no more than the limit are. Returns what gives the count back
 * where the code was right.
 */
export async function countGuess(database: Database, userId: number, address: string): Promise<() => Promise<void>> {
  const [own, network] = limitsOf(userId, address)
  const refuse = (retryAfterSeconds: number) => new HttpError(429, messages.events.tooManyGuesses, { retryAfterSeconds })
  const ofMember = await signInLimits(database).count(own)
  if (ofMember.attempts > own.most) throw refuse(ofMember.secondsLeft)
  const ofNetwork = await signInLimits(database).count(network)
  if (ofNetwork.attempts > network.most && ofMember.attempts > ownDoorCodes) throw refuse(ofNetwork.secondsLeft)
  return () => signInLimits(database).giveBack([own, network])
}
