import type { LoginInput, PasswordInput, SignedInUser } from '../../contract/auth.ts'
import { messages } from '../../contract/messages.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, audit } from '../audit/audit.queries.ts'
import { changing, startingOver } from '../audit/changing.ts'
import { BadRequest, TooManyAttempts, Unauthorized } from '../errors.ts'
import { accounts, sessions } from './auth.queries.ts'
import { hashPassword, isPassword, nobodysHash, refuseWeakPassword } from './passwords.ts'
import { hashToken, newToken } from './session-cookie.ts'
import { signInLimits } from './sign-in-limits.queries.ts'
import { networkOf } from './sign-in-limits.ts'

async function beginAttempt(database: Database, username: string, network: string) {
  const { waitSeconds, isFirstRefusal, ...attempt } = await signInLimits(database).begin(username, network)
  if (isFirstRefusal) await recordRefusedSignIn(database, attempt.account, network)
  if (waitSeconds > 0) throw new TooManyAttempts(waitSeconds)
  return attempt
}

/** Under the name of the account, never under what was typed: people type passwords into that field. */
async function recordRefusedSignIn(database: Database, account: SignedInUser | undefined, address: string) {
  await database.begin(async (tx) => {
    await audit(tx).actAs({ id: undefined, address })
    await audit(tx).record({ kind: 'sign-in refused', personId: account?.id })
  })
}

/** An unknown user costs the same steps and the same time as a wrong password, and gets the same answer. */
export async function signIn(database: Database, input: LoginInput, from: { address: string; oldToken: string | undefined }) {
  const network = networkOf(from.address)
  const { account, takenKeys, isNetworkRemembered } = await beginAttempt(database, input.username, network)
  const isRight = await isPassword(input.password, account?.password_hash ?? (await nobodysHash)).catch(async (error) => {
    // Too many at once: nothing was tried, so nothing counts.
    await signInLimits(database).giveBack(takenKeys)
    throw error
  })
  if (!account || !isRight) {
    await recordRefusedSignIn(database, account, from.address)
    throw new Unauthorized(messages.auth.invalid)
  }

  const token = newToken()
  const isStarted = await startingOver(() =>
    sessions(database).startAfterSignIn(account, {
      tokenHash: hashToken(token),
      oldTokenHash: from.oldToken ? hashToken(from.oldToken) : undefined,
      address: from.address,
      network,
      isNetworkRemembered,
      takenKeys,
    }),
  )
  // The account may have been removed, or its password changed, while its hash was being checked.
  if (!isStarted) throw new Unauthorized(messages.auth.invalid)
  const { password_hash: _, ...user } = account
  return { token, user }
}

/** Ends every session of that person; the one who asked goes on with the new token. */
export async function changePassword(database: Database, user: SignedInUser, input: PasswordInput, from: { address: string }) {
  const network = networkOf(from.address)
  const { account: before, takenKeys } = await beginAttempt(database, user.username, network)
  const token = newToken()
  if (!before?.password_hash || !(await isPassword(input.current_password, before.password_hash)))
    throw new BadRequest(messages.password.currentWrong, 'current_password')
  const [tightKey = '', ...wideKeys] = takenKeys
  await signInLimits(database).clear(tightKey)
  await signInLimits(database).giveBack(wideKeys)
  refuseWeakPassword(input.new_password, user.username, 'new_password')
  if (await isPassword(input.new_password, before.password_hash))
    throw new BadRequest(messages.password.unchanged, 'new_password')
  const passwordHash = await hashPassword(input.new_password)
  await changing(database, { id: user.id, address: from.address }, async (tx) => {
    const current = await accounts(tx).lockById(user.id)
    if (current?.password_hash !== before.password_hash) throw new BadRequest(messages.password.currentWrong, 'current_password')
    await accounts(tx).setPassword(user.id, passwordHash, user.id)
    await sessions(tx).start(user.id, hashToken(token))
  })
  return { token }
}

export async function signOut(database: Database, actor: Actor, token: string) {
  await changing(database, actor, async (tx) => {
    await sessions(tx).end(hashToken(token))
    await audit(tx).record({ kind: 'signed out', personId: actor.id })
  })
}
