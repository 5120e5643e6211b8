import { titleName } from '../../contract/codes.ts'
import { gradeColours, onGrade } from '../../contract/grade-colours.ts'
import { type Grade, grades, noGrade } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { Group } from '../../contract/overview.ts'
import { formatPoints } from '../../contract/points.ts'
import { nameOrder } from '../../contract/sorting.ts'
import { sayIn } from '../http/language.ts'
import type { PdfBranding } from '../statements/pdf-branding.ts'
import { drawFeet, type Flow, openFlow } from '../statements/pdf-flow.ts'
import { bad, end, ink, quiet, smallest, start, sunk } from '../statements/pdf-page.ts'
import { formatUtcDay } from '../statements/statement-dates.ts'
import type { Report } from './report.ts'
import type { GradeMoves, Participation } from './results.queries.ts'

const rowHeight = 16
const shownGrades = [...grades.toReversed(), noGrade] as const

function openReport(language: Language, { term, made_at }: Report, branding: PdfBranding): Flow {
  const title = sayIn(language)(messages.general.labelled({ label: messages.results.reportTitle, value: term.name }))
  return openFlow(language, { title, heading: messages.results.reportTitle, madeAt: made_at }, branding)
}

function drawTerm(flow: Flow, { term }: Report) {
  const { say, write, pdf } = flow
  const half = (end - start) / 2
  write(term.name, start, flow.y + 2, { size: 20, weight: 600, most: half + 40, least: 9 })
  const period = { from: formatUtcDay(say, term.start_date), to: formatUtcDay(say, term.end_date) }
  write(messages.statements.period(period), end, flow.y + 2, { size: 10, colour: quiet, align: 'end', most: half - 52, least: 6 })
  flow.y += 20
  if (!term.closing) {
    pdf.roundedRect(start, flow.y, end - start, 24, 4).fill('#fbe9e7')
    write(messages.results.preliminary, start + 10, flow.y + 16, {
      size: 9.5,
      weight: 600,
      colour: bad,
      most: end - start - 20,
      least: 6,
    })
    flow.y += 38
    return
  }
  const { number, closed_at, closed_by } = term.closing
  write(messages.statements.frozenAgain({ day: formatUtcDay(say, closed_at), by: closed_by, number }), start, flow.y, {
    colour: quiet,
  })
  flow.y += 16
}

/** The numbers of all members. */
function drawFigures(flow: Flow, { overview, participation }: Report) {
  const { pdf, write } = flow
  const { members, average } = overview.all
  const total = totalOf(participation)
  const part = (count: number) => (members === 0 ? '–' : `${count} (${Math.round((count / members) * 100)}%)`)
  const figures: [Message, string][] = [
    [messages.results.members, String(members)],
    [messages.results.average, members === 0 ? '–' : formatPoints(average)],
    [messages.results.posted, part(total.posted)],
    [messages.results.scored, part(total.scored)],
    [messages.results.nothing, part(total.nothing)],
  ]
  const wide = (end - start) / figures.length
  pdf.roundedRect(start, flow.y, end - start, 44, 5).fill(sunk)
  for (const [index, [label, value]] of figures.entries()) {
    const x = start + index * wide + 12
    write(label, x, flow.y + 16, { size: 8, colour: quiet, most: wide - 14, least: smallest })
    write(value, x, flow.y + 35, { size: 14, weight: 600, most: wide - 14, least: 8 })
  }
  flow.y += 74
}

interface Table {
  title: Message
  note?: Message
  /** The first column is as wide as the others leave it. */
  first: Message
  columns: readonly Column[]
  rows: readonly TableRow[]
}
interface Column {
  label: string | Message
  wide: number
  /** Its letter stands in the colours of the grade. */
  grade?: Grade
}
interface TableRow {
  name: string | Message
  cells: readonly string[]
  isSum?: boolean
}

/** The letter on its colours, as on the screens; they end at `endAt`. */
function drawGrade({ pdf, write, measure, leftOf, language, y }: Flow, grade: Grade, endAt: number) {
  const [wide, high] = [18, 11]
  const left = leftOf(endAt - wide, wide)
  const [from, to] = gradeColours[grade]
  const [first, last] = directionOf(language) === 'rtl' ? [to, from] : [from, to]
  const colours = pdf
    .linearGradient(left, y, left + wide, y)
    .stop(0, first)
    .stop(1, last)
  pdf.roundedRect(left, y - 8.5, wide, high, 2.5).fill(colours)
  write(grade, endAt - (wide - measure(grade, 600, 7.5).wide) / 2, y, { size: 7.5, weight: 600, colour: onGrade, align: 'end' })
}

function drawTable(flow: Flow, { title, note, first, columns, rows }: Table) {
  const { pdf, write, rule } = flow
  const ends = columns.map((_, index) => end - 6 - columns.slice(index + 1).reduce((sum, { wide }) => sum + wide, 0))
  const nameWide = end - start - columns.reduce((sum, { wide }) => sum + wide, 0) - 12

  function drawColumns() {
    write(first, start + 6, flow.y, { size: 7.5, colour: quiet, most: nameWide })
    for (const [index, { label, wide, grade }] of columns.entries()) {
      const at = ends[index] ?? end
      if (grade) drawGrade(flow, grade, at)
      else write(label, at, flow.y, { size: 7.5, colour: quiet, align: 'end', most: wide - 6, least: smallest })
    }
    rule(flow.y + 5)
    flow.y += rowHeight
  }

  // The title is not left alone at the foot of a page.
  flow.need(26 + (note ? 12 : 0) + rowHeight * 3)
  write(title, start, flow.y, { size: 12, weight: 600 })
  if (note) {
    flow.y += 13
    write(note, start, flow.y, { size: 7.5, colour: quiet, least: smallest })
  }
  flow.y += 18
  drawColumns()
  for (const [index, { name, cells, isSum }] of rows.entries()) {
    const before = flow.y
    flow.need(rowHeight)
    if (flow.y < before) drawColumns()
    if (isSum) rule(flow.y - 11, ink, 0.75)
    else if (index % 2 === 1) pdf.rect(start, flow.y - 11, end - start, rowHeight).fill(sunk)
    const style = { size: 8.5, ...(isSum ? { weight: 600 as const } : {}) }
    write(name, start + 6, flow.y, { ...style, most: nameWide, least: 6 })
    for (const [column, text] of cells.entries())
      write(text, ends[column] ?? end, flow.y, {
        ...style,
        align: 'end',
        ...(text === '0' || text === '–' ? { colour: quiet } : {}),
      })
    flow.y += rowHeight
  }
  flow.y += 20
}

const gradeColumns: readonly Column[] = [
  { label: messages.results.members, wide: 52 },
  ...shownGrades.map((grade) => (grade === noGrade ? { label: '–', wide: 32 } : { label: grade, wide: 32, grade })),
  { label: messages.results.average, wide: 54 },
]

function gradeCells({ members, grades: counts, average }: Group): string[] {
  return [String(members), ...shownGrades.map((grade) => String(counts[grade])), members === 0 ? '–' : formatPoints(average)]
}

interface Department {
  department_name: string | null
  department_name_ckb: string | null
  department_name_ar: string | null
}

function departmentOf(language: Language, row: Department): string | Message {
  return localized(language, row, 'department_name') ?? messages.departments.unknown
}

/** By the name that is printed; those without a department last, as the queries have them. */
function inPrintedOrder<Row extends Department>(language: Language, rows: readonly Row[]): Row[] {
  const compare = nameOrder(language)
  const nameOf = (row: Department) => localized(language, row, 'department_name') ?? ''
  const known = rows.filter(({ department_name }) => department_name !== null)
  return [
    ...known.toSorted((one, other) => compare(nameOf(one), nameOf(other))),
    ...rows.filter(({ department_name }) => department_name === null),
  ]
}

function drawSpread(flow: Flow, { overview }: Report) {
  const { language } = flow
  const all = { name: messages.results.all, cells: gradeCells(overview.all), isSum: true }
  drawTable(flow, {
    title: messages.results.byDepartment,
    first: messages.results.department,
    columns: gradeColumns,
    rows: [
      ...inPrintedOrder(language, overview.departments).map((row) => ({
        name: departmentOf(language, row),
        cells: gradeCells(row),
      })),
      all,
    ],
  })
  drawTable(flow, {
    title: messages.results.byTitle,
    first: messages.fields.title,
    columns: gradeColumns,
    rows: [...overview.titles.map((row) => ({ name: titleName(row.title), cells: gradeCells(row) })), all],
  })
}

function totalOf(rows: readonly Participation[]) {
  const sum = (of: (row: Participation) => number) => rows.reduce((total, row) => total + of(row), 0)
  return {
    members: sum(({ members }) => members),
    posted: sum(({ posted }) => posted),
    scored: sum(({ scored }) => scored),
    nothing: sum(({ nothing }) => nothing),
  }
}

function drawParticipation(flow: Flow, { participation }: Report) {
  const { members, posted, scored, nothing } = messages.results
  const cells = (row: Omit<Participation, keyof Department>) => [row.members, row.posted, row.scored, row.nothing].map(String)
  drawTable(flow, {
    title: messages.results.participation,
    note: messages.results.participationMeaning,
    first: messages.results.department,
    columns: [members, posted, scored, nothing].map((label) => ({ label, wide: 76 })),
    rows: [
      ...inPrintedOrder(flow.language, participation).map((row) => ({
        name: departmentOf(flow.language, row),
        cells: cells(row),
      })),
      { name: messages.results.all, cells: cells(totalOf(participation)), isSum: true },
    ],
  })
}

/** +1.25, −0.5 or 0. */
function signed(value: number): string {
  const rounded = Number(value.toFixed(2))
  if (rounded === 0) return '0'
  return rounded > 0 ? `+${formatPoints(rounded)}` : `−${formatPoints(-rounded)}`
}

function averageCells(before: number | null, now: number | null): string[] {
  const shown = (value: number | null) => (value === null ? '–' : formatPoints(value))
  return [shown(before), shown(now), before === null || now === null ? '–' : signed(now - before)]
}

const movesOf = ({ up, same, down, added }: Omit<GradeMoves, keyof Department>) => [up, same, down, added].map(String)

function drawChanges(flow: Flow, { overview, moves }: Report) {
  const { against } = overview
  const words = messages.results
  if (!against) {
    flow.need(rowHeight * 2)
    flow.write(words.noTermBefore, start, flow.y, { colour: quiet })
    flow.y += 30
    return
  }
  const ofDepartment = new Map(moves.map((row) => [row.department_name, row]))
  const sum = (of: (row: GradeMoves) => number) => moves.reduce((total, row) => total + of(row), 0)
  const all = {
    up: sum(({ up }) => up),
    same: sum(({ same }) => same),
    down: sum(({ down }) => down),
    added: sum(({ added }) => added),
  }
  drawTable(flow, {
    title: words.changes({ term: against.term.name }),
    note: words.changesMeaning,
    first: words.department,
    columns: [words.before, words.now, words.change, words.up, words.same, words.down, words.added].map((label) => ({
      label,
      wide: 46,
    })),
    rows: [
      ...inPrintedOrder(flow.language, against.departments).map((row) => {
        const own = row.average === null ? undefined : ofDepartment.get(row.department_name)
        return {
          name: departmentOf(flow.language, row),
          cells: [...averageCells(row.average_against, row.average), ...(own ? movesOf(own) : ['–', '–', '–', '–'])],
        }
      }),
      {
        name: words.all,
        cells: [
          ...averageCells(against.all.members ? against.all.average : null, overview.all.members ? overview.all.average : null),
          ...movesOf(all),
        ],
        isSum: true,
      },
    ],
  })
}

function drawSignatures(flow: Flow) {
  const { pdf, write, leftOf } = flow
  const { signatures, prepared, checked, approved, nameAndDate } = messages.results
  flow.need(118)
  write(signatures, start, flow.y, { size: 12, weight: 600 })
  const gap = 18
  const wide = (end - start - gap * 2) / 3
  for (const [index, label] of [prepared, checked, approved].entries()) {
    const x = start + index * (wide + gap)
    write(label, x, flow.y + 22, { size: 9, most: wide })
    const left = leftOf(x, wide)
    pdf
      .moveTo(left, flow.y + 82)
      .lineTo(left + wide, flow.y + 82)
      .lineWidth(0.75)
      .strokeColor(ink)
      .stroke()
    write(nameAndDate, x, flow.y + 94, { size: 7.5, colour: quiet, most: wide })
  }
  flow.y += 118
}

/** A few pages: spread, participation, changes, signatures. */
export function reportPdf(language: Language, report: Report, branding: PdfBranding) {
  const flow = openReport(language, report, branding)
  drawTerm(flow, report)
  drawFigures(flow, report)
  drawSpread(flow, report)
  drawParticipation(flow, report)
  drawChanges(flow, report)
  drawSignatures(flow)
  drawFeet(flow, report.term.name, report.made_at)
  flow.pdf.end()
  return flow.pdf
}
