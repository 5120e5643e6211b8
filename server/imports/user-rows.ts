import { NewPassword } from '../../contract/auth.ts'
import { degrees, genders, passwordMask, roles, titleCodes, titleName } from '../../contract/codes.ts'
import { type ImportRow, importColumns, type UserColumn } from '../../contract/imports.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { NewUserInput } from '../../contract/users.ts'
import { passwordProblem } from '../auth/passwords.ts'
import type { UserFields } from '../users/users.queries.ts'
import type { NamedRow } from './columns.ts'
import { RepeatedRows } from './repeated-rows.ts'

type RowError = ImportRow['errors'][number]
type Change = ImportRow['changes'][number]

/** One user in the file; empty cells are missing. */
export interface UserRow {
  row: number
  who: string
  username: string | undefined
  fields: Partial<Omit<UserFields, 'username' | 'department_id'>>
  department: string | undefined
  password: string | undefined
  errors: RowError[]
}

/** A user as stored in the database. */
export interface KnownUser {
  id: number
  name: string
  email: string | null
  degree: string | null
  title: string | null
  department_id: number | null
  department_name: string | null
  role_id: number
  gender: string | null
  has_password: boolean
}

/** The database rows that a row of the file refers to. Equal keys refer to the same row. */
export interface UserMatch {
  username_key: string | null
  email_key: string | null
  /** The user who has the e-mail address of the row now. */
  email_owner: number | null
  user: KnownUser | null
}

export type KnownDepartments = ReadonlyMap<string, { id: number; name: string }>

export interface UsersDecision {
  rows: ImportRow[]
  add: (UserFields & { row: number })[]
  edit: (Omit<UserFields, 'username' | 'department_id' | 'email' | 'gender'> & {
    id: number
    email: string | null
    gender: string | null
    department_id: number | null
  })[]
  /** For users who have none: new ones, and those of an interrupted import. */
  passwords: { row: number; userId: number | undefined; password: string }[]
}

const labels = importColumns.users
const schema = NewUserInput.shape

/** Accepts codes and labels in any case: "phd", "MA" and "assistant professor". */
function code<T extends string>(
  choices: readonly T[],
  text: string,
  nameOf: (choice: T) => string = (choice) => choice,
): T | undefined {
  const letters = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return choices.find((choice) => [choice, nameOf(choice)].some((name) => letters(name) === letters(text)))
}

const roleNames = { [roles.admin]: 'Admin', [roles.staff]: 'Staff' } as const
function roleOf(text: string) {
  if (code(['Admin', 'Administrator', String(roles.admin)], text)) return roles.admin
  return code(['Staff', String(roles.staff)], text) && roles.staff
}

/** Placeholders of the tables for empty values: an exported file is imported with them. */
const emptyCellLabels: Partial<Record<UserColumn, string>> = {
  title: titleName(null),
  department: messages.departments.unknown,
  password: passwordMask,
}

/** The checks that need no database. */
export function checkUser({ row, cells, columnCountError }: NamedRow): UserRow {
  const errors: RowError[] = columnCountError ? [{ column: null, message: columnCountError }] : []
  const text = (column: UserColumn) => {
    const cell = cells.get(column)?.trim() ?? ''
    return cell === emptyCellLabels[column] ? '' : cell
  }
  const wrong = (column: UserColumn, message: string) => void errors.push({ column: labels[column], message })
  const line = (column: 'name' | 'email' | 'username') => {
    const given = text(column)
    if (given === '') return undefined
    const parsed = schema[column].safeParse(given)
    if (!parsed.success) {
      const rule = parsed.error.issues[0]?.message ?? messages.general.invalidInput
      const example = rule === messages.users.invalidEmail ? `: ${messages.imports.emailForm}` : ''
      wrong(column, messages.imports.wrongValue(given, rule + example))
    }
    return parsed.data
  }
  const choice = <T>(
    column: UserColumn,
    find: (text: string) => T | undefined,
    choices: readonly string[],
    rule = '',
  ): T | undefined => {
    const given = text(column)
    if (given === '') return undefined
    const found = find(given)
    if (found === undefined) wrong(column, messages.imports.wrongValue(given, rule + messages.imports.oneOf(choices)))
    return found
  }

  const username = line('username')
  if (text('username') === '') wrong('username', messages.imports.nobodyNamed)
  const fields = {
    name: line('name'),
    email: line('email'),
    degree: choice('degree', (given) => code(degrees, given), degrees),
    title: choice('title', (given) => code(titleCodes, given, titleName), titleCodes.map(titleName)),
    gender: choice('gender', (given) => code(genders, given), genders, `${messages.users.invalidGender}: `),
    role_id: choice('role', roleOf, Object.values(roleNames)),
  }
  return {
    row,
    who: text('username').slice(0, 100),
    username,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    department: text('department').normalize('NFC') || undefined,
    // A password is not trimmed.
    password: text('password') === '' ? undefined : cells.get('password'),
    errors,
  }
}

/** The outcome of each row, given the contents of the database. */
export function decideUsers(
  rows: readonly UserRow[],
  matches: ReadonlyMap<number, UserMatch>,
  departments: KnownDepartments,
): UsersDecision {
  const decision: UsersDecision = { rows: [], add: [], edit: [], passwords: [] }
  const usernames = new RepeatedRows<string>()
  const emails = new RepeatedRows<string>()
  for (const { row } of rows) {
    const { username_key = null, email_key = null } = matches.get(row) ?? {}
    if (username_key) usernames.add(username_key, row)
    if (email_key) emails.add(email_key, row)
  }

  for (const given of rows) {
    const match = matches.get(given.row)
    const user = match?.user ?? null
    const errors = [...given.errors]
    const wrong = (column: UserColumn, message: string) => void errors.push({ column: labels[column], message })

    const sameUsername = match?.username_key && usernames.otherThan(given.row, match.username_key)
    if (sameUsername)
      wrong('username', messages.imports.wrongValue(given.who, messages.imports.sameInRow('username', sameUsername)))
    const sameEmail = match?.email_key && emails.otherThan(given.row, match.email_key)
    const email = given.fields.email ?? ''
    if (sameEmail) wrong('email', messages.imports.wrongValue(email, messages.imports.sameInRow('e-mail address', sameEmail)))
    // Also if the same file changes the address of its owner: the database checks row by row.
    else if (match?.email_owner && match.email_owner !== user?.id)
      wrong('email', messages.imports.wrongValue(email, messages.users.emailTaken))

    const department = given.department === undefined ? undefined : departments.get(given.department)
    if (given.department !== undefined && !department) wrong('department', messages.imports.noDepartment(given.department))
    // Invalid values are reported already.
    const missing = user ? [] : missingOf(given).filter((label) => !errors.some(({ column }) => column === label))
    if (missing.length > 0 && given.username) errors.push({ column: null, message: messages.imports.missing(missing.join(', ')) })

    const changes = changesOf(given, department, user)
    if (user?.role_id === roles.admin && changes.length > 0) errors.push({ column: null, message: messages.users.adminRow })

    // An existing password stays: importing a file again, or an old one, must not lock users out.
    const password = user?.has_password ? undefined : given.password
    const problem = password === undefined ? undefined : givenPasswordProblem(password, given.username ?? '')
    if (problem) wrong('password', problem)
    if (password !== undefined && !user) changes.push({ column: labels.password, from: null, to: passwordMask })

    const isRight = errors.length === 0
    const outcome = !isRight ? 'wrong' : !user ? 'new' : changes.length > 0 ? 'changed' : 'same'
    decision.rows.push({
      row: given.row,
      who: given.who,
      name: given.fields.name ?? user?.name ?? null,
      outcome,
      changes,
      errors,
    })
    if (!isRight) continue
    if (password !== undefined) decision.passwords.push({ row: given.row, userId: user?.id, password })
    if (outcome === 'new') decision.add.push(newUser(given, department?.id))
    if (outcome === 'changed' && user) {
      const { has_password: _, department_name: __, ...before } = user
      decision.edit.push({ ...before, ...given.fields, department_id: department?.id ?? before.department_id })
    }
  }
  return decision
}

function missingOf({ fields, department }: UserRow): string[] {
  const needed = { name: fields.name, email: fields.email, department, gender: fields.gender }
  return Object.entries(needed).flatMap(([column, value]) => (value === undefined ? [labels[column as keyof typeof needed]] : []))
}

function changesOf(given: UserRow, department: { id: number; name: string } | undefined, user: KnownUser | null): Change[] {
  const { fields } = given
  const role = (id: number) => roleNames[id === roles.admin ? roles.admin : roles.staff]
  const title = (value: string | null | undefined) => (value ? titleName(value) : null)
  const departmentNow = user && (user.department_name ?? messages.departments.unknown)
  const compared: [UserColumn, string | null | undefined, string | null | undefined][] = [
    ['name', user?.name, fields.name],
    ['email', user?.email, fields.email],
    ['degree', user?.degree, fields.degree],
    ['title', title(user?.title), title(fields.title)],
    ['department', departmentNow, department?.id === user?.department_id ? departmentNow : department?.name],
    ['gender', user?.gender, fields.gender],
    ['role', user && role(user.role_id), fields.role_id === undefined ? undefined : role(fields.role_id)],
  ]
  return compared.flatMap(([column, from, to]) => (to && to !== from ? [{ column: labels[column], from: from ?? null, to }] : []))
}

function givenPasswordProblem(password: string, username: string): string | undefined {
  const parsed = NewPassword.safeParse(password)
  return parsed.success ? passwordProblem(password, username) : parsed.error.issues[0]?.message
}

function newUser({ row, username = '', fields }: UserRow, departmentId = 0): UsersDecision['add'][number] {
  const { name = '', email = '', degree = null, title = null, gender = '', role_id = roles.staff } = fields
  return { row, username, name, email, degree, title, gender, role_id, department_id: departmentId }
}
