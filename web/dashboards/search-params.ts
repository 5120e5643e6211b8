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

/** The first and the last day, of which one may be missing: 2026-09-01..2026-12-31. */
const days: Parser<string> = (value) =>
  typeof value === 'string' && /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.test(value) && value !== '..' ? value : undefined

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
  /** The event that is shown in place of the list. */
  event: id,
}

/** The panels that administrators and heads of department have: Staff, Overview, Review, Postings. */
const ofMembers = {
  department_id: several(idOrNone),
  faculty_id: several(idOrNone),
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
  /** The mark to which a list of Review is narrowed. */
  mark: oneOf('warning', 'no-evidence', 'resubmitted', 'late'),
  /** The member whose activities are open. */
  member: id,
  /** The part of the panel of all postings, or of events; without it, the list. */
  section: oneOf('done', 'attendance'),
  /** By what the attendance of events is counted; without it, by event. */
  by: oneOf('department', 'member'),
  /** The filters of all postings; Review is narrowed to one activity. */
  in_term: several(id),
  activity_id: several(id),
  who: several(id),
  posting_state: several(oneOf('posted', 'verified', 'returned')),
  evidence: several(oneOf('with', 'without')),
  warning: several(oneOf('with', 'without')),
  dates: days,
  /** What the report of what was done counts, and shows. */
  only: oneOf('verified'),
  measure: oneOf('points'),
  /** The questions of members, in place of the postings of Review. */
  questions: oneOf('open', 'mine', 'done'),
  /** The question that a notice leads to. */
  question: id,
  /** The person whose page is open. */
  id,
}

export const validateAdminSearch = validateWith({
  ...ofEveryPanel,
  ...ofMembers,
  role_id: several(oneOf(roles.admin, roles.staff)),
  signed_in: several(oneOf('yes', 'never', 'no-password', 'invited', 'not-delivered', 'refused')),
  /** Whether the removed rows of the panel are shown. */
  removed: oneOf(1),
  /** The import whose changes are shown. */
  import: id,
  /** The sent message that is shown. */
  message: id,
  person: id,
  about: id,
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
