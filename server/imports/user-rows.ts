import { NewPassword } from '../../contract/auth.ts'
import {
  degreeName,
  degrees,
  genderName,
  genders,
  passwordMask,
  roleName,
  roles,
  titleCodes,
  titleName,
} from '../../contract/codes.ts'
import { normalizeLine } from '../../contract/fields.ts'
import { importColumns, type UserColumn } from '../../contract/imports.ts'
import { decode, listOf, type Message, messages, type Value } from '../../contract/languages/catalogue.ts'
import { lazy } from '../../contract/lazy.ts'
import { NewUserInput } from '../../contract/users.ts'
import { passwordProblem } from '../auth/passwords.ts'
import { inEveryLanguage } from '../http/language.ts'
import type { UserFields } from '../users/users.queries.ts'
import { type CheckedRow, excerpt, type RowChange, type RowError } from './checked-row.ts'
import { wordsFor } from './code-words.ts'
import { lettersOf, type NamedRow } from './columns.ts'
import { RepeatedRows } from './repeated-rows.ts'

/** One user in the file; empty cells are missing. */
export interface UserRow {
  row: number
  who: string
  username: string | undefined
  fields: Partial<Omit<UserFields, 'username' | 'department_id'>>
  department: string | undefined
  password: string | undefined
  errors: RowError<UserColumn>[]
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

/** By their names as in the file. One without an id does not exist yet, and is created with the users. */
export type KnownDepartments = ReadonlyMap<string, { id: number | null; name: string }>

export interface UsersDecision {
  rows: CheckedRow[]
  /** `new_department` is in place of the id of a department that does not exist yet. */
  add: (UserFields & { row: number; new_department?: string })[]
  edit: (Omit<UserFields, 'username' | 'department_id' | 'email' | 'gender'> & {
    id: number
    email: string | null
    gender: string | null
    department_id: number | null
    new_department?: string
  })[]
  /** For users who have none: new ones, and those of an interrupted import. */
  passwords: { row: number; userId: number | undefined; password: string }[]
}

const schema = NewUserInput.shape

const codes = lazy(() => ({
  degree: wordsFor(degrees, degreeName),
  title: wordsFor(titleCodes, titleName),
  gender: wordsFor(genders, genderName),
  role: wordsFor(Object.values(roles), roleName, [['Administrator', roles.admin]]),
}))

/** What a refusal offers. */
const choices = {
  degree: degrees.map((code) => degreeName(code) ?? code),
  title: titleCodes.map(titleName),
  gender: genders.map((code) => genderName(code) ?? code),
  role: [roleName(roles.admin), roleName(roles.staff)],
} satisfies Record<string, readonly Value[]>

/** Placeholders of the tables for empty values: an exported file is imported with them. */
const emptyCellLabels = lazy(
  (): Partial<Record<UserColumn, readonly string[]>> => ({
    title: inEveryLanguage(titleName(null)),
    department: inEveryLanguage(messages.departments.unknown),
    password: [passwordMask],
  }),
)

/** The checks that need no database. */
export function checkUser({ row, cells, columnCountError }: NamedRow): UserRow {
  const errors: RowError<UserColumn>[] = columnCountError ? [{ column: null, message: columnCountError }] : []
  const text = (column: UserColumn) => {
    const cell = cells.get(column)?.trim() ?? ''
    return emptyCellLabels()[column]?.includes(cell) ? '' : cell
  }
  const wrong = (column: UserColumn, message: Message) => void errors.push({ column, message })
  const line = (column: 'name' | 'email' | 'username') => {
    const given = text(column)
    if (given === '') return undefined
    const parsed = schema[column].safeParse(given)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const rule = issue ? decode(issue.message) : messages.general.invalidInput
      const value = excerpt(given)
      const isEmailForm = rule.key === messages.users.invalidEmail.key
      wrong(column, isEmailForm ? messages.imports.wrongEmail({ value }) : messages.imports.wrongValue({ value, rule }))
    }
    return parsed.data
  }
  const choice = <T>(column: keyof typeof choices, words: ReadonlyMap<string, T>): T | undefined => {
    const given = text(column)
    if (given === '') return undefined
    const found = words.get(lettersOf(given))
    if (found === undefined) {
      const sentence = column === 'gender' ? messages.imports.wrongGender : messages.imports.wrongChoice
      const offered: readonly Value[] = choices[column]
      wrong(column, sentence({ value: excerpt(given), choices: listOf(offered.slice(0, -1)), last: offered.at(-1) ?? '' }))
    }
    return found
  }

  const username = line('username')
  if (text('username') === '') wrong('username', messages.imports.nobodyNamed)
  const fields = {
    name: line('name'),
    email: line('email'),
    degree: choice('degree', codes().degree),
    title: choice('title', codes().title),
    gender: choice('gender', codes().gender),
    role_id: choice('role', codes().role),
  }
  return {
    row,
    who: text('username').slice(0, 100),
    username,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    department: normalizeLine(text('department')) || undefined,
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
  /** For names of departments that do not exist: the one that was perhaps meant. */
  nearNames: ReadonlyMap<string, string | null> = new Map(),
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
    const { wrongValue, sameUsernameInRow, sameEmailInRow } = messages.imports
    const wrong = (column: UserColumn, message: Message) => void errors.push({ column, message })

    const sameUsername = match?.username_key && usernames.otherThan(given.row, match.username_key)
    if (sameUsername)
      wrong('username', wrongValue({ value: excerpt(given.who), rule: sameUsernameInRow({ row: String(sameUsername) }) }))
    const sameEmail = match?.email_key && emails.otherThan(given.row, match.email_key)
    const email = excerpt(given.fields.email ?? '')
    if (sameEmail) wrong('email', wrongValue({ value: email, rule: sameEmailInRow({ row: String(sameEmail) }) }))
    // Also if the same file changes the address of its owner: the database checks row by row.
    else if (match?.email_owner && match.email_owner !== user?.id)
      wrong('email', wrongValue({ value: email, rule: messages.users.emailTaken }))

    const department = given.department === undefined ? undefined : departments.get(given.department)
    if (given.department !== undefined && !department)
      wrong('department', noDepartment(given.department, nearNames.get(given.department)))
    // Invalid values are reported already.
    const missing = user ? [] : missingOf(given).filter((needed) => !errors.some(({ column }) => column === needed))
    if (missing.length > 0 && given.username) {
      const columns = listOf(missing.map((column) => importColumns.users[column]))
      errors.push({ column: null, message: messages.imports.missing({ columns }) })
    }

    const changes = changesOf(given, department, user)
    if (user?.role_id === roles.admin && changes.length > 0) errors.push({ column: null, message: messages.users.adminRow })

    // An existing password stays: importing a file again, or an old one, must not lock users out.
    const password = user?.has_password ? undefined : given.password
    const problem = password === undefined ? undefined : givenPasswordProblem(password, given.username ?? '')
    if (problem) wrong('password', problem)
    if (password !== undefined && !user) changes.push({ column: 'password', from: null, to: passwordMask })

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
    const inNew = department?.id === null ? { new_department: department.name } : {}
    if (outcome === 'new') decision.add.push({ ...newUser(given, department?.id ?? 0), ...inNew })
    if (outcome === 'changed' && user) {
      const { has_password: _, department_name: __, ...before } = user
      decision.edit.push({ ...before, ...given.fields, department_id: department?.id ?? before.department_id, ...inNew })
    }
  }
  return decision
}

function noDepartment(given: string, near: string | null | undefined): Message {
  const name = excerpt(given)
  return near ? messages.imports.noDepartmentNear({ name, near }) : messages.imports.noDepartment({ name })
}

function missingOf({ fields, department }: UserRow): UserColumn[] {
  const needed = { name: fields.name, email: fields.email, department, gender: fields.gender }
  return (Object.keys(needed) as (keyof typeof needed)[]).filter((column) => needed[column] === undefined)
}

function changesOf(
  given: UserRow,
  department: { id: number | null; name: string } | undefined,
  user: KnownUser | null,
): RowChange<UserColumn>[] {
  const { fields } = given
  const changes: RowChange<UserColumn>[] = []
  /** Compares codes and ids, and shows their names. */
  function compare<T>(
    column: UserColumn,
    from: T | null | undefined,
    to: T | null | undefined,
    nameOf: (value: T) => Value | null,
  ) {
    if (to === undefined || to === null || to === from) return
    changes.push({ column, from: from === null || from === undefined ? null : nameOf(from), to: nameOf(to) ?? '' })
  }
  const asIs = (text: string) => text
  compare('name', user?.name, fields.name, asIs)
  compare('email', user?.email, fields.email, asIs)
  compare('degree', user?.degree, fields.degree, degreeName)
  compare('title', user?.title, fields.title, titleName)
  if (department && (department.id === null || department.id !== user?.department_id)) {
    const from = user && (user.department_name ?? messages.departments.unknown)
    changes.push({ column: 'department', from, to: department.name })
  }
  compare('gender', user?.gender, fields.gender, genderName)
  compare('role', user?.role_id, fields.role_id, roleName)
  return changes
}

function givenPasswordProblem(password: string, username: string): Message | undefined {
  const parsed = NewPassword.safeParse(password)
  if (parsed.success) return passwordProblem(password, username)
  const [issue] = parsed.error.issues
  return issue && decode(issue.message)
}

function newUser({ row, username = '', fields }: UserRow, departmentId: number): UsersDecision['add'][number] {
  const { name = '', email = '', degree = null, title = null, gender = '', role_id = roles.staff } = fields
  return { row, username, name, email, degree, title, gender, role_id, department_id: departmentId }
}
