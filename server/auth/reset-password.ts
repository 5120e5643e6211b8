import { CannotStart } from '../../database/cannot-start.ts'
import { connect, type Sql } from '../../database/connect.ts'
import { actAs } from '../../database/transaction.ts'
import { audit } from '../audit/audit.queries.ts'
import { accountMails } from '../mail/account-mails.queries.ts'
import { accounts } from './auth.queries.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import { factors } from './second-factor/second-factor.queries.ts'
import { signInLimits } from './sign-in-limits.queries.ts'

/**
 * For the operator of the machine: a new password for a user whom no administrator can help, such as the last administrator. Ends their
 * sessions, removes their second factors, resets their failed attempts and writes audit records.
 */
export async function resetPassword(address: string, username: string): Promise<{ password: string; hadSecondFactor: boolean }> {
  const database = connect(address, { max: 1, applicationName: 'staff-portal password' })
  try {
    if (!(await accounts(database).tableExists()))
      throw new CannotStart('There is nobody yet: the portal has never been started on this database.')
    const password = randomPassword()
    const passwordHash = await hashPassword(password)
    const hadSecondFactor = await database.begin(async (tx) => {
      const account = await accounts(tx).byUsername(username)
      if (!account)
        throw new CannotStart(
          `Nobody is called ${username}. Administrators: ${(await accounts(tx).administrators()).join(', ')}.`,
        )
      await actAs(tx, { id: undefined, address: 'command line' })
      await accounts(tx).setPassword(account.id, passwordHash, null)
      await signInLimits(tx).forget(account.username)
      return removeFactors(tx, account.id)
    })
    return { password, hadSecondFactor }
  } finally {
    await database.end()
  }
}

/** Users who need this may have lost the phone together with the password. */
async function removeFactors(tx: Sql, userId: number): Promise<boolean> {
  if (!(await factors(tx).removeAll(userId))) return false
  await audit(tx).record({ kind: 'factor removed', personId: userId, details: { factor: 'all' } })
  await accountMails(tx).add('factors removed', userId)
  return true
}
