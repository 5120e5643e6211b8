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
import { refuseOthersThanGivers, waitsForSecond } from '../rights/rights.actions.ts'
import { rights } from '../rights/rights.queries.ts'
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

/** Whether the role administrator waits for a second person. Who administers already, by a right, becomes nothing new. */
async function waitsForRole(tx: Sql, id: number, { is_administrator }: { is_administrator: boolean }, by: number) {
  await refuseOthersThanGivers(tx, by)
  return !is_administrator && (await waitsForSecond(tx, id, { kind: 'role' }, by))
}

/** A user as saved; `waits` where the role administrator was asked for, and a second person confirms it first. */
type Saved = { user: User; waits: boolean }

export async function addUser(database: Database, { password, ...fields }: NewUserInput, actor: Actor): Promise<Saved> {
  refuseWeakPassword(password, fields.username, 'password')
  // The password is hashed before the transaction: hashing takes long, and would hold its locks.
  const password_hash = await hashPassword(password)
  return auditedTransaction(database, actor, async (tx, by) => {
    await refuseMissingDepartment(tx, fields.department_id)
    const becomesAdmin = fields.role_id === roles.admin
    if (becomesAdmin) await refuseOthersThanGivers(tx, by)
    const isConfirmed = becomesAdmin && (await rights(tx).areConfirmed())
    const id = await users(tx).add({ ...fields, ...(isConfirmed && { role_id: roles.staff }), password_hash }, by)
    const waits = isConfirmed && (await waitsForSecond(tx, id, { kind: 'role' }, by))
    return { user: await users(tx).byId(id), waits }
  })
}

export async function editUser(database: Database, id: number, input: EditUserInput, actor: Actor): Promise<Saved> {
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
    // The title decides on the grade, and the department on who reviews.
    if (id === by) throw new Forbidden(messages.givenRights.notOwnAccount)
    // Who has their password or address can sign in as them.
    if (before.is_administrator && (isNewPassword || fields.email !== before.email))
      throw new Forbidden(messages.givenRights.ownSignIn)
    const waits = fields.role_id === roles.admin && (await waitsForRole(tx, id, before, by))
    await users(tx).edit(id, waits ? { ...changed, role_id: roles.staff } : changed, by)
    return { user: await users(tx).byId(id), waits }
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
    // The right to administer is taken first, as the role is.
    const { is_administrator } = await lockMember(tx, id)
    if (is_administrator) throw new Forbidden(messages.users.adminRow)
    await users(tx).setRemoved(id, true, by)
  })
}

export async function restoreUser(database: Database, id: number, actor: Actor): Promise<User> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const { is_removed, role_id } = await users(tx).lock(id)
    if (is_removed && role_id === roles.admin) await refuseOthersThanGivers(tx, by)
    if (is_removed) await users(tx).setRemoved(id, false, by)
    return users(tx).byId(id)
  })
}

/** A call that names the role it replaces changes only that role: two identical calls at once have the effect of one. */
export async function toggleRole(
  database: Database,
  id: number,
  { replaces }: ToggleRoleInput,
  actor: Actor,
): Promise<{ newRole: number; waits: boolean }> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const before = await users(tx).lock(id)
    if (before.is_removed) throw new NotFound(messages.users.notFound)
    if (replaces !== undefined && replaces !== before.role_id)
      throw await conflictWith(tx, { subject: 'user', id, kinds: ['role changed'] }, messages.users.roleChangedMeanwhile)
    if (before.role_id === roles.admin) {
      await refuseOthersThanGivers(tx, by)
      await users(tx).setRole(id, roles.staff, by)
      return { newRole: roles.staff, waits: false }
    }
    // Administrators who are scored could leave being scored by it.
    if (id === by) throw new Forbidden(messages.givenRights.notOwn)
    const waits = await waitsForRole(tx, id, before, by)
    if (!waits) await users(tx).setRole(id, roles.admin, by)
    return { newRole: waits ? roles.staff : roles.admin, waits }
  })
}
