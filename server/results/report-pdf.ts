import { accountName } from '../../contract/account-names.ts'
import { titleName } from '../../contract/codes.ts'
import { formatDay, formatDayIn, formatMomentIn } from '../../contract/dates.ts'
import type { Translations } from '../../contract/fields.ts'
import { gradeColours, onGrade } from '../../contract/grade-colours.ts'
import { grades, noGrade } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { Group } from '../../contract/overview.ts'
import { formatPoints } from '../../contract/points.ts'
import { nameOrder } from '../../contract/sorting.ts'
import type { Block, Column, Fact, Letterhead, Row, Text } from '../documents/blocks.ts'
import { end, quiet, smallest, start } from '../documents/look.ts'
import { documentRenderer } from '../documents/render-document.ts'
import { sayIn } from '../http/language.ts'
import type { Report } from './report.ts'
import type { GradeMoves, Participation } from './results.queries.ts'

const words = messages.results
const render = documentRenderer()
const rowHeight = 16
const shownGrades = [...grades.toReversed(), noGrade] as const

function termBlocks(language: Language, zone: string, { term }: Report): Block[] {
  const say = sayIn(language)
  const half = (end - start) / 2
  const period = { from: formatDay(say, term.start_date), to: formatDay(say, term.end_date) }
  const name: Block = {
    at: 124,
    line: [
      { text: localized(language, term, 'name'), size: 20, weight: 600, most: half + 40 },
      { text: messages.statements.period(period), size: 10, colour: quiet, align: 'end', most: half - 52 },
    ],
    below: 18,
  }
  if (!term.closing) return [name, { notice: words.preliminary, below: 14 }]
  const { number, closed_at, closed_by } = term.closing
  const closed = messages.statements.frozenAgain({
    day: formatDayIn(say, zone, closed_at),
    by: accountName(say, closed_by),
    number,
  })
  return [name, { line: [{ text: closed, colour: quiet }], below: 16 }]
}

/** The numbers of all members. */
function factsOf({ overview, participation }: Report): Fact[] {
  const { members, average } = overview.all
  const total = sumsOf(participation, participationColumns)
  const part = (count: number) => (members === 0 ? '–' : `${count} (${Math.round((count / members) * 100)}%)`)
  return [
    { label: words.members, value: String(members) },
    { label: words.average, value: members === 0 ? '–' : formatPoints(average) },
    { label: words.posted, value: part(total.posted) },
    { label: words.scored, value: part(total.scored) },
    { label: words.nothing, value: part(total.nothing) },
  ]
}

interface Department {
  department_name: string | null
  department_names: Translations | null
}

const participationColumns = ['members', 'posted', 'scored', 'nothing'] as const satisfies (keyof Participation)[]
const moveColumns = ['up', 'same', 'down', 'added'] as const satisfies (keyof GradeMoves)[]

function sumsOf<Name extends string>(rows: readonly Record<Name, number>[], names: readonly Name[]) {
  const sums = names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)])
  return Object.fromEntries(sums) as Record<Name, number>
}

function rowOf(name: Text, cells: readonly (string | number)[]): Row {
  const texts = cells.map(String)
  return { cells: [name, ...texts.map((text) => (text === '0' || text === '–' ? { text, colour: quiet } : text))] }
}

/** The departments by the name that is printed; members without one last, as the queries have them. */
function departmentRows<Row extends Department>(
  language: Language,
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly (string | number)[],
) {
  const compare = nameOrder(language)
  const nameOf = (row: Department) => localized(language, row, 'department_name') ?? ''
  const known = rows.filter(({ department_name }) => department_name !== null)
  return [
    ...known.toSorted((one, other) => compare(nameOf(one), nameOf(other))),
    ...rows.filter(({ department_name }) => department_name === null),
  ].map((row) => rowOf(nameOf(row) || messages.departments.unknown, cellsOf(row)))
}

interface TitledTable {
  title: Message
  note?: Message
  columns: readonly Column[]
  rows: readonly Row[]
  sums: readonly (string | number)[]
}

function tableBlocks({ title, note, columns, rows, sums }: TitledTable): Block[] {
  const all = { ...rowOf(words.all, sums), isSum: true }
  return [
    { line: [{ text: title, size: 12, weight: 600 }], room: 26 + (note ? 12 : 0) + rowHeight * 3, below: note ? 13 : 18 },
    ...(note ? [{ line: [{ text: note, size: smallest, colour: quiet }], below: 18 }] : []),
    { table: { columns, rows: [...rows, all], size: 8.5, step: rowHeight, isStriped: true }, below: 20 },
  ]
}

const number = (label: Text, wide: number): Column => ({ label, wide, align: 'end' })
const department: Column = { label: words.department }

const gradeColumns: readonly Column[] = [
  number(words.members, 52),
  ...shownGrades.map((grade) => {
    if (grade === noGrade) return number('–', 32)
    const [from, to] = gradeColours[grade]
    return { ...number(grade, 32), badge: { from, to, ink: onGrade } }
  }),
  number(words.average, 54),
]

function gradeCells({ members, grades: counts, average }: Group) {
  return [members, ...shownGrades.map((grade) => counts[grade]), members === 0 ? '–' : formatPoints(average)]
}

/** The faculties, where there is more to say than which departments there are. */
function facultyBlocks(language: Language, { faculties = [] }: Report['overview'], sums: readonly (string | number)[]): Block[] {
  if (faculties.length === 0) return []
  const compare = nameOrder(language)
  const nameOf = (row: (typeof faculties)[number]) => localized(language, row, 'faculty_name') ?? ''
  const named = faculties.filter(({ faculty_name }) => faculty_name !== null)
  const rows = [
    ...named.toSorted((one, other) => compare(nameOf(one), nameOf(other))),
    ...faculties.filter(({ faculty_name }) => faculty_name === null),
  ]
  return tableBlocks({
    title: messages.overview.gradesByFaculty,
    columns: [{ label: messages.fields.faculty }, ...gradeColumns],
    rows: rows.map((row) => rowOf(nameOf(row) || messages.faculties.none, gradeCells(row))),
    sums,
  })
}

function spreadBlocks(language: Language, { overview }: Report): Block[] {
  const sums = gradeCells(overview.all)
  return [
    ...tableBlocks({
      title: words.byDepartment,
      columns: [department, ...gradeColumns],
      rows: departmentRows(language, overview.departments, gradeCells),
      sums,
    }),
    ...facultyBlocks(language, overview, sums),
    ...tableBlocks({
      title: words.byTitle,
      columns: [{ label: messages.fields.title }, ...gradeColumns],
      rows: overview.titles.map((row) => rowOf(titleName(row.title), gradeCells(row))),
      sums,
    }),
  ]
}

function participationBlocks(language: Language, { participation }: Report): Block[] {
  return tableBlocks({
    title: words.participation,
    note: words.participationMeaning,
    columns: [department, ...participationColumns.map((name) => number(words[name], 76))],
    rows: departmentRows(language, participation, (row) => participationColumns.map((name) => row[name])),
    sums: Object.values(sumsOf(participation, participationColumns)),
  })
}

/** A value with its sign: +1.25, −0.5 or 0. */
function signed(value: number): string {
  const rounded = Number(value.toFixed(2))
  if (rounded === 0) return '0'
  return rounded > 0 ? `+${formatPoints(rounded)}` : `−${formatPoints(-rounded)}`
}

function averageCells(before: number | null, now: number | null): string[] {
  const shown = (value: number | null) => (value === null ? '–' : formatPoints(value))
  return [shown(before), shown(now), before === null || now === null ? '–' : signed(now - before)]
}

function changeBlocks(language: Language, { overview, moves }: Report): Block[] {
  const { against } = overview
  if (!against) return [{ line: [{ text: words.noTermBefore, colour: quiet }], room: rowHeight * 2, below: 30 }]
  const ofDepartment = new Map(moves.map((row) => [row.department_name, row]))
  const averageOf = ({ members, average }: Group) => (members ? average : null)
  return tableBlocks({
    title: words.changes({ term: localized(language, against.term, 'name') }),
    note: words.changesMeaning,
    columns: [department, ...(['before', 'now', 'change', ...moveColumns] as const).map((name) => number(words[name], 46))],
    rows: departmentRows(language, against.departments, (row) => {
      const own = row.average === null ? undefined : ofDepartment.get(row.department_name)
      return [...averageCells(row.average_against, row.average), ...moveColumns.map((name) => own?.[name] ?? '–')]
    }),
    sums: [...averageCells(averageOf(against.all), averageOf(overview.all)), ...Object.values(sumsOf(moves, moveColumns))],
  })
}

/** The report, a few pages: spread, participation, changes, signatures. */
export function renderReport(language: Language, zone: string, report: Report, letterhead: Letterhead): Promise<Buffer> {
  const { made_at } = report
  const termName = localized(language, report.term, 'name')
  return render({
    ...{ language, letterhead, madeAt: made_at },
    title: messages.general.labelled({ label: words.reportTitle, value: termName }),
    heading: words.reportTitle,
    foot: {
      lines: [{ text: termName }, { text: words.madeOn({ moment: formatMomentIn(sayIn(language), zone, made_at) }) }],
      number: words.page({ page: 0, pages: 0 }),
    },
    blocks: [
      ...termBlocks(language, zone, report),
      { facts: factsOf(report), below: 30 },
      ...spreadBlocks(language, report),
      ...participationBlocks(language, report),
      ...changeBlocks(language, report),
      { line: [{ text: words.signatures, size: 12, weight: 600 }], room: 90, below: 14 },
      { signatures: [words.prepared, words.checked, words.approved], hint: words.nameAndDate, stamp: messages.papers.stamp },
    ],
  })
}
