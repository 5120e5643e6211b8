import type { SignedInUser } from '../../contract/auth.ts'
import { passwordMask, roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { OwnDetailsInput } from '../../contract/own-details.ts'
import type { EditUserInput, NewUserInput, ToggleRoleInput, User } from '../../contract/users.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { hashPassword, refuseWeakPassword } from '../auth/passwords.ts'
import { departments } from '../departments/departments.queries.ts'
import { BadRequest, Forbidden, NotFound } from '../errors/errors.ts'
import { conflictOrNotFound } from '../http/edit-conflict.queries.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { users } from './users.queries.ts'

async function refuseMissingDepartment(sql: Sql, departmentId: number) {
  if (!(await departments(sql).isThere(departmentId))) throw new BadRequest(messages.users.invalidDepartment, 'department_id')
}

/** Administrators are changed by toggling their role first: they cannot be edited or removed directly. */
async function lockMember(sql: Sql, id: number) {
  const member = await users(sql).lock(id)
  if (member.is_removed) throw new NotFound(messages.users.notFound)
  if (member.role_id === roles.admin) throw new Forbidden(messages.users.adminRow)
  return member
}

export async function addUser(database: Database, { password, ...fields }: NewUserInput, actor: Actor): Promise<User> {
  refuseWeakPassword(password, fields.username, 'password')
  // The password is hashed before the transaction: hashing takes long, and would hold its locks.
  const password_hash = await hashPassword(password)
  return auditedTransaction(database, actor, async (tx, by) => {
    await refuseMissingDepartment(tx, fields.department_id)
    return users(tx).byId(await users(tx).add({ ...fields, password_hash }, by))
  })
}

export async function editUser(database: Database, id: number, input: EditUserInput, actor: Actor): Promise<User> {
  const { password, version, ...fields } = input
  const isNewPassword = password !== passwordMask
  if (isNewPassword) refuseWeakPassword(password, fields.username, 'password')
  const changed = isNewPassword ? { ...fields, password_hash: await hashPassword(password) } : fields
  return auditedTransaction(database, actor, async (tx, by) => {
    const before = await lockMember(tx, id)
    if (version !== undefined && version !== before.version)
      throw await conflictOrNotFound(tx, 'users', id, messages.users.notFound)
    // A user in a department that was removed since may stay there.
    if (fields.department_id !== before.department_id) await refuseMissingDepartment(tx, fields.department_id)
    await users(tx).edit(id, changed, by)
    return users(tx).byId(id)
  })
}

/** Administrators edit their own details here, which is the only way to edit an administrator. All others are edited in Users. */
export async function editOwnDetails(
  database: Database,
  { version, ...details }: OwnDetailsInput,
  actor: Actor,
): Promise<SignedInUser> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const before = await users(tx).lock(by)
    if (version !== undefined && version !== before.version)
      throw await conflictOrNotFound(tx, 'users', by, messages.users.notFound)
    await users(tx).setDetails(by, details)
    const { id, role_id, username, name } = await users(tx).byId(by)
    return { id, role_id, username, name }
  })
}

export async function removeUser(database: Database, id: number, actor: Actor) {
  await auditedTransaction(database, actor, async (tx, by) => {
    await lockMember(tx, id)
    await users(tx).setRemoved(id, true, by)
  })
}

export async function restoreUser(database: Database, id: number, actor: Actor): Promise<User> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const { is_removed } = await users(tx).lock(id)
    if (is_removed) await users(tx).setRemoved(id, false, by)
    return users(tx).byId(id)
  })
}

/** A call that names the role it replaces changes only that role: two identical calls at once have the effect of one. */
export async function toggleRole(database: Database, id: number, { replaces }: ToggleRoleInput, actor: Actor): Promise<number> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const { role_id, is_removed } = await users(tx).lock(id)
    if (is_removed) throw new NotFound(messages.users.notFound)
    if (replaces !== undefined && replaces !== role_id)
      throw await conflictWith(tx, { subject: 'user', id, kinds: ['role changed'] }, messages.users.roleChangedMeanwhile)
    const newRole = role_id === roles.admin ? roles.staff : roles.admin
    await users(tx).setRole(id, newRole, by)
    return newRole
  })
}
