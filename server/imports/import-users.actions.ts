import {
  type ImportPreview,
  type ImportReply,
  type InitialPassword,
  passwordsAtATime,
  passwordsWithImport,
  type ReplacedPasswords,
} from '../../contract/imports.ts'
import type { Say } from '../../contract/languages/catalogue.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { hashPassword, randomPassword } from '../auth/passwords.ts'
import { byColumn, refuseUnknownColumns } from './columns.ts'
import type { ImportFile } from './import-file.ts'
import { imports } from './imports.queries.ts'
import { missingDepartments } from './missing-departments.ts'
import { assertSameAsPreview, checkAll, importTime, previewOf, slices, wrongCount } from './preview-fingerprint.ts'
import { checkUser, decideUsers, type UserRow, type UsersDecision } from './user-rows.ts'

async function checkedUsers({ table }: ImportFile) {
  const named = byColumn(table, 'users')
  return { users: await checkAll(named.rows, checkUser), named }
}

type Missing = ImportPreview['missing_departments']

async function decideUsersWith(
  sql: Sql,
  users: readonly UserRow[],
  isCreating: boolean,
): Promise<UsersDecision & { missing: Missing }> {
  const named = users.flatMap(({ row, username, fields }) => (username ? [{ row, username, email: fields.email ?? null }] : []))
  const names = [...new Set(users.flatMap(({ department }) => department ?? []))]
  const departments: Map<string, { id: number | null; name: string }> = await imports(sql).departmentsNamed(names)
  const matches = await imports(sql).matchUsers(named)
  const { missing, newNames } = missingDepartments(
    users.filter(({ department }) => department && !departments.has(department)),
    names.some((name) => !departments.has(name)) ? await imports(sql).departmentNames() : [],
  )
  if (isCreating) for (const [given, name] of newNames) departments.set(given, { id: null, name })
  const nearNames = new Map(missing.map(({ name, near }) => [name, near]))
  return { ...decideUsers(users, matches, departments, nearNames), missing }
}

/** The same import with other departments is another one. */
const targetOf = ({ createDepartments }: ImportFile) => (createDepartments ? 'users and departments' : 'users')

export async function previewUsers(say: Say, database: Database, file: ImportFile): Promise<ImportPreview> {
  const { users, named } = await checkedUsers(file)
  const { rows, passwords, missing } = await database.begin(
    (tx) => decideUsersWith(tx, users, file.createDepartments),
    importTime,
  )
  return previewOf(say, 'users', file, named, targetOf(file), rows, { passwords: passwords.length, missing })
}

export async function importUsers(database: Database, actor: Actor, file: ImportFile): Promise<Omit<ImportReply, 'message'>> {
  const { users, named } = await checkedUsers(file)
  refuseUnknownColumns(named, 'users', file.ignoreUnknown)
  // Before the transaction: hashing is slow, and would hold its locks. The remaining passwords are set by later calls.
  const before = await database.begin((tx) => decideUsersWith(tx, users, file.createDepartments), importTime)
  assertSameAsPreview(file, targetOf(file), before.rows)
  const ofNew = before.passwords.filter(({ userId }) => userId === undefined).slice(0, passwordsWithImport)
  const hashes = new Map(await hashAll(ofNew.map(({ row, password }) => [row, password])))

  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      const tables = imports(tx)
      await tables.oneAtATime()
      await tables.lockUsers(users.flatMap(({ username }) => username ?? []))
      const decision = await decideUsersWith(tx, users, file.createDepartments)
      const { rows, passwords } = decision
      assertSameAsPreview(file, targetOf(file), rows)
      const { add, edit, created } = await withNewDepartments(tx, decision, by)
      const added: { id: number; username: string }[] = []
      for (const slice of slices(add)) {
        added.push(
          ...(await tables.addUsers(
            slice.map((user) => ({ ...user, password_hash: hashes.get(user.row) ?? null })),
            by,
          )),
        )
      }
      for (const slice of slices(edit)) await tables.editUsers(slice, by)
      const given = new Set(passwords.map(({ row }) => row))
      const withoutOne = new Set(add.flatMap(({ row, username }) => (given.has(row) ? [] : username)))
      return {
        added: add.length,
        changed: edit.length,
        skipped: wrongCount(rows),
        departments_created: created,
        passwords_left: passwords.length - hashes.size,
        without_password: added.flatMap(({ id, username }) => (withoutOne.has(username) ? id : [])),
      }
    },
    importTime,
  )
}

/** Creates the departments that the users need, those of rows with errors not, and puts their ids in place. */
async function withNewDepartments(tx: Sql, { add, edit }: UsersDecision, by: number) {
  const names = [...new Set([...add, ...edit].flatMap(({ new_department }) => new_department ?? []))]
  const created = names.length === 0 ? [] : await imports(tx).addDepartments(names, by)
  const ids = new Map(created.map(({ id, name }) => [name, id]))
  const placed = <User extends { department_id: number | null; new_department?: string }>({ new_department, ...user }: User) => ({
    ...user,
    department_id: (new_department === undefined ? undefined : ids.get(new_department)) ?? user.department_id,
  })
  return {
    add: add.map((user) => ({ ...placed(user), department_id: placed(user).department_id ?? 0 })),
    edit: edit.map(placed),
    created: created.length,
  }
}

/** Sets the next passwords of an imported file, for users who have none. */
export async function giveFilePasswords(database: Database, actor: Actor, file: ImportFile) {
  const { users } = await checkedUsers(file)
  const { passwords } = await database.begin((tx) => decideUsersWith(tx, users, false), importTime)
  const known = passwords.flatMap(({ userId, password }) => (userId === undefined ? [] : [[userId, password] as const]))
  const given = await giveHashed(database, actor, known.slice(0, passwordsAtATime))
  return { given: given.length, left: known.length - Math.min(known.length, passwordsAtATime) }
}

/** Generates passwords for those of the users who have none, or who may get a new one. Only the reply contains them. */
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
    // Again, with the accounts locked: who got a password meanwhile, or signed in with it, keeps it.
    await imports(tx).lockUsersById([...hashed.keys()])
    const entitled = await imports(tx).mayGetPassword([...hashed.keys()], replace)
    const given = entitled.map(({ id }) => ({ id, password_hash: hashed.get(id) ?? '' }))
    return imports(tx).givePasswords(given, by)
  })
}

/** Two at a time: sign-ins share the queue for hashing. */
async function hashAll(passwords: readonly (readonly [number, string])[]): Promise<[number, string][]> {
  const hashed: [number, string][] = []
  const waiting = passwords.values()
  const worker = async () => {
    for (const [key, password] of waiting) hashed.push([key, await hashPassword(password)])
  }
  await Promise.all([worker(), worker()])
  return hashed
}
