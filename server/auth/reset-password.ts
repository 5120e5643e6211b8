import { CannotStart } from '../../database/cannot-start.ts'
import { connect } from '../../database/connect.ts'
import { actAs } from '../../database/transaction.ts'
import { accounts } from './auth.queries.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import { hasFactor } from './second-factor/second-factor.actions.ts'
import { factors } from './second-factor/second-factor.queries.ts'
import { signInLimits } from './sign-in-limits.queries.ts'

/**
 * A new password for a user whom no administrator can help, such as the last administrator: for the operator of the machine. Ends their
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
      const found = await factors(tx).of(account.id)
      // A new password removes the factors, too: users who need this may have lost the phone together with the password.
      await accounts(tx).setPassword(account.id, passwordHash, null)
      await signInLimits(tx).forget(account.username)
      return found !== undefined && hasFactor(found)
    })
    return { password, hadSecondFactor }
  } finally {
    await database.end()
  }
}
