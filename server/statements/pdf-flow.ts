import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import type { PdfBranding } from './pdf-branding.ts'
import { brass, createDocument, drawHead, end, line, type PdfPage, quiet, start } from './pdf-page.ts'
import { formatUtcMoment } from './statement-dates.ts'

const pageTop = 122
const pageBottom = 778

/** A document that goes on with the next page where a part does not fit. */
export interface Flow extends PdfPage {
  y: number
  /** Begins a new page unless so much fits on this one. Returns whether it did. */
  need: (height: number) => boolean
}

interface Heading {
  /** In the properties of the file. */
  title: string
  /** At the head of each page. */
  heading: Message
  madeAt: string
}

export function openFlow(language: Language, { title, heading, madeAt }: Heading, branding: PdfBranding): Flow {
  const page = createDocument(
    language,
    { Title: title, Author: branding.universityName, Creator: branding.portalTitle, CreationDate: new Date(madeAt) },
    // The foot of a page says how many there are.
    { bufferPages: true },
  )
  drawHead(page, branding, heading)
  return {
    ...page,
    y: pageTop,
    need(height) {
      if (this.y + height <= pageBottom) return false
      page.pdf.addPage()
      drawHead(page, branding, heading)
      this.y = pageTop
      return true
    },
  }
}

/** What it is about, when it was made, and the number of the page. */
export function drawFeet({ pdf, say, write, rule }: Flow, about: string, madeAt: string) {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    rule(794, page === count - 1 ? brass : line, 0.75)
    write(about, start, 810, { size: 8, colour: quiet, most: 180 })
    write(messages.results.madeOn({ moment: formatUtcMoment(say, madeAt) }), start + 190, 810, {
      size: 8,
      colour: quiet,
      most: 200,
    })
    write(messages.results.page({ page: page + 1, pages: count }), end, 810, { size: 8, colour: quiet, align: 'end' })
  }
}
