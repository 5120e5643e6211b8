import { accountName } from '../../contract/account-names.ts'
import { activityTypes, scoreOfType, titleName, typeName } from '../../contract/codes.ts'
import { formatDay, formatDayIn, formatMomentIn } from '../../contract/dates.ts'
import { noGrade } from '../../contract/grading.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { bothNames } from '../../contract/person-names.ts'
import { formatPoints, isSet } from '../../contract/points.ts'
import { questionLine } from '../../contract/question-line.ts'
import {
  type GivenPoints,
  type IssuedStatement,
  readableCode,
  type Statement,
  type StatementLine,
} from '../../contract/statements.ts'
import type { Block, Document, Foot, Letterhead, Part, Row } from '../documents/blocks.ts'
import { bad, ink, quiet, smallest } from '../documents/look.ts'
import { qrCodeOf } from '../documents/qr-code.ts'
import { sayIn } from '../http/language.ts'

const { statements: words, statementCheck: check, papers } = messages

function memberBlocks(language: Language, zone: string, { member, term, rules }: Statement): Block[] {
  const say = sayIn(language)
  const department = localized(language, member, 'department_name') ?? messages.departments.unknown
  const period = { from: formatDay(say, term.start_date), to: formatDay(say, term.end_date) }
  const version = { number: rules.number, day: formatDayIn(say, zone, rules.published_at) }
  const place = words.place({ title: titleName(member.title), department })
  return [
    { at: 122, paragraph: bothNames(language, member), size: 17, weight: 600 },
    { paragraph: member.username ? papers.account({ place, username: member.username }) : place, colour: quiet, below: 4 },
    { paragraph: papers.both({ first: localized(language, term, 'name'), second: words.period(period) }), size: 11, weight: 600 },
    {
      paragraph: papers.both({ first: statusOf(say, zone, term), second: messages.rules.named(version) }),
      size: smallest,
      colour: quiet,
    },
  ]
}

/** The status of the term, which says whether the statement can still change. */
export function statusOf(say: Say, zone: string, { closing }: Pick<Statement['term'], 'closing'>): Message {
  if (!closing) return words.open
  const facts = { day: formatDayIn(say, zone, closing.closed_at), by: accountName(say, closing.closed_by) }
  if (closing.number === 1) return words.frozen(facts)
  return words.frozenAgain({ ...facts, number: closing.number })
}

/** The five parts and their sum; below, the two grades. */
function sumBlocks(language: Language, { sums, tp, fb, with_feedback, without_feedback }: Statement): Block[] {
  const parts = [
    ...activityTypes.map((type) => ({ label: typeName(type), value: formatPoints(sums[scoreOfType[type]]) })),
    { label: words.teacherPoints, value: givenPoints(tp) },
    { label: words.feedback, value: givenPoints(fb) },
  ].map((part, index) => (index === 0 ? part : { ...part, sign: '+' }))
  const card = (title: Message, where: Message, { points, grade }: Statement['with_feedback']) => ({
    mark: grade,
    ...(grade === noGrade ? { colour: quiet } : {}),
    title: messages.general.labelled({ label: title, value: formatPoints(points) }),
    // Each of its two sentences has a line.
    lines: sayIn(language)(where).split(/(?<=\.) /),
  })
  const why = with_feedback.grade === noGrade ? words.noGrade : messages.grading.whyTwo
  return [
    { facts: [...parts, { label: words.total, value: formatPoints(sums.total_score), sign: '=' }], below: 7 },
    {
      cards: [
        card(messages.grading.current, words.currentWhere.others, without_feedback),
        card(messages.grading.withFeedback, words.withFeedbackWhere, with_feedback),
      ],
      below: 12,
    },
    { paragraph: why, size: smallest, colour: quiet, below: 8 },
  ]
}

interface Group {
  label: Message
  note?: Message
  /** The text at the end of its first line. */
  sum: string | Message
  lines: readonly StatementLine[]
  isNotCounting?: boolean
}

/** The activity, the event at which it was, and what its points were before they were counted anew. */
function nameOf(say: Say, language: Language, zone: string, line: StatementLine): string {
  const { event } = line
  const at = event ? [localized(language, event, 'name'), event.place] : []
  const name = [localized(language, line, 'activity_name'), ...at].join(' · ')
  if (!line.recounted) return name
  const { from, at: recountedAt } = line.recounted
  return `${name} · ${say(words.recounted({ day: formatDayIn(say, zone, recountedAt), from: formatPoints(from) }))}`
}

function givenPoints(given: GivenPoints): string {
  return isSet(given) ? formatPoints(given.points) : '–'
}

function givenNote(say: Say, zone: string, { set_by, set_at }: GivenPoints, isHeld: boolean): Message {
  if (!set_at) return isHeld ? messages.scoring.notReleased : words.notSet
  const day = formatDayIn(say, zone, set_at)
  return set_by ? words.setBy({ who: accountName(say, set_by), day }) : words.setOn({ day })
}

function groupsOf(
  say: Say,
  zone: string,
  { term, lines, over_limit, returned, would_add, tp, fb, sums }: Statement,
): { counting: Group[]; notCounting: Group[] } {
  const isHeld = term.holds_scores ?? false
  return {
    counting: [
      ...activityTypes.map((type) => ({
        label: typeName(type),
        sum: formatPoints(sums[scoreOfType[type]]),
        lines: lines.filter((other) => other.type === type),
      })),
      { label: words.teacherPoints, note: givenNote(say, zone, tp, isHeld), sum: givenPoints(tp), lines: [] },
      { label: words.feedback, note: givenNote(say, zone, fb, isHeld), sum: givenPoints(fb), lines: [] },
    ],
    notCounting: [
      {
        label: messages.rules.overLimitTitle,
        sum: messages.rules.counts({ points: formatPoints(0) }),
        lines: over_limit,
        isNotCounting: true,
      },
      {
        label: words.returnedTitle,
        sum: words.wouldAdd({ points: formatPoints(would_add) }),
        lines: returned,
        isNotCounting: true,
      },
    ].filter((group) => group.lines.length > 0),
  }
}

/** The number of rows from which on they stand close together, so that most statements have one page. */
const manyRows = 22

/** The width of a column of days: the months of Kurdish and Arabic are long. */
export function dateWide(language: Language): number {
  return directionOf(language) === 'rtl' ? 106 : 68
}

/** All lines, on as many pages as they need. */
function linesTable(language: Language, zone: string, statement: Statement): Block {
  const say = sayIn(language)
  const { counting, notCounting } = groupsOf(say, zone, statement)
  const count = [...counting, ...notCounting].reduce((sum, { lines }) => sum + lines.length + 1, 0)
  const [size, step] = count > manyRows ? [smallest, 11.5] : [8.5, 14]

  const rowsOf = ({ label, note, sum, lines, isNotCounting = false }: Group): Row[] => [
    {
      cells: [
        { text: label, span: 2 },
        { text: sum, span: 2 },
      ],
      ...(note ? { notes: [{ text: note }] } : {}),
      ...{ size: size + 0.5, weight: 600, colour: isNotCounting ? bad : ink, isShaded: !isNotCounting },
      above: isNotCounting ? step : 0,
    },
    ...lines.map((line) => ({
      cells: [
        { text: formatDay(say, line.starting_date), colour: quiet },
        nameOf(say, language, zone, line),
        { text: words.states[line.state], colour: quiet },
        { text: formatPoints(line.points), colour: isNotCounting ? quiet : ink },
      ],
    })),
  ]
  const total = {
    cells: [{ text: words.total, span: 2 }, '', formatPoints(statement.sums.total_score)],
    ...{ size: size + 1.5, isSum: true },
  }
  return {
    table: {
      columns: [
        { label: words.date, wide: dateWide(language) },
        { label: words.activity },
        { label: words.state, wide: 72 },
        { label: words.points, wide: 46, align: 'end' },
      ],
      rows: [...counting.flatMap(rowsOf), total, ...notCounting.flatMap(rowsOf)],
      ...{ size, step, inset: 8 },
    },
    below: 2,
  }
}

/** The height that a text of this length takes at most. */
function highOf(text: string): number {
  return Math.ceil(text.length / 70) * smallest * 1.4
}

/** The questions with their answers in full: below the signatures where they are short, else on a page of their own. */
function questionBlocks(language: Language, zone: string, { questions }: Statement): Block[] {
  if (questions.length === 0) return []
  const say = sayIn(language)
  const rows = questions.map((question): Row => {
    const state = messages.questions.states[question.state]
    const day = question.answered_at && formatDayIn(say, zone, question.answered_at)
    return {
      cells: [
        { text: formatDayIn(say, zone, question.asked_at), colour: quiet },
        { text: questionLine(language, question), weight: 600 },
        { text: day ? messages.questions.statementDecided({ state, day }) : state, colour: quiet },
      ],
      notes: [{ text: question.text, colour: ink }, ...(question.answer ? [{ text: question.answer }] : [])],
      above: 4,
    }
  })
  const high = questions.reduce((sum, { text, answer }) => sum + 20 + highOf(text) + highOf(answer ?? ''), 50)
  return [
    { line: [{ text: messages.questions.statementTitle, size: 10, weight: 600 }], room: high, below: 14 },
    {
      table: {
        columns: [
          { label: words.date, wide: dateWide(language) },
          { label: papers.question },
          { label: words.state, wide: 150, align: 'end' },
        ],
        ...{ rows, size: smallest, step: 13, inset: 8 },
      },
    },
  ]
}

/** The code, the address at which it can be checked, and the same as a QR code. */
function footOf(language: Language, { statement: { member }, issued, address, zone }: StatementPage): Foot {
  const code = readableCode(issued.code)
  const moment = formatMomentIn(sayIn(language), zone, issued.issued_at)
  const checkAddress = address && `${address}/check/${code}`
  return {
    lines: [
      { text: code, size: 13, weight: 600, colour: ink },
      { text: checkAddress ? check.checkAt({ address: checkAddress }) : check.checkInPortal, size: 9, colour: ink },
      { text: papers.both({ first: member.name, second: check.issuedOn({ moment }) }) },
      { text: `SHA-256 ${issued.checksum}` },
    ],
    qrCode: checkAddress ? qrCodeOf(checkAddress) : undefined,
    number: messages.results.page({ page: 0, pages: 0 }),
  }
}

/** A statement with its code. */
export interface StatementPage {
  statement: Statement
  issued: IssuedStatement
  /** The URL of the portal, if PUBLIC_URL is set. */
  address: string | undefined
  /** The time zone of its days and times. */
  zone: string
}

/** A statement, on one page for most members. */
export function statementPart(language: Language, page: StatementPage): Pick<Part, 'blocks' | 'foot'> {
  const { statement, zone } = page
  return {
    blocks: [
      ...memberBlocks(language, zone, statement),
      ...sumBlocks(language, statement),
      linesTable(language, zone, statement),
      { signatures: [papers.member, papers.office], hint: messages.results.nameAndDate, stamp: papers.stamp, below: 26 },
      ...questionBlocks(language, zone, statement),
    ],
    foot: footOf(language, page),
  }
}

/** The same statement in the same language gives the same bytes. */
export function statementDocument(language: Language, page: StatementPage, letterhead: Letterhead): Document {
  const { member, term } = page.statement
  return {
    ...{ language, letterhead, madeAt: page.issued.issued_at },
    title: words.documentTitle({ name: member.name, term: localized(language, term, 'name') }),
    heading: words.title,
    ...statementPart(language, page),
  }
}
