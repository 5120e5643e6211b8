import { titleCodes } from '../../contract/codes.ts'
import type { Translations } from '../../contract/fields.ts'
import { gradesAndNone } from '../../contract/grading.ts'
import type { DepartmentChange, FacultyGroup, Group } from '../../contract/overview.ts'
import type { Scores } from '../../contract/scoring.ts'
import type { Cell } from './overview.queries.ts'

const add = (cells: readonly Cell[], value: (cell: Cell) => number) => cells.reduce((sum, cell) => sum + value(cell), 0)
const total = ({ tp, fb, atts, acts, escore }: Cell) => tp + fb + atts + acts + escore

/** The numbers of the members of some cells together. Without members the average is 0. */
export function groupOf(cells: readonly Cell[]): Group {
  const members = add(cells, (cell) => cell.members)
  const ofGrade = (grade: string) => cells.filter((cell) => cell.grade === grade)
  return {
    members,
    posted_nothing: add(cells, (cell) => cell.posted_nothing),
    average: members === 0 ? 0 : Math.round(add(cells, total) / members) / 100,
    grades: Object.fromEntries(
      gradesAndNone.map((grade) => [grade, add(ofGrade(grade), (cell) => cell.members)]),
    ) as Group['grades'],
    nothing_yet: add(cells, (cell) => cell.nothing_yet),
  }
}

export function pointsOf(cells: readonly Cell[]): Scores {
  const points = (value: (cell: Cell) => number) => add(cells, value) / 100
  return {
    tp: points((cell) => cell.tp),
    fb: points((cell) => cell.fb),
    atts: points((cell) => cell.atts),
    acts: points((cell) => cell.acts),
    escore: points((cell) => cell.escore),
    total_score: points(total),
  }
}

function splitBy<Key>(cells: readonly Cell[], key: (cell: Cell) => Key): Map<Key, Cell[]> {
  const parts = new Map<Key, Cell[]>()
  for (const cell of cells) parts.set(key(cell), [...(parts.get(key(cell)) ?? []), cell])
  return parts
}

/** The translations of a department: some members of a reopened term may have been frozen before the name was translated. */
function translationsOf(cells: readonly Cell[]) {
  return {
    department_names: Object.assign({}, ...cells.map(({ department_names }) => department_names).reverse()) as Translations,
  }
}

/** The departments in the order of the cells, which is that of the names; members without a department come last. */
export function departmentsOf(cells: readonly Cell[]) {
  return [...splitBy(cells, ({ department_name }) => department_name)].map(([department_name, own]) => ({
    department_id: own[0]?.department_id ?? null,
    department_name,
    ...translationsOf(own),
    ...groupOf(own),
  }))
}

/** The faculties by their names, members without one last; none at all if nobody has one. */
export function facultiesOf(cells: readonly Cell[]): FacultyGroup[] {
  const parts = splitBy(cells, ({ faculty_name }) => faculty_name)
  const names = [...parts.keys()].flatMap((name) => name ?? []).toSorted((one, other) => one.localeCompare(other))
  if (names.length === 0) return []
  return [...names, null].flatMap((faculty_name) => {
    const own = parts.get(faculty_name) ?? []
    if (own.length === 0) return []
    const faculty_names = Object.assign({}, ...own.map((cell) => cell.faculty_names).toReversed()) as Translations
    return [{ faculty_id: own[0]?.faculty_id ?? null, faculty_name, faculty_names, ...groupOf(own) }]
  })
}

/** The titles from the highest to the lowest; last, members without one. */
export function titlesOf(cells: readonly Cell[]) {
  const parts = splitBy(cells, ({ title }) => title)
  return [...titleCodes, null].flatMap((title) => {
    const own = parts.get(title)
    return own ? [{ title, ...groupOf(own) }] : []
  })
}

/**
 * The departments of two terms side by side. A department that was renamed in between is the same one, by its id; one that was
 * removed and made anew is the same one too, by its name.
 */
export function changesOf(cells: readonly Cell[], against: readonly Cell[]): DepartmentChange[] {
  const [now, then] = [namedDepartmentsOf(cells), namedDepartmentsOf(against)]
  const isOf = (list: typeof now, id: number | null) => id !== null && list.some((department) => department.id === id)
  const pairs = now.map((department) => ({
    department,
    other: isOf(then, department.id)
      ? then.find(({ id }) => id === department.id)
      : then.find(({ id, name }) => name === department.name && !isOf(now, id)),
  }))
  const alone = then.filter((department) => !pairs.some(({ other }) => other === department))
  return [
    ...pairs.map(({ department: { id, name, translations, average }, other }) => ({
      department_id: id,
      department_name: name,
      ...translations,
      average,
      average_against: other?.average ?? null,
    })),
    ...alone.map(({ id, name, translations, average }) => ({
      department_id: id,
      department_name: name,
      ...translations,
      average: null,
      average_against: average,
    })),
  ]
}

function namedDepartmentsOf(cells: readonly Cell[]) {
  return [...splitBy(cells, ({ department_name }) => department_name)].map(([name, own]) => ({
    name,
    id: own[0]?.department_id ?? null,
    translations: translationsOf(own),
    average: groupOf(own).average,
  }))
}
