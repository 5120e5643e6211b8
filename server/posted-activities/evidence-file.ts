import { messages } from '../../contract/languages/catalogue.ts'
import type { FormFile } from '../http/multipart.ts'
import type { Requester } from '../process/fair-queue.ts'
import { type Photo, readPhoto } from './image.ts'
import { isPdf, type RenderedPdf, renderPdf } from './pdf.ts'

/** A file as it is stored. Of a PDF its own bytes, and its pages as pictures. */
export type NewEvidenceFile = Photo & { name: string } & (
    | { kind: 'photo'; pages: null }
    | { kind: 'pdf'; pages: RenderedPdf['pages'] }
  )

const longestName = 200

/** The last part of a path, without what nobody sees: only for display. Zero-width non-joiners are part of Kurdish words. */
export function displayName(name: string): string {
  const visible = (name.split(/[/\\]/).at(-1) ?? '').replace(/(?!\u200c)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
  const characters = [...visible.trim()]
  // The end says what kind of file it is.
  return characters.length <= longestName
    ? visible.trim()
    : `${characters.slice(0, 190).join('')}…${characters.slice(-9).join('')}`
}

/** One of the further files of a form: a photo or a PDF, by its content. */
export async function readEvidenceFile({ name: sentName, bytes }: FormFile, requester: Requester): Promise<NewEvidenceFile> {
  const name = displayName(sentName) || (isPdf(bytes) ? 'file.pdf' : 'file.jpg')
  const { fileEmpty, fileNotAccepted, fileTooManyPixels, fileUnreadable } = messages.postedActivities
  if (isPdf(bytes)) return { kind: 'pdf', name, bytes, ...(await renderPdf(bytes, name, requester)) }
  const refusals = {
    empty: fileEmpty({ name }),
    notJpeg: fileNotAccepted({ name }),
    tooManyPixels: fileTooManyPixels({ name }),
    damaged: fileUnreadable({ name }),
  }
  return { kind: 'photo', name, pages: null, ...(await readPhoto(bytes, requester, refusals, 'files')) }
}
