import { messages } from '../../contract/languages/catalogue.ts'
import { attempts } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { signInLimits } from '../auth/sign-in-limits.queries.ts'
import { type Limit, networkOf } from '../auth/sign-in-limits.ts'
import { HttpError } from '../errors/errors.ts'

/**
 * A member has ten wrong codes in ten minutes. A hall behind one address has many: of 31^8 codes two are right at a time, so that thousands
 * of guesses find none.
 */
const limitsOf = (userId: number, address: string): Limit[] => [
  { key: `event:user:${userId}`, ...attempts.eventMember },
  { key: `event:network:${networkOf(address)}`, ...attempts.eventNetwork },
]

/**
 * Counts a code before it is compared: of many that come at the same time, no more than the limit are. Returns what gives the count back
 * where the code was right.
 */
export async function countGuess(database: Database, userId: number, address: string): Promise<() => Promise<void>> {
  const limits = limitsOf(userId, address)
  for (const limit of limits) {
    const { attempts: count, secondsLeft } = await signInLimits(database).count(limit)
    if (count > limit.most) throw new HttpError(429, messages.events.tooManyGuesses, { retryAfterSeconds: secondsLeft })
  }
  return () => signInLimits(database).giveBack(limits)
}
