import { activityTypes, scoreOfType, titleName, typeName } from '../../contract/codes.ts'
import { noGrade } from '../../contract/grading.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints, isSet } from '../../contract/points.ts'
import { questionLine } from '../../contract/question-line.ts'
import {
  type GivenPoints,
  type IssuedStatement,
  readableCode,
  type Statement,
  type StatementLine,
} from '../../contract/statements.ts'
import { sayIn } from '../http/language.ts'
import type { PdfBranding } from './pdf-branding.ts'
import {
  bad,
  brass,
  createDocument,
  drawHead,
  end,
  ink,
  leading,
  line,
  type PdfPage,
  quiet,
  smallest,
  start,
  sunk,
} from './pdf-page.ts'
import { formatUtcDay, formatUtcMoment } from './statement-dates.ts'

const tableTop = 296
const tableBottom = 718

function drawMember({ language, say, write, fitInto }: PdfPage, { member, term, rules }: Statement) {
  const half = (end - start) / 2
  const most = half + 60
  // A name is printed in full, however long: on several lines, and then in a smaller font.
  const { size, lines } = fitInto(member.name, 600, 20, most, 40)
  const isOneLine = lines.length === 1
  const foot = isOneLine ? 123 : 139
  for (const [index, text] of lines.entries())
    write(text, start, foot - (lines.length - 1 - index) * size * leading, { size, weight: 600 })
  const department = localized(language, member, 'department_name') ?? messages.departments.unknown
  const place = messages.statements.place({ title: titleName(member.title), department })
  write(place, start, isOneLine ? 146 : 157, { size: 10, colour: quiet, most, least: 6 })
  write(term.name, end, 123, { size: 13, weight: 600, align: 'end', most: half - 72, least: 7 })
  const period = { from: formatUtcDay(say, term.start_date), to: formatUtcDay(say, term.end_date) }
  write(messages.statements.period(period), end, 144, { colour: quiet, align: 'end' })
  const version = { number: rules.number, day: formatUtcDay(say, rules.published_at) }
  write(messages.rules.named(version), end, 168, { size: 7.5, colour: quiet, align: 'end', most: half - 12, least: smallest })
  write(statusOf(say, term), end, 157, { colour: quiet, align: 'end', most: half - 12, least: 6 })
}

/** Whether it can still change. */
export function statusOf(say: Say, { closing }: Pick<Statement['term'], 'closing'>): Message {
  if (!closing) return messages.statements.open
  const facts = { day: formatUtcDay(say, closing.closed_at), by: closing.closed_by }
  if (closing.number === 1) return messages.statements.frozen(facts)
  return messages.statements.frozenAgain({ ...facts, number: closing.number })
}

/** The five parts and their sum; below, the two grades. */
function drawSum({ pdf, say, write, leftOf }: PdfPage, { sums, tp, fb, with_feedback, without_feedback }: Statement) {
  const parts = [
    ...activityTypes.map((type) => ({ label: typeName(type), value: formatPoints(sums[scoreOfType[type]]) })),
    { label: messages.statements.teacherPoints, value: givenPoints(tp) },
    { label: messages.statements.feedback, value: givenPoints(fb) },
    { label: messages.statements.total, value: formatPoints(sums.total_score) },
  ]
  const wide = (end - start) / parts.length
  pdf.roundedRect(start, 172, end - start, 44, 5).fill(sunk)
  for (const [index, { label, value }] of parts.entries()) {
    const x = start + index * wide + 14
    write(label, x, 188, { size: 8, colour: quiet, most: wide - 16 })
    write(value, x, 207, { size: 15, weight: 600, most: wide - 16 })
    if (index > 0) write(index === parts.length - 1 ? '=' : '+', x - 15, 206, { size: 11, colour: quiet })
  }

  const half = (end - start - 12) / 2
  const grades = [
    { title: messages.grading.current, where: messages.statements.currentWhere.others, ...without_feedback },
    { title: messages.grading.withFeedback, where: messages.statements.withFeedbackWhere, ...with_feedback },
  ]
  for (const [index, { title, where, points: value, grade }] of grades.entries()) {
    const x = start + index * (half + 12)
    pdf.roundedRect(leftOf(x, half), 226, half, 46, 5).lineWidth(0.75).strokeColor(line).stroke()
    write(grade, x + 12, 255, { size: 20, weight: 600, ...(grade === noGrade ? { colour: quiet } : {}) })
    write(messages.general.labelled({ label: title, value: formatPoints(value) }), x + 46, 242, {
      size: 9.5,
      weight: 600,
      most: half - 54,
      least: 7,
    })
    // One line for each of its two sentences.
    const [first = '', ...others] = say(where).split(/(?<=\.) /)
    write(first, x + 46, 254, { size: 7.5, colour: quiet, most: half - 54, least: smallest })
    write(others.join(' '), x + 46, 264, { size: 7.5, colour: quiet, most: half - 54, least: smallest })
  }
  const why = with_feedback.grade === noGrade ? messages.statements.noGrade : messages.grading.whyTwo
  write(why, start, 282, { size: 7, colour: quiet, least: smallest })
}

interface Group {
  label: Message
  note?: Message
  /** The text at the end of its first line. */
  sum: string | Message
  lines: readonly StatementLine[]
  isNotCounting?: boolean
}

function givenPoints(given: GivenPoints): string {
  return isSet(given) ? formatPoints(given.points) : '–'
}

function givenNote(say: Say, { set_by, set_at }: GivenPoints): Message {
  if (!set_at) return messages.statements.notSet
  const day = formatUtcDay(say, set_at)
  return set_by ? messages.statements.setBy({ who: set_by, day }) : messages.statements.setOn({ day })
}

function groupsOf(
  say: Say,
  { lines, over_limit, returned, would_add, tp, fb, sums }: Statement,
): { counting: Group[]; notCounting: Group[] } {
  return {
    counting: [
      ...activityTypes.map((type) => ({
        label: typeName(type),
        sum: formatPoints(sums[scoreOfType[type]]),
        lines: lines.filter((other) => other.type === type),
      })),
      { label: messages.statements.teacherPoints, note: givenNote(say, tp), sum: givenPoints(tp), lines: [] },
      { label: messages.statements.feedback, note: givenNote(say, fb), sum: givenPoints(fb), lines: [] },
    ],
    notCounting: [
      {
        label: messages.rules.overLimitTitle,
        sum: messages.rules.counts({ points: formatPoints(0) }),
        lines: over_limit,
        isNotCounting: true,
      },
      {
        label: messages.statements.returnedTitle,
        sum: messages.statements.wouldAdd({ points: formatPoints(would_add) }),
        lines: returned,
        isNotCounting: true,
      },
    ].filter((group) => group.lines.length > 0),
  }
}

/** How many rows of each group are listed, so that all groups fit on the page: the longest are shortened first. */
function shownOf(groups: readonly Group[], room: number): number[] {
  const shown = groups.map(({ lines }) => lines.length)
  const used = () => shown.reduce((sum, count, index) => sum + count + (count < (groups[index]?.lines.length ?? 0) ? 1 : 0), 0)
  while (used() > room && shown.some((count) => count > 0)) {
    const longest = shown.indexOf(Math.max(...shown))
    shown[longest] = (shown[longest] ?? 0) - 1
  }
  return shown
}

const sumOf = (lines: readonly StatementLine[]) =>
  lines.reduce((sum, { points: value }) => sum + Math.round(value * 100), 0) / 100

const tightestRow = 11
const airiestRow = 16

function drawLines({ pdf, language, say, write, rule }: PdfPage, statement: Statement) {
  const { counting, notCounting } = groupsOf(say, statement)
  const groups = [...counting, ...notCounting]
  // The table header, one row for each group, the total, and space before the activities that do not count.
  const fixed = groups.length + 2 + notCounting.length
  const wanted = groups.reduce((sum, { lines }) => sum + lines.length, fixed)
  const bottom = questionsTop(statement)
  const row = Math.min(airiestRow, Math.max(tightestRow, (bottom - tableTop) / wanted))
  const size = row < 13 ? 7.5 : 8.5
  const shown = shownOf(groups, Math.floor((bottom - tableTop) / row) - fixed)
  const [dateAt, nameAt, stateAt] = [start + 8, start + 76, end - 112]
  let y = tableTop

  write(messages.statements.date, dateAt, y, { size: 7.5, colour: quiet })
  write(messages.statements.activity, nameAt, y, { size: 7.5, colour: quiet })
  write(messages.statements.state, stateAt, y, { size: 7.5, colour: quiet })
  write(messages.statements.points, end - 8, y, { size: 7.5, colour: quiet, align: 'end' })
  rule(y + 4)

  for (const [index, { label, note, sum, lines, isNotCounting }] of groups.entries()) {
    y += row
    if (isNotCounting) {
      if (index === counting.length) {
        drawTotal()
        y += row
      }
      y += row
    }
    const colour = isNotCounting ? bad : ink
    if (!isNotCounting) pdf.rect(start, y - row * 0.72, end - start, row).fill(sunk)
    const ends = write(label, dateAt, y, { size: size + 0.5, weight: 600, colour })
    const noteAt = Math.max(ends + 8, nameAt)
    if (note) write(note, noteAt, y, { size, colour: quiet, most: end - 50 - noteAt, least: smallest })
    write(sum, end - 8, y, { size: size + 0.5, weight: 600, align: 'end', colour })
    const listed = shown[index] ?? 0
    for (const posted of lines.slice(0, listed)) {
      const { starting_date, state, points: value } = posted
      y += row
      // The months of some languages are longer than the column.
      write(formatUtcDay(say, starting_date), dateAt, y, { size, colour: quiet, most: nameAt - dateAt - 6, least: smallest })
      write(localized(language, posted, 'activity_name'), nameAt, y, { size, most: stateAt - nameAt - 10 })
      write(messages.statements.states[state], stateAt, y, { size, colour: quiet })
      write(formatPoints(value), end - 8, y, { size, align: 'end', ...(isNotCounting ? { colour: quiet } : {}) })
    }
    const rest = lines.slice(listed)
    if (rest.length > 0) {
      y += row
      write(messages.statements.moreLines({ count: rest.length, points: formatPoints(sumOf(rest)) }), nameAt, y, {
        size,
        colour: quiet,
      })
    }
  }
  if (notCounting.length === 0) {
    y += row
    drawTotal()
  }

  function drawTotal() {
    rule(y - row * 0.72, ink, 1)
    write(messages.statements.total, dateAt, y + 1, { size: size + 1.5, weight: 600 })
    write(formatPoints(statement.sums.total_score), end - 8, y + 1, { size: size + 1.5, weight: 600, align: 'end' })
  }
  return groups.reduce((left, { lines }, index) => left + lines.length - (shown[index] ?? 0), 0)
}

const mostQuestions = 4

/** Where the questions begin: they stand above the foot, and the lines before them have the rest of the page. */
function questionsTop({ questions }: Statement): number {
  if (questions.length === 0) return tableBottom
  const rows = Math.min(questions.length, mostQuestions) * 2 + (questions.length > mostQuestions ? 1 : 0)
  return tableBottom - (rows + 2) * tightestRow
}

/** Two rows each: the line with the decision; the question with its answer. */
function drawQuestions({ language, say, write, rule }: PdfPage, statement: Statement) {
  const { questions } = statement
  if (questions.length === 0) return
  const [dateAt, nameAt, stateAt, size] = [start + 8, start + 76, end - 160, 7.5]
  let y = questionsTop(statement) + tightestRow * 1.5
  write(messages.questions.statementTitle, dateAt, y, { size: 9, weight: 600 })
  rule(y + 4)
  for (const question of questions.slice(0, mostQuestions)) {
    const { asked_at, answered_at, state, text, answer } = question
    y += tightestRow + 1
    write(formatUtcDay(say, asked_at), dateAt, y, { size, colour: quiet, most: nameAt - dateAt - 6, least: smallest })
    write(questionLine(language, question), nameAt, y, { size, weight: 600, most: stateAt - nameAt - 10 })
    const decision = messages.questions.states[state]
    const decided = answered_at
      ? messages.questions.statementDecided({ state: decision, day: formatUtcDay(say, answered_at) })
      : decision
    write(decided, end - 8, y, { size, colour: quiet, align: 'end' })
    y += tightestRow - 1
    const half = (end - nameAt - 8) / 2
    // A paragraph on one line.
    const asked = text.replace(/\s+/gu, ' ')
    write(asked, nameAt, y, { size, most: answer ? half - 8 : half * 2, least: 6 })
    if (answer) write(answer.replace(/\s+/gu, ' '), nameAt + half, y, { size, colour: quiet, most: half, least: 6 })
  }
  const rest = questions.length - mostQuestions
  if (rest > 0) write(messages.questions.statementMore({ count: rest }), nameAt, y + tightestRow, { size, colour: quiet })
}

function drawFoot(
  { say, write, rule }: PdfPage,
  { code, issued_at, checksum }: IssuedStatement,
  address: string | undefined,
  leftOut: number,
) {
  if (leftOut > 0) write(messages.statements.linesLeftOut({ count: leftOut }), start, 738, { size: 7.5, colour: quiet })
  rule(748, brass, 1)
  write(readableCode(code), start, 770, { size: 14, weight: 600 })
  write(messages.statements.issuedOn({ moment: formatUtcMoment(say, issued_at) }), end, 770, { align: 'end' })
  write(
    address
      ? messages.statements.checkAt({ address: `${address}/check/${readableCode(code)}` })
      : messages.statements.checkInPortal,
    start,
    786,
    { size: 8.5 },
  )
  write(`SHA-256 ${checksum}`, start, 800, { size: 7, colour: quiet })
}

/** A statement with its code, on a page of its own. */
export interface StatementPage {
  statement: Statement
  issued: IssuedStatement
  /** The URL of the portal, if PUBLIC_URL is set. */
  address: string | undefined
}

export function drawStatement(page: PdfPage, branding: PdfBranding, { statement, issued, address }: StatementPage) {
  drawHead(page, branding, messages.statements.title)
  drawMember(page, statement)
  drawSum(page, statement)
  const leftOut = drawLines(page, statement)
  drawQuestions(page, statement)
  drawFoot(page, issued, address, leftOut)
}

/** One page. The same statement in the same language gives the same bytes. */
export function statementPdf(language: Language, content: StatementPage, branding: PdfBranding) {
  const { member, term } = content.statement
  const page = createDocument(language, {
    Title: sayIn(language)(messages.statements.documentTitle({ name: member.name, term: term.name })),
    Author: branding.universityName,
    Creator: branding.portalTitle,
    CreationDate: new Date(content.issued.issued_at),
  })
  drawStatement(page, branding, content)
  page.pdf.end()
  return page.pdf
}
