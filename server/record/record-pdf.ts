import { activityTypes, scoreOfType, titleName, typeName } from '../../contract/codes.ts'
import { formatDay, formatMomentIn } from '../../contract/dates.ts'
import { noGrade } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { overLimitSentence } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { bothNames } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import type { Block, Column, Document, Fact, Letterhead, Row } from '../documents/blocks.ts'
import { bad, end, quiet, start } from '../documents/look.ts'
import { sayIn } from '../http/language.ts'
import { dateWide, statusOf } from '../statements/statement-pdf.ts'
import type { RecordLine } from './record.queries.ts'
import { addPoints, type MemberRecord, type TermOfRecord } from './record.ts'

const { statements, record: words, fields } = messages

/** The portal's URL, if PUBLIC_URL is set, and its time zone. */
type Place = { address: string | undefined; zone: string }

function memberBlocks(language: Language, { member, is_partial }: MemberRecord): Block[] {
  const degree = localized(language, member, 'degree')
  const title = titleName(member.title)
  const department = localized(language, member, 'department_name') ?? messages.departments.unknown
  const place = degree ? words.place({ degree, title, department }) : statements.place({ title, department })
  const small = { size: 8, colour: quiet }
  return [
    { at: 124, paragraph: bothNames(language, member), size: 20, weight: 600, below: 1 },
    { paragraph: messages.papers.account({ place, username: member.username }), size: 10, colour: quiet, below: 5 },
    { paragraph: words.notSigned, ...small, below: is_partial ? 0 : 18 },
    ...(is_partial ? [{ paragraph: words.onlyVisible, ...small, below: 18 }] : []),
  ]
}

/** The five parts, their sum, and the grades with and without feedback. */
function factsOf({ sums, tp_set, fb_set, grade, own_grade }: TermOfRecord): Fact[] {
  const given = (points: number, isSet: boolean) => (isSet || points !== 0 ? formatPoints(points) : '–')
  const gradeFact = (label: Message, value: string, wide: number) => ({
    ...{ label, value, wide },
    ...(value === noGrade ? { colour: quiet } : {}),
  })
  return [
    ...activityTypes.map((type) => ({ label: typeName(type), value: formatPoints(sums[scoreOfType[type]]), wide: 56 })),
    { label: statements.teacherPoints, value: given(sums.tp, tp_set), wide: 50 },
    { label: statements.feedback, value: given(sums.fb, fb_set), wide: 54 },
    { label: statements.total, value: formatPoints(sums.total_score), wide: 44 },
    gradeFact(messages.grading.withFeedback, grade, 74),
    gradeFact(messages.grading.current, own_grade, 90),
  ]
}

const columnsIn = (language: Language): readonly Column[] => [
  { label: statements.date, wide: dateWide(language) },
  { label: statements.activity },
  { label: fields.type, wide: 60 },
  { label: statements.state, wide: 56 },
  { label: messages.review.evidence, wide: 50 },
  { label: statements.points, wide: 34, align: 'end' },
  { label: words.counted, wide: 48, align: 'end' },
]

/** The reason why the activity does not count, below its name. */
function noteOf(language: Language, line: RecordLine): Message | undefined {
  const { state, over_limit, type } = line
  if (state === 'returned') return words.returned({ reason: localized(language, line, 'returned_reason') ?? '' })
  return over_limit ? overLimitSentence(over_limit, type) : undefined
}

function rowOf(language: Language, line: RecordLine): Row {
  const note = noteOf(language, line)
  return {
    cells: [
      { text: formatDay(sayIn(language), line.starting_date), colour: quiet },
      localized(language, line, 'activity_name'),
      typeName(line.type),
      { text: statements.states[line.state], ...(line.state === 'returned' ? { colour: bad } : {}) },
      { text: line.has_evidence ? messages.general.yes : messages.general.no, colour: quiet },
      { text: formatPoints(line.score), ...(note ? { colour: quiet } : {}) },
      { text: formatPoints(line.counted_points), weight: 600, ...(note ? { colour: bad } : {}) },
    ],
    ...(note ? { notes: [{ text: note, colour: bad }] } : {}),
    link: line.link ?? undefined,
  }
}

function termBlocks(language: Language, term: TermOfRecord, { member }: MemberRecord, { address, zone }: Place): Block[] {
  const say = sayIn(language)
  const period = { from: formatDay(say, term.start_date), to: formatDay(say, term.end_date) }
  const statement =
    term.closing && term.is_member && address
      ? `${address}${pages.statement}?user_id=${member.id}&term=${term.term_id}`
      : undefined
  return [
    {
      line: [
        { text: localized(language, term, 'name'), size: 14, weight: 600, most: end - start - 200 },
        { text: statements.period(period), colour: quiet, align: 'end', most: 190 },
      ],
      room: 150,
      below: 14,
    },
    { line: [{ text: statusOf(say, zone, term), size: 8, colour: quiet }], below: statement ? 11 : 8 },
    ...(statement ? [{ line: [{ text: words.statement({ address: statement }), link: statement, size: 8 }], below: 8 }] : []),
    { facts: factsOf(term), isSmall: true, below: 18 },
    term.lines.length === 0
      ? { line: [{ text: words.noActivities, size: 8, colour: quiet }], below: 34 }
      : {
          table: { columns: columnsIn(language), rows: term.lines.map((line) => rowOf(language, line)), size: 8, step: 15.6 },
          below: 22,
        },
  ]
}

/** The total of all terms. */
function totalBlocks({ terms }: MemberRecord): Block[] {
  const lines = terms.flatMap((term) => term.lines)
  const sumOf = (name: keyof TermOfRecord['sums']) => formatPoints(addPoints(terms.map(({ sums }) => sums[name])))
  const rows: Row[] = [
    ...activityTypes.map((type) => ({
      cells: [typeName(type), String(lines.filter((line) => line.type === type).length), sumOf(scoreOfType[type])],
    })),
    { cells: [statements.teacherPoints, '', sumOf('tp')] },
    { cells: [statements.feedback, '', sumOf('fb')] },
    { cells: [statements.total, String(lines.length), sumOf('total_score')], isSum: true },
  ]
  const totalColumns: Column[] = [
    { label: fields.type },
    { label: fields.activities, wide: 96, align: 'end' },
    { label: messages.rules.countedPoints, wide: 104, align: 'end' },
  ]
  return [
    { line: [{ text: words.inAllTerms, size: 12, weight: 600 }], room: 60 + rows.length * 16, below: 18 },
    { table: { columns: totalColumns, rows, size: 9, step: 16 } },
  ]
}

/** Every activity of a member, term by term, on as many pages as it needs. */
export function recordDocument(language: Language, record: MemberRecord, letterhead: Letterhead, place: Place): Document {
  const { member, terms, made_at } = record
  const moment = formatMomentIn(sayIn(language), place.zone, made_at)
  return {
    ...{ language, letterhead, madeAt: made_at },
    title: words.documentTitle({ name: member.name }),
    heading: words.title,
    foot: {
      lines: [{ text: member.name }, { text: messages.results.madeOn({ moment }) }],
      number: messages.results.page({ page: 0, pages: 0 }),
    },
    blocks: [
      ...memberBlocks(language, record),
      ...terms.flatMap((term) => termBlocks(language, term, record, place)),
      ...(terms.length > 0 ? totalBlocks(record) : [{ line: [{ text: words.empty, colour: quiet }] }]),
    ],
  }
}
