import { activityTypes, roles, type Title, titleCodes } from '../contract/codes.ts'
import { gradesAndNone } from '../contract/grading.ts'

/**
 * The search parameters of the dashboards: the open panel, its term, and the search, sorting and filters of its table. Filters are ids
 * and codes, never labels. A value that is not valid is ignored. Written by hand, because zod does not fit into the login page.
 */

/** The filter of rows that have no department or no title. */
const none = 'none'

/** The filter of a row by its department. One that was removed is none. */
export function departmentCode(row: { department_id: number | null; department_name: string | null }): number | typeof none {
  return row.department_name === null ? none : (row.department_id ?? none)
}

export function titleCode(title: string | null): Title | typeof none {
  return titleCodes.find((code) => code === title) ?? none
}

type Parser<Value> = (value: unknown) => Value | undefined

/** The router parses digits as a number, so a search for "2026" arrives as one. */
const text: Parser<string> = (value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) || undefined : undefined

const id: Parser<number> = (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined)

function oneOf<const Code extends string | number>(...codes: readonly Code[]): Parser<Code> {
  return (value) => codes.find((code) => code === value)
}

const idOrNone: Parser<number | typeof none> = (value) => (value === none ? none : id(value))

type Parsers = Readonly<Record<string, Parser<unknown>>>
type Search<Of extends Parsers> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]>> }

/** A value that is not valid becomes undefined, because the router merges the result over what the URL holds. */
function validateWith<Of extends Parsers>(parsers: Of) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(parsers).map(([name, parse]) => [name, parse(search[name])])) as Search<Of>
}

/** `sort` is a column, descending with a minus before it; `found` the row that the search led to. */
const ofEveryPanel = { tab: text, term: id, q: text, sort: text, type: oneOf(...activityTypes), found: id }

/** The panels that administrators and heads of department have: Staff, Overview, Review. */
const ofMembers = {
  department_id: idOrNone,
  title: oneOf(...titleCodes, none),
  grade: oneOf(...gradesAndNone, 'nothing-yet'),
  posted: oneOf('nothing', 'something'),
  /** The score that nobody has given yet; any: one of them. */
  unset: oneOf('any', 'tp', 'fb'),
  /** The term that the Overview compares with. */
  against: id,
  /** The posting that a notice or another posting leads to. */
  posting: id,
  /** The list of Review; without one, what waits. */
  state: oneOf('verified', 'returned'),
  /** The member whose activities are open. */
  member: id,
  /** In Review: what members question, in place of the postings. */
  questions: oneOf('open', 'mine', 'done'),
  /** The question of a notice. */
  question: id,
}

export const validateAdminSearch = validateWith({
  ...ofEveryPanel,
  ...ofMembers,
  role_id: oneOf(roles.admin, roles.staff),
  signed_in: oneOf('yes', 'never', 'no-password'),
  /** The rows of the panel that were removed. */
  removed: oneOf(1),
  person: id,
  subject: text,
  kind: text,
  from: text,
  to: text,
})

export const validateStaffSearch = validateWith({
  ...ofEveryPanel,
  ...ofMembers,
  /** The activity that the catalogue links to. */
  activity: id,
  /** A new posting, from anywhere. */
  post: oneOf(1),
  /** The term to which the list of postings is narrowed. */
  posted_in: id,
})

export const validateTerm = validateWith({ term: id })
export const validateStatement = validateWith({ user_id: id, term: id })
