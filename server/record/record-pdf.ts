import { activityTypes, degreeName, scoreOfType, titleName, typeName } from '../../contract/codes.ts'
import { noGrade } from '../../contract/grading.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { overLimitSentence } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import { pages } from '../../contract/pages.ts'
import { formatPoints } from '../../contract/points.ts'
import { sayIn } from '../http/language.ts'
import type { PdfBranding } from '../statements/pdf-branding.ts'
import { drawFeet, type Flow, openFlow } from '../statements/pdf-flow.ts'
import { bad, end, ink, leading, quiet, smallest, start, sunk } from '../statements/pdf-page.ts'
import type { Weight } from '../statements/pdf-text.ts'
import { formatUtcDay } from '../statements/statement-dates.ts'
import { statusOf } from '../statements/statement-pdf.ts'
import type { RecordLine } from './record.queries.ts'
import { addPoints, type MemberRecord, type TermOfRecord } from './record.ts'

const linkColour = '#1d3557'

interface TextStyle {
  size: number
  weight?: Weight
  colour?: string
}

/** All lines of a text that is wrapped, from `flow.y` on, which then is below it. */
function drawParagraph(
  flow: Flow,
  text: string | Message,
  x: number,
  most: number,
  { size, weight = 400, colour = ink }: TextStyle,
) {
  for (const words of flow.wrap(typeof text === 'string' ? text : flow.say(text), weight, size, most)) {
    flow.need(size * leading)
    flow.write(words, x, flow.y, { size, weight, colour, most: most + 1 })
    flow.y += size * leading
  }
}

/** One line that opens an address. Where it is too long, its end is cut off and the link is still whole. */
function drawLink(
  { pdf, write, leftOf }: Flow,
  words: string | Message,
  address: string,
  x: number,
  y: number,
  most: number,
  size: number,
) {
  const wide = write(words, x, y, { size, colour: linkColour, most }) - x
  pdf.link(leftOf(x, wide), y - size, wide, size * 1.3, address)
}

function drawMember(flow: Flow, { member, is_partial }: MemberRecord) {
  const { language } = flow
  flow.y += 2
  drawParagraph(flow, member.name, start, end - start, { size: 20, weight: 600 })
  flow.y += 1
  const degree = degreeName(member.degree)
  const title = titleName(member.title)
  const department = localized(language, member, 'department_name') ?? messages.departments.unknown
  const place = degree ? messages.record.place({ degree, title, department }) : messages.statements.place({ title, department })
  drawParagraph(flow, place, start, end - start, { size: 10, colour: quiet })
  flow.y += 5
  drawParagraph(flow, messages.record.notSigned, start, end - start, { size: 8, colour: quiet })
  if (is_partial) drawParagraph(flow, messages.record.onlyVisible, start, end - start, { size: 8, colour: quiet })
  flow.y += 18
}

/** The five parts, their sum, and the grades with and without feedback. */
function drawSums({ pdf, write, y }: Flow, { sums, tp_set, fb_set, grade, own_grade }: TermOfRecord) {
  const given = (points: number, isSet: boolean) => (isSet || points !== 0 ? formatPoints(points) : '–')
  const part = (label: Message, value: string, wide = 48) => ({ label, value, wide })
  const parts = [
    ...activityTypes.map((type) => part(typeName(type), formatPoints(sums[scoreOfType[type]]))),
    part(messages.statements.teacherPoints, given(sums.tp, tp_set), 58),
    part(messages.statements.feedback, given(sums.fb, fb_set), 52),
    part(messages.statements.total, formatPoints(sums.total_score), 44),
    part(messages.grading.withFeedback, grade, 78),
    part(messages.grading.current, own_grade, 116),
  ]
  pdf.roundedRect(start, y, end - start, 38, 5).fill(sunk)
  let x = start + 8
  for (const { label, value, wide } of parts) {
    write(label, x, y + 14, { size: 7.5, colour: quiet, most: wide - 6, least: smallest })
    write(value, x, y + 30, { size: 12, weight: 600, most: wide - 6, least: 7, ...(value === noGrade ? { colour: quiet } : {}) })
    x += wide
  }
}

const rowSize = 8
const noteSize = 7.5
/** Where the columns begin; points are aligned at their end. */
const columns = {
  date: start + 6,
  activity: start + 76,
  type: end - 240,
  state: end - 180,
  evidence: end - 124,
  points: end - 50,
  counted: end - 6,
} as const
const evidenceWide = 38
const pointsWide = 34
const activityWide = columns.type - columns.activity - 10

function drawColumns(flow: Flow) {
  const { write, rule, y } = flow
  const style = { size: 7.5, colour: quiet, least: smallest }
  write(messages.statements.date, columns.date, y, style)
  write(messages.statements.activity, columns.activity, y, style)
  write(messages.fields.type, columns.type, y, { ...style, most: columns.state - columns.type - 6 })
  write(messages.statements.state, columns.state, y, { ...style, most: columns.evidence - columns.state - 6 })
  write(messages.review.evidence, columns.evidence, y, { ...style, most: evidenceWide })
  write(messages.statements.points, columns.points, y, { ...style, align: 'end', most: pointsWide })
  write(messages.record.counted, columns.counted, y, { ...style, align: 'end', most: pointsWide })
  rule(y + 5)
  flow.y += 17
}

/** Why it does not count, below the name. */
function noteOf({ state, returned_reason, over_limit, type }: RecordLine): Message | undefined {
  if (state === 'returned') return messages.record.returned({ reason: returned_reason ?? '' })
  return over_limit ? overLimitSentence(over_limit, type) : undefined
}

function drawLine(flow: Flow, line: RecordLine) {
  const { language, say, write, wrap } = flow
  const names = wrap(localized(language, line, 'activity_name'), 400, rowSize, activityWide)
  const note = noteOf(line)
  const noteWide = end - 6 - columns.activity
  const notes = note ? wrap(say(note), 400, noteSize, noteWide) : []
  const nameStep = rowSize * leading
  const noteStep = noteSize * leading + 1
  const noteCount = notes.length + (line.link ? 1 : 0)
  // A row is not torn apart. One that is higher than a page cannot be: names and reasons are limited.
  if (flow.need(names.length * nameStep + noteCount * noteStep)) drawColumns(flow)

  const { y } = flow
  const isCounting = line.state !== 'returned' && !line.over_limit
  const style = { size: rowSize, least: smallest }
  write(formatUtcDay(say, line.starting_date), columns.date, y, {
    ...style,
    colour: quiet,
    most: columns.activity - columns.date - 6,
  })
  for (const [index, words] of names.entries())
    write(words, columns.activity, y + index * nameStep, { size: rowSize, most: activityWide + 1 })
  write(typeName(line.type), columns.type, y, { ...style, most: columns.state - columns.type - 6 })
  write(messages.statements.states[line.state], columns.state, y, {
    ...style,
    most: columns.evidence - columns.state - 6,
    ...(line.state === 'returned' ? { colour: bad } : {}),
  })
  write(line.has_evidence ? messages.general.yes : messages.general.no, columns.evidence, y, {
    ...style,
    colour: quiet,
    most: evidenceWide,
  })
  write(formatPoints(line.score), columns.points, y, { ...style, align: 'end', ...(isCounting ? {} : { colour: quiet }) })
  write(formatPoints(line.counted_points), columns.counted, y, {
    ...style,
    weight: 600,
    align: 'end',
    ...(isCounting ? {} : { colour: bad }),
  })
  flow.y += names.length * nameStep
  for (const words of notes) {
    write(words, columns.activity, flow.y, { size: noteSize, colour: bad, most: noteWide + 1 })
    flow.y += noteStep
  }
  if (line.link) {
    drawLink(flow, line.link, line.link, columns.activity, flow.y, noteWide, noteSize)
    flow.y += noteStep
  }
  flow.y += 6
}

function drawTerm(flow: Flow, term: TermOfRecord, { member }: MemberRecord, address: string | undefined) {
  const { say, write } = flow
  // The heading is not left alone at the foot of a page.
  flow.need(150)
  const period = { from: formatUtcDay(say, term.start_date), to: formatUtcDay(say, term.end_date) }
  write(term.name, start, flow.y, { size: 14, weight: 600, most: end - start - 200, least: 8 })
  write(messages.statements.period(period), end, flow.y, { size: 9, colour: quiet, align: 'end', most: 190, least: 6 })
  flow.y += 14
  write(statusOf(say, term), start, flow.y, { size: 8, colour: quiet, most: end - start, least: 6 })
  if (term.closing && term.is_member && address) {
    flow.y += 11
    const statement = `${address}${pages.statement}?user_id=${member.id}&term=${term.term_id}`
    drawLink(flow, messages.record.statement({ address: statement }), statement, start, flow.y, end - start, 8)
  }
  flow.y += 8
  drawSums(flow, term)
  flow.y += 56
  if (term.lines.length === 0) {
    write(messages.record.noActivities, start, flow.y, { size: rowSize, colour: quiet })
    flow.y += 34
    return
  }
  drawColumns(flow)
  for (const line of term.lines) drawLine(flow, line)
  flow.y += 22
}

/** What all terms add up to. */
function drawTotals(flow: Flow, { terms }: MemberRecord) {
  const { write, rule } = flow
  const lines = terms.flatMap((term) => term.lines)
  const sumOf = (name: keyof TermOfRecord['sums']) => formatPoints(addPoints(terms.map(({ sums }) => sums[name])))
  const rows: { label: Message; count?: number; points: string; isSum?: boolean }[] = [
    ...activityTypes.map((type) => ({
      label: typeName(type),
      count: lines.filter((line) => line.type === type).length,
      points: sumOf(scoreOfType[type]),
    })),
    { label: messages.statements.teacherPoints, points: sumOf('tp') },
    { label: messages.statements.feedback, points: sumOf('fb') },
    { label: messages.statements.total, count: lines.length, points: sumOf('total_score'), isSum: true },
  ]
  const countAt = end - 110
  const step = 16
  flow.need(60 + rows.length * step)
  write(messages.record.inAllTerms, start, flow.y, { size: 12, weight: 600 })
  flow.y += 18
  const style = { size: 7.5, colour: quiet, align: 'end', least: smallest } as const
  write(messages.fields.type, start + 6, flow.y, { size: 7.5, colour: quiet })
  write(messages.fields.activities, countAt, flow.y, { ...style, most: 90 })
  write(messages.rules.countedPoints, end - 6, flow.y, { ...style, most: 90 })
  rule(flow.y + 5)
  for (const { label, count, points, isSum } of rows) {
    flow.y += step
    if (isSum) rule(flow.y - 11, ink, 0.75)
    const weight = isSum ? 600 : 400
    write(label, start + 6, flow.y, { size: 9, weight })
    if (count !== undefined) write(String(count), countAt, flow.y, { size: 9, weight, align: 'end' })
    write(points, end - 6, flow.y, { size: 9, weight, align: 'end' })
  }
}

/** Every activity of a member, term by term, on as many pages as it needs. */
export function recordPdf(language: Language, record: MemberRecord, branding: PdfBranding, address: string | undefined) {
  const { member, terms, made_at } = record
  const title = sayIn(language)(messages.record.documentTitle({ name: member.name }))
  const flow = openFlow(language, { title, heading: messages.record.title, madeAt: made_at }, branding)
  drawMember(flow, record)
  for (const term of terms) drawTerm(flow, term, record, address)
  if (terms.length > 0) drawTotals(flow, record)
  else flow.write(messages.record.empty, start, flow.y, { colour: quiet })
  drawFeet(flow, member.name, made_at)
  flow.pdf.end()
  return flow.pdf
}
