import { directionOf } from '../../contract/languages/languages.ts'
import type { Cell, Column, Row, Table, Text } from './blocks.ts'
import { drawWords, type Flow } from './flow.ts'
import { end, ink, leading, quiet, smallest, start, sunk } from './look.ts'

const noteStep = smallest * leading + 1
/** The part of the height of a row that is above its baseline. */
const aboveBaseline = 0.72

/** The position at which each column begins and ends. */
function placeColumns(columns: readonly Column[], inset: number) {
  const taken = columns.reduce((sum, { wide = 0 }) => sum + wide, inset * 2)
  let x = start + inset
  return columns.map(({ label = '', wide, align = 'start', ...column }) => {
    const from = x
    x += wide ?? end - start - taken
    return { ...column, label, align, from, to: x }
  })
}

/** The space between two columns. */
const columnGap = 6

export function drawTable(flow: Flow, { columns, rows, size, step, inset = 6, isStriped }: Table) {
  const { pdf, wrap, writeLines, rule, wordsOf } = flow
  const places = placeColumns(columns, inset)
  const noteAt = places[1]?.from ?? start + inset
  const noteWide = end - inset - noteAt

  /** The lines of the cells, each with the place and the look that it has. */
  function linesOf({ cells, size: rowSize = size, weight, colour = ink, isSum }: Row) {
    let column = 0
    return cells.flatMap((cell) => {
      const { text, span = 1, ...own } = cellOf(cell)
      const [first, last] = [places[column], places[column + span - 1]]
      column += span
      if (!first || !last || text === '') return []
      const style = { size: rowSize, weight: weight ?? (isSum ? 600 : 400), colour, align: last.align, ...own } as const
      const { from } = first
      // The text of a cell over several columns begins where the first one does, unless the last one ends with its text.
      const x = last.align === 'end' ? last.to : from
      return [{ lines: wrap(text, last.to - from - (last.align === 'end' ? 0 : columnGap), style), x, style }]
    })
  }

  const header = places.map(({ label, align, from, to }) =>
    wrap(label, to - from - (align === 'end' ? 0 : columnGap), { size: smallest }),
  )
  const headerLines = Math.max(...header.map((lines) => lines.length))

  function drawHeader() {
    flow.y += (headerLines - 1) * smallest * leading
    for (const [index, { label, badge, align, from, to }] of places.entries()) {
      const lines = header[index] ?? []
      const style = { size: smallest, colour: quiet, align }
      if (badge) drawBadge(flow, wordsOf(label), badge, to)
      else writeLines(lines, align === 'end' ? to : from, flow.y - (lines.length - 1) * smallest * leading, style)
    }
    rule(flow.y + 4)
    flow.y += step
  }

  flow.need((headerLines - 1) * smallest * leading + step * 2)
  drawHeader()
  for (const [index, row] of rows.entries()) {
    const { notes = [], link: address, above = 0, isShaded, isSum } = row
    const cells = linesOf(row)
    const texts = notes.map(({ text, colour = quiet }) => ({ lines: wrap(text, noteWide, { size: smallest }), colour }))
    const linkLines = address ? wrap(address, noteWide, { size: smallest }).length : 0
    const cellsHigh = Math.max(step, ...cells.map(({ lines, style }) => step + (lines.length - 1) * style.size * leading))
    const high = cellsHigh + (texts.reduce((sum, { lines }) => sum + lines.length, 0) + linkLines) * noteStep
    flow.y += above
    // A row is not torn apart. One that is higher than a page cannot be: names, reasons and links are limited.
    if (flow.need(high)) drawHeader()
    const { y } = flow
    if (isSum) rule(y - step * aboveBaseline, ink)
    else if (isShaded || (isStriped && index % 2 === 1)) pdf.rect(start, y - step * aboveBaseline, end - start, high).fill(sunk)
    // A sum has some space below its rule.
    for (const { lines, x, style } of cells) writeLines(lines, x, y + (isSum ? 1 : 0), style)
    for (const { isBlank, from, to } of places) if (isBlank) drawLine(flow, from, to, y + 2)
    flow.y = y + cellsHigh - step + noteStep
    for (const { lines, colour } of texts)
      for (const text of lines) {
        flow.write(text, noteAt, flow.y, { size: smallest, colour })
        flow.y += noteStep
      }
    if (address) drawWords(flow, { text: address, link: address, size: smallest, most: noteWide }, noteAt)
    flow.y = y + high
  }
}

function drawLine({ pdf, leftOf }: Flow, from: number, to: number, y: number) {
  const left = leftOf(from, to - from)
  pdf
    .moveTo(left, y)
    .lineTo(left + to - from, y)
    .lineWidth(0.75)
    .strokeColor(ink)
    .stroke()
}

function cellOf(cell: Text | Cell): Cell {
  return typeof cell === 'object' && 'text' in cell ? cell : { text: cell }
}

/** The letter on its colours, as on the screens; they end at `endAt`. */
function drawBadge(
  { pdf, write, measure, leftOf, language, y }: Flow,
  letter: string,
  { from, to, ink: colour }: NonNullable<Column['badge']>,
  endAt: number,
) {
  const [wide, high] = [18, 11]
  const left = leftOf(endAt - wide, wide)
  const [first, last] = directionOf(language) === 'rtl' ? [to, from] : [from, to]
  const colours = pdf
    .linearGradient(left, y, left + wide, y)
    .stop(0, first)
    .stop(1, last)
  pdf.roundedRect(left, y - 8.5, wide, high, 2.5).fill(colours)
  const middle = (wide - measure(letter, 600, smallest).wide) / 2
  write(letter, endAt - middle, y, { size: smallest, weight: 600, colour, align: 'end' })
}
