import { CannotStart } from '../../database/cannot-start.ts'
import { connect } from '../../database/connect.ts'
import { actAs } from '../../database/transaction.ts'
import { accounts } from './auth.queries.ts'
import { hashPassword, randomPassword } from './passwords.ts'
import { signInLimits } from './sign-in-limits.queries.ts'

/**
 * For the operator of the machine: a new password for a user whom no administrator can help, such as the last administrator. Ends their
 * sessions, resets their failed attempts and writes an audit record.
 */
export async function resetPassword(address: string, username: string): Promise<string> {
  const database = connect(address, { max: 1, applicationName: 'staff-portal password' })
  try {
    if (!(await accounts(database).tableExists()))
      throw new CannotStart('There is nobody yet: the portal has never been started on this database.')
    const password = randomPassword()
    const passwordHash = await hashPassword(password)
    await database.begin(async (tx) => {
      const account = await accounts(tx).byUsername(username)
      if (!account)
        throw new CannotStart(
          `Nobody is called ${username}. Administrators: ${(await accounts(tx).administrators()).join(', ')}.`,
        )
      await actAs(tx, { id: undefined, address: 'command line' })
      await accounts(tx).setPassword(account.id, passwordHash, null)
      await signInLimits(tx).forget(account.username)
    })
    return password
  } finally {
    await database.end()
  }
}
