import PDFDocument from 'pdfkit'
import { activityTypes, scoreOfType, titleName, typeName } from '../../contract/codes.ts'
import { noGrade } from '../../contract/grading.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints, isSet } from '../../contract/points.ts'
import {
  type GivenPoints,
  type IssuedStatement,
  readableCode,
  type Statement,
  type StatementLine,
} from '../../contract/statements.ts'
import { sayIn } from '../http/language.ts'
import { openFont, type Piece, piecesOf, type Weight } from './pdf-text.ts'
import { formatUtcDay, formatUtcMoment } from './statement-dates.ts'

const ink = '#18202f'
const quiet = '#5c6575'
const line = '#d9d4c7'
const brass = '#a9772b'
const sunk = '#f4f2ec'
const bad = '#b3261e'

/** Across an A4 page, in points from the side where the language begins: the left one, for Kurdish and Arabic the right one. */
const pageWidth = 595.28
const start = 48
const end = pageWidth - start
const tableTop = 296
const tableBottom = 718

export interface PdfBranding {
  portalTitle: string
  universityName: string
  /** A PNG or JPEG: the formats that a PDF supports. */
  logo: Uint8Array | undefined
  /** Renders the portal's own shield if the university has set no logo. */
  ownShield: boolean
}

interface Style {
  size?: number
  weight?: Weight
  colour?: string
  align?: 'start' | 'end'
  /** The maximum width. A wider text is scaled down to `least`, and then truncated with an ellipsis. */
  most?: number
  least?: number
}

/** Any feature makes the font lay out the whole piece at once instead of word by word. */
const wholePiece: { features: PDFKit.Mixins.OpenTypeFeatures[]; lineBreak: false } = { features: ['kern'], lineBreak: false }

const smallest = 5
/** Line height as a multiple of the font size. */
const leading = 1.2

/** One PDF. Everything is positioned absolutely; nothing flows onto a second page. */
function createPage(language: Language, info: PDFKit.DocumentInfo) {
  const isMirrored = directionOf(language) === 'rtl'
  const say = sayIn(language)
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    // Its type allows only names. null: the fonts below are the only ones.
    font: null as unknown as string,
    lang: language,
    displayTitle: true,
    info,
  })

  const chosen = new Set<string>()
  let direction: Piece['direction'] = 'ltr'
  function choose(piece: Piece, weight: Weight, size: number) {
    const name = `${piece.letters} ${weight}`
    if (!chosen.has(name)) {
      const font = openFont(piece.letters, weight)
      const layout = font.layout.bind(font)
      // pdfkit passes no direction, and fontkit would guess one from the script: from right to left also for Arabic digits.
      font.layout = (text, features) => layout(text, features, undefined, undefined, direction)
      pdf.registerFont(name, font as unknown as string)
    }
    chosen.add(name)
    direction = piece.direction
    pdf.font(name).fontSize(size)
  }

  function measure(text: string, weight: Weight, size: number) {
    const pieces = piecesOf(text).map((piece) => {
      choose(piece, weight, size)
      return { ...piece, wide: pdf.widthOfString(piece.text, wholePiece) }
    })
    return { pieces, wide: pieces.reduce((sum, { wide }) => sum + wide, 0) }
  }

  /** The longest prefix that fits. */
  function cut(text: string, weight: Weight, size: number, most: number) {
    const whole = measure(text, weight, size)
    // A text that was scaled to fit may be wider by a rounding error.
    if (whole.wide <= most + 0.01) return whole
    const signs = [...text]
    const beginning = (count: number) => measure(`${signs.slice(0, count).join('').trimEnd()}…`, weight, size)
    let [fits, tooLong] = [0, signs.length]
    while (tooLong - fits > 1) {
      const middle = Math.floor((fits + tooLong) / 2)
      if (beginning(middle).wide <= most) fits = middle
      else tooLong = middle
    }
    return beginning(fits)
  }

  /** The left side of a box that begins at `x`. */
  function leftOf(x: number, wide: number): number {
    return isMirrored ? pageWidth - x - wide : x
  }

  /** Writes one line with its baseline at `y`, and returns where it ends. */
  function write(words: string | Message, x: number, y: number, style: Style = {}): number {
    const text = typeof words === 'string' ? words : say(words)
    const { size: wanted = 9, weight = 400, colour = ink, align = 'start', most = end - start, least = wanted } = style
    const size = Math.min(wanted, Math.max(least, (wanted * most) / measure(text, weight, wanted).wide))
    const { pieces, wide } = cut(text, weight, size, most)
    const from = align === 'start' ? x : x - wide
    let at = leftOf(from, wide)
    for (const piece of pieces) {
      choose(piece, weight, size)
      pdf.fillColor(colour).text(piece.text, at, y, { ...wholePiece, baseline: 'alphabetic' })
      at += piece.wide
    }
    return from + wide
  }

  /** Wraps between words; a word that is wider than a line is broken at the end of the line. */
  function wrap(text: string, weight: Weight, size: number, most: number): string[] {
    const fits = (piece: string) => measure(piece, weight, size).wide <= most
    const lines: string[] = []
    let current = ''
    for (const word of text.split(/\s+/u)) {
      const longer = current === '' ? word : `${current} ${word}`
      if (fits(longer)) {
        current = longer
        continue
      }
      if (current !== '') lines.push(current)
      current = ''
      for (const sign of word) {
        if (current !== '' && !fits(current + sign)) {
          lines.push(current)
          current = ''
        }
        current += sign
      }
    }
    return [...lines, current]
  }

  /** The largest size at which all of a text fits into a box, and its lines at that size. */
  function fitInto(text: string, weight: Weight, largest: number, most: number, high: number) {
    for (let size = largest; ; size -= 0.5) {
      const lines = wrap(text, weight, size, most)
      if (size <= smallest || size * (1 + (lines.length - 1) * leading) <= high) return { size, lines }
    }
  }

  function rule(y: number, colour = line, thick = 0.75) {
    pdf.moveTo(start, y).lineTo(end, y).lineWidth(thick).strokeColor(colour).stroke()
  }

  return { pdf, language, say, write, fitInto, rule, leftOf }
}

type PdfPage = ReturnType<typeof createPage>

/** The shield of the portal, drawn in a square of 96. */
function drawShield({ pdf, leftOf }: PdfPage, x: number, y: number, size: number) {
  pdf
    .save()
    .translate(leftOf(x, size), y)
    .scale(size / 96)
  pdf
    .path('M48 4 84 14.5V45c0 21.5-13.2 37.6-36 47C25.2 82.6 12 66.5 12 45V14.5Z')
    .lineWidth(3)
    .fillAndStroke('#17304f', '#dcb670')
  pdf.path('m48 18.5 2.06 4.66 5.07.52-3.79 3.4 1.07 4.98L48 29.5l-4.41 2.56 1.07-4.98-3.79-3.4 5.07-.52Z').fill('#dcb670')
  pdf
    .path('M48 43.5C43.2 39.6 36.6 38 27 38v26.5c9.6 0 16.2 1.6 21 5.5 4.8-3.9 11.4-5.5 21-5.5V38c-9.6 0-16.2 1.6-21 5.5Z')
    .fill('#f7f3e8')
  pdf.path('M48 43.5V70').lineWidth(2).strokeColor('#17304f').stroke()
  pdf.restore()
}

function drawHead(page: PdfPage, branding: PdfBranding) {
  const { pdf, write, rule, leftOf } = page
  let x = start
  if (branding.logo) {
    try {
      pdf.image(Buffer.from(branding.logo), leftOf(start, 44), 38, { fit: [44, 44] })
      x += 56
    } catch {
      // An image that pdfkit cannot read: only the names then.
    }
  } else if (branding.ownShield) {
    drawShield(page, start - 4, 38, 44)
    x += 48
  }
  write(branding.universityName, x, 57, { size: 13, weight: 600, most: end - x - 110 })
  write(branding.portalTitle, x, 73, { colour: quiet, most: end - x - 110 })
  write(messages.statements.title, end, 57, { align: 'end', size: 10, colour: quiet })
  rule(94, brass, 1)
}

function drawMember({ language, say, write, fitInto }: PdfPage, { member, term }: Statement) {
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
  write(statusOf(say, term), end, 157, { colour: quiet, align: 'end', most: half - 12, least: 6 })
}

function statusOf(say: Say, { closing }: Statement['term']): Message {
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
    { title: messages.statements.grades.others.own, where: messages.statements.grades.others.ownWhere, ...without_feedback },
    { title: messages.statements.grades.others.office, where: messages.statements.grades.others.officeWhere, ...with_feedback },
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
}

interface Group {
  label: Message
  note?: Message
  /** The text at the end of its first line. */
  sum: string | Message
  lines: readonly StatementLine[]
  isReturned?: boolean
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
  { lines, returned, would_add, tp, fb, sums }: Statement,
): { counting: Group[]; returnedGroup: Group[] } {
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
    returnedGroup:
      returned.length > 0
        ? [
            {
              label: messages.statements.returnedTitle,
              sum: messages.statements.wouldAdd({ points: formatPoints(would_add) }),
              lines: returned,
              isReturned: true,
            },
          ]
        : [],
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
  const { counting, returnedGroup } = groupsOf(say, statement)
  const groups = [...counting, ...returnedGroup]
  // The table header, one row for each group, the total, and space before the returned activities.
  const fixed = groups.length + 2 + returnedGroup.length
  const wanted = groups.reduce((sum, { lines }) => sum + lines.length, fixed)
  const row = Math.min(airiestRow, Math.max(tightestRow, (tableBottom - tableTop) / wanted))
  const size = row < 13 ? 7.5 : 8.5
  const shown = shownOf(groups, Math.floor((tableBottom - tableTop) / row) - fixed)
  const [dateAt, nameAt, stateAt] = [start + 8, start + 76, end - 112]
  let y = tableTop

  write(messages.statements.date, dateAt, y, { size: 7.5, colour: quiet })
  write(messages.statements.activity, nameAt, y, { size: 7.5, colour: quiet })
  write(messages.statements.state, stateAt, y, { size: 7.5, colour: quiet })
  write(messages.statements.points, end - 8, y, { size: 7.5, colour: quiet, align: 'end' })
  rule(y + 4)

  for (const [index, { label, note, sum, lines, isReturned }] of groups.entries()) {
    y += row
    if (isReturned) {
      drawTotal()
      y += row * 2
    }
    const colour = isReturned ? bad : ink
    if (!isReturned) pdf.rect(start, y - row * 0.72, end - start, row).fill(sunk)
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
      write(formatPoints(value), end - 8, y, { size, align: 'end', ...(isReturned ? { colour: quiet } : {}) })
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
  if (returnedGroup.length === 0) {
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

/** One page. The same statement in the same language gives the same bytes. */
export function statementPdf(
  language: Language,
  statement: Statement,
  issued: IssuedStatement,
  address: string | undefined,
  branding: PdfBranding,
) {
  const { member, term } = statement
  const page = createPage(language, {
    Title: sayIn(language)(messages.statements.documentTitle({ name: member.name, term: term.name })),
    Author: branding.universityName,
    Creator: branding.portalTitle,
    CreationDate: new Date(issued.issued_at),
  })
  drawHead(page, branding)
  drawMember(page, statement)
  drawSum(page, statement)
  const leftOut = drawLines(page, statement)
  drawFoot(page, issued, address, leftOut)
  page.pdf.end()
  return page.pdf
}
