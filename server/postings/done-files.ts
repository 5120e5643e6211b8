import { titleName, typeName } from '../../contract/codes.ts'
import type { Value } from '../../contract/csv.ts'
import { formatMomentIn } from '../../contract/dates.ts'
import type { Count, DoneReport } from '../../contract/done-report.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import type { Block, Column, Document, Letterhead, Row, Text } from '../documents/blocks.ts'
import { quiet, smallest } from '../documents/look.ts'
import { sayIn } from '../http/language.ts'
import type { Chosen } from './done.ts'

const words = messages.postingList.done

interface Named {
  name: Text
  counts: readonly Count[]
  sum: Count
}
interface Group {
  title: Message
  header: Message
  rows: readonly Named[]
}

/** The groups in the order of the panel, with the names that a reader of the language sees. */
function groupsOf(language: Language, { activities, types, departments, titles }: DoneReport): Group[] {
  const { by } = words
  return [
    { title: by.type, header: messages.fields.type, rows: types.map((row) => ({ ...row, name: typeName(row.type) })) },
    {
      title: by.department,
      header: messages.fields.department,
      rows: departments.map((row) => ({
        ...row,
        name: localized(language, row, 'department_name') ?? messages.departments.unknown,
      })),
    },
    { title: by.title, header: messages.fields.title, rows: titles.map((row) => ({ ...row, name: titleName(row.title) })) },
    {
      title: by.activity,
      header: messages.fields.activity,
      rows: activities.map((row) => ({ ...row, name: localized(language, row, 'name') })),
    },
  ]
}

/** What a filter narrows the report to, by the names that a reader of the language sees. */
function namesOf(language: Language, values: Chosen['values']): string {
  const say = sayIn(language)
  const names = values.map((value) => ('id' in value ? localized(language, value, 'name') : say(value)))
  return withoutDirectionMarks(names.join(say(messages.general.factSeparator)))
}

/** The report as one sheet: each row with its group, and for each term the postings and the points. */
export function doneRows(language: Language, report: DoneReport, chosen: readonly Chosen[]): Value[][] {
  const say = (text: Text) => withoutDirectionMarks(typeof text === 'string' ? text : sayIn(language)(text))
  const numbers = ({ counts, sum }: Omit<Named, 'name'>) => [...counts, sum].flatMap(({ postings, points }) => [postings, points])
  const terms = [...report.terms.map((term) => localized(language, term, 'name')), words.sum]
  const measures = [words.postings, words.points]
  return [
    [
      say(words.group),
      say(messages.fields.name),
      ...terms.flatMap((term) =>
        measures.map((value) => say(messages.general.labelled({ label: typeof term === 'string' ? term : say(term), value }))),
      ),
    ],
    ...groupsOf(language, report).flatMap(({ title, rows }) => rows.map((row) => [say(title), say(row.name), ...numbers(row)])),
    [say(words.sum), '', ...numbers(report.all)],
    ...chosen.map(({ label, values }) => [say(label), namesOf(language, values)]),
  ]
}

/** Of more terms, each row has its sum alone. */
const termsSideBySide = 6
const rowHeight = 15

const number = (label: Text, wide: number): Column => ({ label, wide, align: 'end' })

function rowOf({ name, counts, sum }: Named, hasTerms: boolean): Row {
  const shown = (value: number) => (value === 0 ? { text: '0', colour: quiet } : String(value))
  return {
    cells: [
      name,
      ...(hasTerms ? counts.map(({ postings }) => shown(postings)) : []),
      { text: String(sum.postings), weight: 600 },
      formatPoints(sum.points),
    ],
  }
}

function tableBlocks(
  language: Language,
  { title, header, rows }: Group,
  { terms, all }: Pick<DoneReport, 'terms' | 'all'>,
): Block[] {
  const hasTerms = terms.length > 1 && terms.length <= termsSideBySide
  const columns: Column[] = [
    { label: header },
    ...(hasTerms ? terms.map((term) => number(localized(language, term, 'name'), 46)) : []),
    number(words.postings, 62),
    number(words.points, 58),
  ]
  const table = rows.map((row) => rowOf(row, hasTerms))
  return [
    { line: [{ text: title, size: 12, weight: 600 }], room: 26 + rowHeight * 4, below: 18 },
    {
      table: {
        columns,
        rows: [...table, { ...rowOf({ name: words.sum, ...all }, hasTerms), isSum: true }],
        ...{ size: 8.5, step: rowHeight, isStriped: true },
      },
      below: 22,
    },
  ]
}

/** The postings and points of each term. */
function termBlocks(language: Language, { terms, all }: DoneReport): Block[] {
  if (terms.length < 2) return []
  const none = { postings: 0, points: 0 }
  const rows = terms.map((term, index) => ({
    name: localized(language, term, 'name'),
    counts: [],
    sum: all.counts[index] ?? none,
  }))
  const group = { title: words.by.term, header: messages.fields.term, rows }
  return tableBlocks(language, group, { terms: [], all: { counts: [], sum: all.sum } })
}

interface Made {
  report: DoneReport
  /** What the report is narrowed to. */
  chosen: readonly Chosen[]
  onlyVerified: boolean
  /** The department of a head, or the faculty of a dean. */
  department: string | undefined
  made_at: string
  zone: string
}

export function doneDocument(
  language: Language,
  { report, chosen, onlyVerified, department, made_at, zone }: Made,
  letterhead: Letterhead,
): Document {
  const say = sayIn(language)
  const names = report.terms.map((term) => localized(language, term, 'name')).join(say(messages.general.factSeparator))
  const isOpen = report.terms.some(({ status }) => status === 'open')
  return {
    ...{ language, letterhead, madeAt: made_at, title: words.title, heading: words.title },
    foot: {
      lines: [
        { text: department ?? words.title },
        { text: messages.results.madeOn({ moment: formatMomentIn(say, zone, made_at) }) },
      ],
      number: messages.results.page({ page: 0, pages: 0 }),
    },
    blocks: [
      { at: 124, paragraph: words.title, size: 17, weight: 600 },
      ...(department ? [{ paragraph: department, size: 11, weight: 600 } as const] : []),
      { paragraph: names, size: 11 },
      ...chosen.map(
        ({ label, values }) =>
          ({ paragraph: messages.general.labelled({ label: say(label), value: namesOf(language, values) }), size: 11 }) as const,
      ),
      { paragraph: onlyVerified ? words.meaningVerified : words.meaning, size: smallest, colour: quiet, below: isOpen ? 8 : 22 },
      ...(isOpen ? [{ notice: messages.results.preliminary, below: 30 }] : []),
      ...(report.all.sum.postings === 0
        ? [{ paragraph: words.nothing, below: 20 }]
        : [
            ...termBlocks(language, report),
            ...groupsOf(language, report).flatMap((group) => tableBlocks(language, group, report)),
          ]),
      {
        signatures: [messages.results.prepared, messages.results.approved],
        hint: messages.results.nameAndDate,
        stamp: messages.papers.stamp,
      },
    ],
  }
}
