import { partEntry } from '../../contract/counted-file.ts'
import type { Foot, Opening, Part } from './blocks.ts'
import { drawBlock, drawQrCode } from './draw-blocks.ts'
import type { Flow } from './flow.ts'
import { brass, end, leading, quiet, smallest, start } from './look.ts'
import { createDocument, drawHead } from './page.ts'

const pageTop = 122
const pageBottom = 786
/** The baseline of the last line of a foot. */
const footBottom = 812
const qrCodeSize = 58

/** A PDF that is made part by part: its complete bytes can be read and are then forgotten. */
export function openDocument({ language, letterhead, title, heading, madeAt }: Opening) {
  const page = createDocument(
    language,
    { Title: title, Author: letterhead.organization, Creator: letterhead.portalTitle, CreationDate: new Date(madeAt) },
    // The foot of a page says how many pages its part has: they are buffered until it ends.
    { autoFirstPage: false, bufferPages: true },
  )
  const { pdf } = page
  let bottom = pageBottom
  const flow: Flow = {
    ...page,
    y: pageTop,
    need(height) {
      // A height that no page has would leave an empty one.
      if (flow.y + height <= bottom || flow.y === pageTop) return false
      addPage()
      return true
    },
  }
  function addPage() {
    pdf.addPage()
    drawHead(page, letterhead, heading)
    flow.y = pageTop
  }

  let group: { name: string; item: PDFKit.PDFOutline } | undefined
  return {
    pdf,
    add({ outline, blocks, foot }: Part) {
      const placed = foot && placeFoot(flow, foot)
      bottom = placed ? placed.top - 14 : pageBottom
      addPage()
      Object.assign(pdf.page.dictionary.data, { [partEntry]: true })
      if (outline) {
        if (group?.name !== outline.group) group = { name: outline.group, item: pdf.outline.addItem(outline.group) }
        group.item.addItem(outline.name)
      }
      for (const block of blocks) drawBlock(flow, block)
      if (placed) drawFeet(flow, placed)
      pdf.flushPages()
    },
    end: () => pdf.end(),
  }
}

const numberWide = 100

/** The lines of a foot with their places: the last one is at the bottom of the page, and a QR code needs its height. */
function placeFoot({ wrap }: Flow, { lines, qrCode, number }: Foot) {
  const most = end - start - (qrCode ? qrCodeSize + 14 : 0)
  let high = 0
  const placed = lines.map(({ text, ...look }, index) => {
    const size = look.size ?? smallest
    // The number of the page stands at the end of the first line.
    const wrapped = wrap(text, index === 0 ? most - numberWide : most, { ...look, size })
    const from = high + size * 1.1
    high += wrapped.length * size * leading + 1.5
    return { look: { colour: quiet, ...look, size }, wrapped, from }
  })
  return { placed, qrCode, number, most, top: footBottom - Math.max(high, qrCode ? qrCodeSize : 0) - 4 }
}

function drawFeet(flow: Flow, { placed, qrCode, number, most, top }: ReturnType<typeof placeFoot>) {
  const { pdf, write, writeLines, rule } = flow
  const { start: first, count } = pdf.bufferedPageRange()
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(first + index)
    rule(top - 6, brass)
    for (const { look, wrapped, from } of placed) writeLines(wrapped, start, top + from, look)
    const firstLine = placed[0]
    if (firstLine)
      write({ ...number, values: { page: index + 1, pages: count } }, start + most, top + firstLine.from, {
        size: smallest,
        colour: quiet,
        align: 'end',
      })
    if (qrCode) drawQrCode(flow, end - qrCodeSize, top, qrCodeSize, qrCode)
  }
}
