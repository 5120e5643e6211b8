import type { Words } from './blocks.ts'
import { end, leading, link, start } from './look.ts'
import type { PdfPage } from './page.ts'

/** A page that goes on with the next one where a block does not fit. */
export interface Flow extends PdfPage {
  y: number
  /** Begins a new page unless this height fits on the current one. Returns whether it did. */
  need: (height: number) => boolean
}

/** Writes a text, each of its lines with the link, and returns the baseline of the last one. */
export function drawWords(
  { pdf, write, wrap, leftOf, y }: Flow,
  { text, link: address, most = end - start, ...style }: Words,
  from: number,
): number {
  const { size = 9 } = style
  const lines = wrap(text, most, style)
  for (const [index, words] of lines.entries()) {
    const at = y + index * size * leading
    const wide = write(words, from, at, { ...(address ? { colour: link } : {}), ...style }) - from
    if (address) pdf.link(leftOf(from, wide), at - size, wide, size * 1.3, address)
  }
  return y + (lines.length - 1) * size * leading
}
