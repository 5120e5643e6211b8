import type { Block, Text } from './blocks.ts'
import { drawTable } from './draw-table.ts'
import { drawWords, type Flow } from './flow.ts'
import { bad, badSoft, end, ink, leading, line, quiet, smallest, start, sunk } from './look.ts'

type Of<Name extends string> = Extract<Block, Record<Name, unknown>>

export function drawBlock(flow: Flow, block: Block) {
  if (block.at !== undefined) flow.y = block.at
  if (block.room !== undefined) flow.need(block.room)
  if ('line' in block) drawLine(flow, block)
  else if ('paragraph' in block) drawParagraph(flow, block)
  else if ('picture' in block) drawPicture(flow, block)
  else if ('notice' in block) drawNotice(flow, block)
  else if ('facts' in block) drawFacts(flow, block)
  else if ('cards' in block) drawCards(flow, block)
  else if ('table' in block) drawTable(flow, block.table)
  else if ('signatures' in block) drawSignatures(flow, block)
  else if ('slips' in block) drawSlips(flow, block)
  else flow.rule(flow.y, block.rule, 1)
  flow.y += block.below ?? 0
}

function drawLine(flow: Flow, { line: texts }: Of<'line'>) {
  const { y } = flow
  for (const words of texts) flow.y = Math.max(flow.y, drawWords({ ...flow, y }, words, words.align === 'end' ? end : start))
}

function drawParagraph(flow: Flow, { paragraph, size = 9, weight = 400, colour = ink, mark, inset = 0 }: Of<'paragraph'>) {
  const lines = flow.wrap(paragraph, end - start - inset, { size, weight })
  for (const [index, text] of lines.entries()) {
    flow.need(size * leading)
    if (mark && index === 0) flow.write(mark, start, flow.y, { size, weight, colour })
    flow.write(text, start + inset, flow.y, { size, weight, colour })
    flow.y += size * leading
  }
}

function drawPicture(flow: Flow, { picture, wide, high }: Of<'picture'>) {
  flow.need(high)
  const left = flow.leftOf(start, wide)
  flow.pdf.image(picture, left, flow.y, { width: wide, height: high })
  flow.pdf.rect(left, flow.y, wide, high).lineWidth(0.5).strokeColor(line).stroke()
  flow.y += high + leading * smallest
}

function drawNotice(flow: Flow, { notice }: Of<'notice'>) {
  const style = { size: 9.5, weight: 600, colour: bad } as const
  const lines = flow.wrap(notice, end - start - 20, style)
  const high = 24 + (lines.length - 1) * style.size * leading
  flow.pdf.roundedRect(start, flow.y, end - start, high, 4).fill(badSoft)
  flow.writeLines(lines, start + 10, flow.y + 16, style)
  flow.y += high
}

const factLooks = {
  large: { high: 44, inset: 14, gap: 16, labelAt: 16, valueAt: 35, valueSize: 15 },
  small: { high: 38, inset: 8, gap: 6, labelAt: 14, valueAt: 30, valueSize: 12 },
}

function drawFacts(flow: Flow, { facts, isSmall }: Of<'facts'>) {
  const { high, inset, gap, labelAt, valueAt, valueSize } = factLooks[isSmall ? 'small' : 'large']
  const label = { size: smallest, colour: quiet }
  const step = label.size * leading
  const placed = facts.map(({ wide = (end - start) / facts.length, ...fact }) => ({
    ...fact,
    wide,
    lines: flow.wrap(fact.label, wide - gap, label),
  }))
  const more = (Math.max(...placed.map(({ lines }) => lines.length)) - 1) * step
  flow.pdf.roundedRect(start, flow.y, end - start, high + more, 5).fill(sunk)
  let x = start + inset
  for (const { lines, value, wide, colour = ink, sign } of placed) {
    // The last lines of all labels stand beside each other.
    flow.writeLines(lines, x, flow.y + labelAt + more - (lines.length - 1) * step, label)
    const { size } = flow.fitInto(value, wide - gap, valueSize, { size: valueSize, weight: 600 })
    flow.write(value, x, flow.y + valueAt + more, { size, weight: 600, colour })
    if (sign) flow.write(sign, x - 15, flow.y + valueAt + more - 1, { size: 11, colour: quiet })
    x += wide
  }
  flow.y += high + more
}

function drawCards(flow: Flow, { cards }: Of<'cards'>) {
  const { pdf, write, writeLines, wrap, leftOf, y } = flow
  const gap = 12
  const wide = (end - start + gap) / cards.length - gap
  const titleStyle = { size: 9.5, weight: 600 } as const
  const lineStyle = { size: smallest, colour: quiet }
  const placed = cards.map(({ title, lines, ...card }) => ({
    ...card,
    title: wrap(title, wide - 54, titleStyle),
    lines: lines.flatMap((text) => wrap(text, wide - 54, lineStyle)),
  }))
  const highOf = ({ title, lines }: (typeof placed)[number]) =>
    title.length * titleStyle.size * leading + lines.length * smallest * leading + 13
  const high = Math.max(42, ...placed.map(highOf))
  for (const [index, { mark, colour = ink, title, lines }] of placed.entries()) {
    const x = start + index * (wide + gap)
    pdf.roundedRect(leftOf(x, wide), y, wide, high, 5).lineWidth(0.75).strokeColor(line).stroke()
    write(mark, x + 12, y + 29, { size: 20, weight: 600, colour })
    const titleEnd = writeLines(title, x + 46, y + 15, titleStyle)
    writeLines(lines, x + 46, titleEnd + 11, lineStyle)
  }
  flow.y += high
}

const signatureHigh = 62

function drawSignatures(flow: Flow, { signatures, hint, stamp }: Of<'signatures'>) {
  flow.need(signatureHigh)
  const { pdf, writeLines, wrap, leftOf, y } = flow
  const gap = 18
  const stampWide = 84
  const wide = (end - start - stampWide - gap) / signatures.length - gap
  const label = (text: Text, x: number, at: number, most: number) => {
    const style = { size: smallest, colour: quiet }
    writeLines(wrap(text, most, style), x, at, style)
  }
  for (const [index, text] of signatures.entries()) {
    const x = start + index * (wide + gap)
    const left = leftOf(x, wide)
    writeLines(wrap(text, wide), x, y + 9, {})
    pdf
      .moveTo(left, y + 46)
      .lineTo(left + wide, y + 46)
      .lineWidth(0.75)
      .strokeColor(ink)
      .stroke()
    label(hint, x, y + 57, wide)
  }
  const x = end - stampWide
  pdf.save().lineWidth(0.75).dash(3, { space: 3 }).strokeColor(quiet)
  pdf.roundedRect(leftOf(x, stampWide), y, stampWide, signatureHigh, 4).stroke().restore()
  label(stamp, x + 8, y + 13, stampWide - 16)
  flow.y += signatureHigh
}

const slip = { high: 164, wide: (end - start) / 2, inset: 10, code: 58 }

function drawSlips(flow: Flow, { slips, code }: Of<'slips'>) {
  const rows = Math.ceil(slips.length / 2)
  for (const [index, one] of slips.entries())
    drawSlip({ ...flow, y: flow.y + Math.floor(index / 2) * slip.high }, start + (index % 2) * slip.wide, one, code)
  // The lines to cut along, from edge to edge of the slips.
  const { pdf, leftOf, y } = flow
  pdf.save().lineWidth(0.5).dash(3, { space: 3 }).strokeColor(quiet)
  for (let row = 0; row <= rows; row += 1) pdf.moveTo(start, y + row * slip.high).lineTo(end, y + row * slip.high)
  for (let column = 0; column <= 2; column += 1) {
    const x = leftOf(start + column * slip.wide, 0)
    pdf.moveTo(x, y).lineTo(x, y + rows * slip.high)
  }
  pdf.stroke().restore()
  flow.y += rows * slip.high
}

type Slip = Of<'slips'>['slips'][number]

function drawSlip(flow: Flow, from: number, { about, title, subtitle, place, facts, note }: Slip, code: readonly string[] = []) {
  const { y } = flow
  const x = from + slip.inset
  const most = slip.wide - 2 * slip.inset
  const beside = most - (code.length > 0 ? slip.code + 10 : 0)
  const foot = y + slip.high - 8
  let at = y + 7
  /** Writes a text below the one before, in a height that leaves room for the others. */
  const put = (text: Text, high: number, wide: number, style: { size: number; weight?: 400 | 600; colour?: string }) => {
    if (text === '') return
    const { size, lines } = flow.fitInto(text, wide, high, style)
    at = flow.writeLines(lines, x, at + size, { ...style, size }) + size * 0.4
  }
  put(about, 10, beside, { size: 8, colour: quiet })
  // A long name stands on two lines.
  put(title, 22, beside, { size: 11, weight: 600 })
  put(subtitle, 18, beside, { size: 9 })
  put(place, 10, beside, { size: 8, colour: quiet })
  if (code.length > 0) drawQrCode(flow, from + slip.wide - slip.inset - slip.code, y + slip.inset, slip.code, code)
  at = Math.max(at, y + 58)
  for (const { label, value } of facts) {
    const labelStyle = { size: smallest, colour: quiet }
    const valueAt = flow.write(label, x, at + 11, labelStyle) + 6
    const { size, lines } = flow.fitInto(value, x + most - valueAt, 12, { size: 10, weight: 600 })
    at = flow.writeLines(lines, valueAt, at + 11, { size, weight: 600 }) + 2
  }
  at += 2
  put(note, foot - at, most, { size: 8 })
}

/** Draws a QR code, which is not mirrored: its corners tell the camera where it begins. */
export function drawQrCode({ pdf, leftOf }: Flow, x: number, y: number, wide: number, code: readonly string[]) {
  const left = leftOf(x, wide)
  const size = wide / code.length
  for (const [row, modules] of code.entries())
    for (const { index, 0: dark } of modules.matchAll(/1+/g))
      pdf.rect(left + index * size, y + row * size, dark.length * size, size)
  pdf.fill('#000')
}
