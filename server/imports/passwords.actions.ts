import type { InitialPassword, ReplacedPasswords } from '../../contract/imports.ts'
import { passwordsAtATime } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { randomPassword } from '../auth/passwords.ts'
import { degrees } from '../degrees/degrees.queries.ts'
import type { ImportFile } from './import-file.ts'
import { importOf } from './imports.actions.ts'
import { imports } from './imports.queries.ts'
import { hashAll, passwordOf, users } from './users.ts'

/** Sets the next passwords of an imported file, for users who have none. */
export async function giveFilePasswords(database: Database, actor: Actor, file: ImportFile) {
  const scope = {
    createDepartments: false,
    degrees: await degrees(database).all(),
    by: actor.id,
  }
  const right = await importOf(users).rightRows(database, file, scope)
  const known = right.flatMap((row) => {
    const password = passwordOf(row)
    return row.known && password !== undefined ? [[row.known.id, password] as const] : []
  })
  const given = await giveHashed(database, actor, known.slice(0, passwordsAtATime))
  return { given: given.length, left: known.length - Math.min(known.length, passwordsAtATime) }
}

/** Generates passwords for the users who have none, or who may get a new one. Only the reply contains them. */
export async function makeInitialPasswords(
  database: Database,
  actor: Actor,
  userIds: readonly number[],
  replace: ReplacedPasswords,
): Promise<InitialPassword[]> {
  const entitled = await imports(database).mayGetPassword(userIds, replace)
  const made = new Map(entitled.map(({ id }) => [id, randomPassword()]))
  const given = new Map((await giveHashed(database, actor, [...made], replace)).map((user) => [user.id, user]))
  return [...made].flatMap(([id, password]) => {
    const user = given.get(id)
    return user ? { ...user, password } : []
  })
}

async function giveHashed(
  database: Database,
  actor: Actor,
  passwords: readonly (readonly [number, string])[],
  replace: ReplacedPasswords = false,
) {
  const hashed = new Map(await hashAll(passwords))
  return auditedTransaction(database, actor, async (tx, by) => {
    // The users are checked again, with the accounts locked: a user who got a password meanwhile, or signed in with it, keeps it.
    await imports(tx).lockUsersById([...hashed.keys()])
    const entitled = await imports(tx).mayGetPassword([...hashed.keys()], replace)
    const given = entitled.map(({ id }) => ({ id, password_hash: hashed.get(id) ?? '' }))
    return imports(tx).givePasswords(given, by)
  })
}
