import type { AttendanceReport } from '../../contract/attendance.ts'
import type { Value } from '../../contract/csv.ts'
import { formatDay, formatMomentIn } from '../../contract/dates.ts'
import type { Translations } from '../../contract/fields.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { bothNames } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import type { Block, Document, Letterhead } from '../documents/blocks.ts'
import { quiet, smallest } from '../documents/look.ts'
import { sayIn } from '../http/language.ts'

const words = messages.events.attendance
const { fields } = messages

interface Column {
  header: Message
  /** The width in the PDF. The first column has none: it takes what the others leave. */
  wide?: number
}
interface Group {
  title: Message
  columns: readonly Column[]
  rows: readonly (readonly Value[])[]
}

/** The share of the seats that were taken, in percent. */
function shareOf({ seats, members, guests }: AttendanceReport['events'][number]): number | null {
  return seats === null || guests === null ? null : Math.round(((members + guests) / seats) * 100)
}

/** The groups in the order of the panel, with the names that a reader of the language sees. */
function groupsOf(language: Language, { events, departments, members }: AttendanceReport): Group[] {
  const say = sayIn(language)
  const departmentOf = (row: { department_name: string | null; department_names: Translations | null }) =>
    localized(language, row, 'department_name') ?? withoutDirectionMarks(say(messages.departments.unknown))
  const groups: Group[] = [
    {
      title: words.by.event,
      columns: [
        { header: messages.events.one },
        { header: words.day, wide: 60 },
        { header: words.invited, wide: 48 },
        { header: words.saidYes, wide: 52 },
        { header: words.members, wide: 54 },
        { header: words.guests, wide: 44 },
        { header: words.share, wide: 60 },
        { header: words.postings, wide: 70 },
      ],
      rows: events.map((row) => [
        localized(language, row, 'name'),
        row.starting_date,
        row.invited,
        row.said_yes,
        row.members,
        row.guests,
        shareOf(row),
        row.postings,
      ]),
    },
    {
      title: words.by.department,
      columns: [
        { header: fields.department },
        { header: words.membersOf, wide: 70 },
        { header: words.attendances, wide: 80 },
        { header: words.attended, wide: 90 },
      ],
      rows: departments.map((row) => [departmentOf(row), row.members, row.attendances, row.attended]),
    },
    {
      title: words.by.member,
      columns: [
        { header: fields.name },
        { header: fields.department, wide: 150 },
        { header: words.events, wide: 60 },
        { header: words.points, wide: 60 },
      ],
      rows: members.map((row) => [
        bothNames(language, { ...row, other_name: row.other_name ?? undefined }),
        departmentOf(row),
        row.events,
        row.points,
      ]),
    },
  ]
  // Who sees no members has a report of events alone.
  return groups.filter(({ rows }, index) => index === 0 || rows.length > 0)
}

/** The groups as sheets. */
export function attendanceSheets(language: Language, report: AttendanceReport) {
  const text = (message: Message) => withoutDirectionMarks(sayIn(language)(message))
  return groupsOf(language, report).map(({ title, columns, rows }) => ({
    name: text(title),
    rows: [columns.map(({ header }) => text(header)), ...rows.map((row) => [...row])],
  }))
}

const rowHeight = 15

function tableBlocks(language: Language, { title, columns, rows }: Group): Block[] {
  const say = sayIn(language)
  const shown = (value: Value, header: Message) => {
    if (value === null) return { text: '–', colour: quiet }
    if (typeof value === 'string') return header.key === words.day.key ? formatDay(say, value) : value
    if (header.key === words.share.key) return `${value}%`
    return header.key === words.points.key ? formatPoints(value) : String(value)
  }
  const isNumber = (at: number) => at > 0 && columns[at]?.header.key !== fields.department.key
  return [
    { line: [{ text: title, size: 12, weight: 600 }], room: 26 + rowHeight * 4, below: 18 },
    {
      table: {
        columns: columns.map(({ header, wide }, at) => ({
          label: header,
          ...(wide === undefined ? {} : { wide }),
          ...(isNumber(at) ? { align: 'end' as const } : {}),
        })),
        rows: rows.map((row) => ({ cells: row.map((value, at) => shown(value, columns[at]?.header ?? title)) })),
        ...{ size: 8.5, step: rowHeight, isStriped: true },
      },
      below: 22,
    },
  ]
}

interface Made {
  report: AttendanceReport
  /** The department whose members are counted alone, or the one of a head, or the faculty of a dean. */
  scope: string | undefined
  isNarrowed: boolean
  made_at: string
  zone: string
}

export function attendanceDocument(
  language: Language,
  { report, scope, isNarrowed, made_at, zone }: Made,
  letterhead: Letterhead,
): Document {
  const say = sayIn(language)
  const isOpen = report.term.status === 'open'
  return {
    ...{ language, letterhead, madeAt: made_at, title: words.title, heading: words.title },
    foot: {
      lines: [{ text: scope ?? words.title }, { text: messages.results.madeOn({ moment: formatMomentIn(say, zone, made_at) }) }],
      number: messages.results.page({ page: 0, pages: 0 }),
    },
    blocks: [
      { at: 124, paragraph: words.title, size: 17, weight: 600 },
      ...(scope ? [{ paragraph: scope, size: 11, weight: 600 } as const] : []),
      { paragraph: localized(language, report.term, 'name'), size: 11 },
      ...(isNarrowed ? [{ paragraph: words.onlyDepartment, size: smallest, colour: quiet } as const] : []),
      { paragraph: words.meaning, size: smallest, colour: quiet, below: isOpen ? 8 : 22 },
      ...(isOpen ? [{ notice: messages.results.preliminary, below: 30 }] : []),
      ...groupsOf(language, report).flatMap((group) => tableBlocks(language, group)),
      {
        signatures: [messages.results.prepared, messages.results.approved],
        hint: messages.results.nameAndDate,
        stamp: messages.papers.stamp,
      },
    ],
  }
}
