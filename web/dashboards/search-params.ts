import { activityTypes, roles, titleCodes } from '../../contract/codes.ts'
import { gradesAndNone } from '../../contract/grading.ts'
import { none } from '../entities/members/filter-codes.ts'

/**
 * The search parameters of the dashboards: the open panel, its term, and the search, sorting and filters of its table. Filters are ids
 * and codes, never labels. A value that is not valid is ignored. Written by hand, because zod does not fit into the login page.
 */

type Parser<Value> = (value: unknown) => Value | undefined

/** The router parses digits as a number, so a search for "2026" arrives as one. */
const text: Parser<string> = (value) =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) || undefined : undefined

const longText: Parser<string> = (value) => (typeof value === 'string' ? value.slice(0, 2000) || undefined : undefined)

const id: Parser<number> = (value) => (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined)

function oneOf<const Code extends string | number>(...codes: readonly Code[]): Parser<Code> {
  return (value) => codes.find((code) => code === value)
}

const one = (parse: Parser<string | number>, code: string) => String(parse(/^\d{1,15}$/.test(code) ? Number(code) : code) ?? '')

/** The codes of a filter: one, or several between commas. Those that are not valid are left out. */
function several<Code extends string | number>(parse: Parser<Code>): Parser<Code | `${string},${string}`> {
  return (value) => {
    if (typeof value !== 'string' || !value.includes(',')) return parse(value)
    const codes = [
      ...new Set(
        value
          .slice(0, 2000)
          .split(',')
          .map((code) => one(parse, code)),
      ),
    ].filter(Boolean)
    return codes.length > 1
      ? (codes.join(',') as `${string},${string}`)
      : parse(/^\d+$/.test(codes[0] ?? '') ? Number(codes[0]) : codes[0])
  }
}

const idOrNone: Parser<number | typeof none> = (value) => (value === none ? none : id(value))

type Parsers = Readonly<Record<string, Parser<unknown>>>
type Search<Of extends Parsers> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]>> }

/** A value that is not valid becomes undefined, because the router merges the result over what the URL holds. */
function validateWith<Of extends Parsers>(parsers: Of) {
  return (search: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(parsers).map(([name, parse]) => [name, parse(search[name])])) as Search<Of>
}

/**
 * `sort` is a column, descending with a minus before it; `columns` are those that are shown; `view` is the saved view that was opened;
 * `found` is the row that the search led to.
 */
const ofEveryPanel = {
  tab: text,
  term: id,
  q: text,
  sort: text,
  columns: longText,
  view: id,
  type: several(oneOf(...activityTypes)),
  found: id,
  /** What is opened in the panel at once: web/routing/open-from-address.ts. */
  open: text,
}

/** The panels that administrators and heads of department have: Staff, Overview, Review. */
const ofMembers = {
  department_id: several(idOrNone),
  title: several(oneOf(...titleCodes, none)),
  grade: several(oneOf(...gradesAndNone, 'nothing-yet')),
  posted: several(oneOf('nothing', 'something')),
  /** The score that is not set yet; `any` means one of them. */
  unset: several(oneOf('any', 'tp', 'fb')),
  /** The term that the Overview compares with. */
  against: id,
  /** The posting that a notice or another posting leads to. */
  posting: id,
  /** The list of Review; without it, the postings that wait. */
  state: oneOf('verified', 'returned'),
  /** The member whose activities are open. */
  member: id,
  /** The questions of members, in place of the postings of Review. */
  questions: oneOf('open', 'mine', 'done'),
  /** The question that a notice leads to. */
  question: id,
}

export const validateAdminSearch = validateWith({
  ...ofEveryPanel,
  ...ofMembers,
  role_id: several(oneOf(roles.admin, roles.staff)),
  signed_in: several(oneOf('yes', 'never', 'no-password', 'invited', 'not-delivered')),
  /** Whether the removed rows of the panel are shown. */
  removed: oneOf(1),
  /** The import whose changes are shown. */
  import: id,
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
  /** Whether the form of a new posting is opened, from anywhere. */
  post: oneOf(1),
  /** The term to which the list of postings is narrowed. */
  posted_in: id,
})

export const validateTerm = validateWith({ term: id })
export const validateStatement = validateWith({ user_id: id, term: id })
