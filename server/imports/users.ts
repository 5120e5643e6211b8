import { NewPassword } from '../../contract/auth.ts'
import { genderName, genders, passwordMask, roleName, roles, titleCodes, titleName } from '../../contract/codes.ts'
import { normalizeLine } from '../../contract/fields.ts'
import type { ColumnOf } from '../../contract/imports.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { lazy } from '../../contract/lazy.ts'
import { passwordsWithImport } from '../../contract/limits.ts'
import { latinDigits } from '../../contract/numbers.ts'
import { NewUserInput } from '../../contract/users.ts'
import type { Sql } from '../../database/connect.ts'
import { hashPassword, passwordProblem } from '../auth/passwords.ts'
import { degrees, type NamedDegree } from '../degrees/degrees.queries.ts'
import { inEveryLanguage } from '../http/language.ts'
import { rights } from '../rights/rights.queries.ts'
import { type ImportChange, recorded } from './batches/import-change.ts'
import { choiceCell, parsed, textCell } from './cells.ts'
import { excerpt, type RowError } from './checked-row.ts'
import type { Column, DecidedRow, Declaration, FileRow, KnownOf, MatchOf } from './declaration.ts'
import { imports } from './imports.queries.ts'
import { missingDepartments } from './missing-departments.ts'
import { inSlices } from './slices.ts'
import { spellings } from './spellings.ts'

const schema = NewUserInput.shape
const { wrongValue, wrongEmail, wrongChoice, wrongGender, nobodyNamed } = messages.imports

const columns = ({ degrees }: Pick<Scope, 'degrees'>) =>
  ({
    username: textCell(schema.username),
    name: textCell(schema.name),
    other_name: textCell(schema.other_name),
    email: textCell(schema.email, ({ value, rule }) =>
      rule.key === messages.users.invalidEmail.key ? wrongEmail({ value }) : wrongValue({ value, rule }),
    ),
    degree: degreeCell(degrees),
    title: {
      ...choiceCell<string>(titleCodes, titleName, wrongChoice, spellings.title),
      emptyLabels: lazy(() => inEveryLanguage(titleName(null))),
    },
    department: {
      read: (text) => ({ value: normalizeLine(text) || undefined }),
      emptyLabels: lazy(() => inEveryLanguage(messages.departments.unknown)),
    } satisfies Column<string>,
    gender: choiceCell<string>(genders, genderName, wrongGender, spellings.gender),
    role: choiceCell<number>(Object.values(roles), roleName, wrongChoice, [
      ['Administrator', roles.admin],
      // The Kurdish name of the role in files of former releases.
      ['بەڕێوەبەر', roles.admin],
    ]),
    password: { read: (value) => ({ value }), emptyLabels: () => [passwordMask], isVerbatim: true } satisfies Column<string>,
  }) satisfies Record<ColumnOf<'users'>, unknown>

/** A degree of the list in Settings, by its name in any language, or by another spelling of it. */
function degreeCell(degrees: Scope['degrees']): Column<string> {
  const codes = degrees.map(({ name }) => name)
  const translated = degrees.flatMap(({ name, names }) => Object.values(names).map((word): [string, string] => [word, name]))
  const others = spellings.degree.filter(([, name]) => codes.includes(name))
  const { show: _, ...cell } = choiceCell<string>(codes, () => null, wrongChoice, [...others, ...translated])
  return cell
}

type UserValues = Record<Exclude<ColumnOf<'users'>, 'role'>, string> & { role: number }
type DecidedUser = DecidedRow<UserValues, UserMatch>

/** The stored user to whom a row of the file refers. Equal keys refer to the same row of the database. */
export interface StoredMatch extends MatchOf<UserValues> {
  known: (KnownOf<UserValues> & { department_id: number | null; has_password: boolean; is_administrator?: boolean }) | null
  username_key: string | null
  email_key: string | null
  /** The user who has the e-mail address of the row now. */
  email_owner: number | null
}

interface UserMatch extends Partial<StoredMatch> {
  known: StoredMatch['known']
  /** The department of the row. One without an id does not exist yet, and is created with the users. */
  department: { id: number | null; name: string } | undefined
  /** The department that was perhaps meant, in place of one that does not exist. */
  nearDepartment: string | null | undefined
}

interface Scope {
  degrees: NamedDegree[]
  createDepartments: boolean
  /** Departments that are created although not all are, in lower case. */
  created?: ReadonlySet<string>
  /** Who imports the file, and whether they may make administrators: alone, or with a second person who confirms it. */
  by?: number
  makesAdministrators?: 'alone' | 'with a second' | 'no'
}

export const users: Declaration<UserValues, UserMatch, Scope> = {
  kind: 'users',
  columns,
  neededColumns: [['username']],
  identity: ['username'],
  newNeeds: ['name', 'email', 'department', 'gender'],
  whoOf: (text) => latinDigits(text('username')).slice(0, 100),
  unnamed: { column: 'username', message: nobodyNamed },
  nameOf: ({ values, known }) => values.name ?? known?.name ?? null,
  open: async (sql, _, { by, createDepartments, reading }) => ({
    by,
    makesAdministrators: await makesAdministrators(sql, by),
    degrees: await degrees(sql).all(),
    createDepartments,
    created: new Set(reading?.create_departments?.map((name) => normalizeLine(name).toLowerCase())),
  }),
  // The same import with other departments is another one.
  targetOf: ({ createDepartments }) => (createDepartments ? 'users and departments' : 'users'),
  match,
  choices: async (sql, { degrees }) => ({
    department: await imports(sql).departmentChoices(),
    degree: degrees.map(({ name, names }) => ({ value: name, names })),
  }),
  defaultOf: (column, chosen, { values }) =>
    column === 'email' && chosen.startsWith('@') && values.username ? `${values.username}${chosen}` : undefined,

  uniqueOf: ({ who, values, match }) => [
    { column: 'username', key: match?.username_key, value: who, sameInRow: messages.imports.sameUsernameInRow },
    {
      column: 'email',
      key: match?.email_key,
      value: values.email ?? '',
      sameInRow: messages.imports.sameEmailInRow,
      owner: match?.email_owner,
      taken: messages.users.emailTaken,
    },
  ],

  problems({ values, match }, repeated) {
    if (values.department === undefined || match?.department) return repeated
    const name = excerpt(values.department)
    const near = match?.nearDepartment
    const message = near ? messages.imports.noDepartmentNear({ name, near }) : messages.imports.noDepartment({ name })
    return [...repeated, { column: 'department', message }]
  },

  changes: {
    department({ match, known }) {
      const department = match?.department
      if (!department || (department.id !== null && department.id === known?.department_id)) return undefined
      return { from: known && (known.department ?? messages.departments.unknown), to: department.name }
    },
    password: ({ known }) => (known ? undefined : { from: null, to: passwordMask }),
  },

  objections(row, changes, scope) {
    const errors: RowError[] = []
    if (row.known?.role === roles.admin && changes.length > 0) errors.push({ column: null, message: messages.users.adminRow })
    else errors.push(...objectionsOfRights(row, changes, scope))
    const password = passwordOf(row)
    if (password === undefined) return errors
    const reading = parsed(NewPassword, password, (rule) => rule)
    const problem = 'wrong' in reading ? reading.wrong : passwordProblem(password, row.values.username ?? '')
    return problem ? [...errors, { column: 'password', message: problem }] : errors
  },

  countPasswords,

  /** The hashes for the first new users. The remaining passwords are set by later calls. */
  async hashPasswords(right) {
    const ofNew = right.flatMap(({ row, known, values: { password } }) =>
      known || password === undefined ? [] : [[row, password] as const],
    )
    return new Map(await hashAll(ofNew.slice(0, passwordsWithImport)))
  },

  lock: (tx, rows) => imports(tx).lockUsers(rows.flatMap(({ values }) => values.username ?? [])),

  async write(tx, { right, added, changed }, { by, hashes }) {
    const tables = imports(tx)
    const written = [...added, ...changed]
    const departments = await createDepartments(tx, written, by)
    const fieldsOf = ({ row, match, known, after: { department: _, password: __, ...fields } }: DecidedUser) => {
      const { id, name = '' } = match?.department ?? { id: known?.department_id }
      return { ...fields, row, role: fields.role ?? roles.staff, department_id: id ?? departments.get(name) ?? null }
    }
    const add = added.map((row) => ({ ...fieldsOf(row), password_hash: hashes.get(row.row) ?? null }))
    const ids = new Map<string, number>()
    const changes = await recorded(tx, 'user', changed, async () => {
      for (const { id, username } of await inSlices(add, (slice) => tables.addUsers(slice, by))) ids.set(username, id)
      await inSlices(changed.map(fieldsOf), (slice) => tables.editUsers(slice, by))
      return added.map(({ row, values: { username = '' } }) => ({ row, id: ids.get(username) ?? 0 }))
    })
    const withoutOne = added.filter((row) => passwordOf(row) === undefined)
    return {
      changes: [...departmentChanges(departments, written), ...changes],
      reply: {
        departments_created: departments.size,
        passwords_left: countPasswords(right) - hashes.size,
        new_users: [...ids.values()],
        without_password: withoutOne.flatMap(({ values: { username = '' } }) => ids.get(username) ?? []),
      },
    }
  },
}

async function makesAdministrators(sql: Sql, by: number): Promise<NonNullable<Scope['makesAdministrators']>> {
  if (!(await rights(sql).gives(by))) return 'no'
  return (await rights(sql).areConfirmed()) ? 'with a second' : 'alone'
}

/** What a file may not do: change the own account, the address of an administrator, or make one without the right to. */
function objectionsOfRights(
  { known, values }: { known: UserMatch['known']; values: Partial<UserValues> },
  changes: readonly { column: string | null }[],
  { by, makesAdministrators }: Scope,
): RowError[] {
  const { notOwnAccount, ownSignIn, onlyGivers, importNeedsSecond } = messages.givenRights
  const has = (column: string) => changes.some((change) => change.column === column)
  if (known && known.id === by && changes.length > 0) return [{ column: null, message: notOwnAccount }]
  if (known?.is_administrator && has('email')) return [{ column: 'email', message: ownSignIn }]
  const becomesOne = values.role === roles.admin && known?.role !== roles.admin
  if (!becomesOne || makesAdministrators === 'alone') return []
  return [{ column: 'role', message: makesAdministrators === 'with a second' ? importNeedsSecond : onlyGivers }]
}

/** An existing password stays: importing a file again, or an old one, must not lock users out. */
export function passwordOf({ known, values }: { known: UserMatch['known']; values: Partial<UserValues> }): string | undefined {
  // Nobody else chooses the password of an administrator who is scored.
  return known?.has_password || (known?.is_administrator && known.role !== roles.admin) ? undefined : values.password
}

function countPasswords(right: readonly DecidedUser[]): number {
  return right.filter((row) => passwordOf(row) !== undefined).length
}

async function match(tx: Sql, rows: readonly FileRow<UserValues>[], { createDepartments, created }: Scope) {
  const tables = imports(tx)
  const named = rows.flatMap(({ row, values: { username, email = null } }) => (username ? [{ row, username, email }] : []))
  const names = rows.flatMap(({ values }) => values.department ?? [])
  const departments: Map<string, UserMatch['department']> = await tables.departmentsNamed([...new Set(names)])
  const stored = await tables.matchUsers(named)
  const unknown = names.filter((name) => !departments.has(name))
  const { missing, newNames } = missingDepartments(unknown, unknown.length > 0 ? await tables.departmentNames() : [])
  const isCreated = (name: string) => created?.has(name.toLowerCase()) ?? false
  for (const [spelled, name] of newNames) if (createDepartments || isCreated(name)) departments.set(spelled, { id: null, name })
  const nearNames = new Map(missing.map(({ name, near }) => [name, near]))
  const matches = rows.map(({ row, values: { department = '' } }): [number, UserMatch] => {
    const found = stored.get(row) ?? { known: null }
    return [row, { ...found, department: departments.get(department), nearDepartment: nearNames.get(department) }]
  })
  return { matches: new Map(matches), missing_departments: missing.filter(({ name }) => !isCreated(name)) }
}

/** Creates the departments that the users need, except those of rows with errors. Returns their ids, by name. */
async function createDepartments(tx: Sql, rows: readonly DecidedUser[], by: number): Promise<Map<string, number>> {
  const names = new Set(rows.flatMap(({ match }) => (match?.department?.id === null ? match.department.name : [])))
  const created = names.size === 0 ? [] : await imports(tx).addDepartments([...names], by)
  return new Map(created.map(({ id, name }) => [name, id]))
}

/** A created department belongs to the first row that names it. */
function departmentChanges(created: ReadonlyMap<string, number>, rows: readonly DecidedUser[]): ImportChange[] {
  const firstRows = new Map<string, number>()
  for (const { row, match } of rows) {
    const name = match?.department?.name ?? ''
    firstRows.set(name, Math.min(row, firstRows.get(name) ?? row))
  }
  return [...created].map(([name, id]) => {
    const row = firstRows.get(name) ?? 0
    return { row, subject: 'department', subject_id: id, before: null, after: { name }, who: name }
  })
}

/** Passwords are hashed two at a time: sign-ins share the queue for hashing. */
export async function hashAll(passwords: readonly (readonly [number, string])[]): Promise<[number, string][]> {
  const hashed: [number, string][] = []
  const waiting = passwords.values()
  const worker = async () => {
    for (const [key, password] of waiting) hashed.push([key, await hashPassword(password)])
  }
  await Promise.all([worker(), worker()])
  return hashed
}
