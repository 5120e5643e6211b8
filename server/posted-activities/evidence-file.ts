import { messages } from '../../contract/languages/catalogue.ts'
import { displayName } from '../http/display-name.ts'
import { bytesOf, type FormFile } from '../http/multipart.ts'
import type { Requester } from '../process/fair-queue.ts'
import { type Photo, readPhoto } from './image.ts'
import { isPdf, type RenderedPdf, renderPdf } from './pdf.ts'

/** A file as it is stored: a photo as it was encoded anew; a PDF as it was received, and its pages as pictures. */
export type NewEvidenceFile = { name: string } & (
  | (Photo & { kind: 'photo'; pages: null })
  | (Omit<Photo, 'bytes'> & { kind: 'pdf'; received: FormFile; pages: RenderedPdf['pages'] })
)

/** One of the further files of a form: a photo or a PDF, by its content. */
export async function readEvidenceFile(received: FormFile, requester: Requester): Promise<NewEvidenceFile> {
  const isOfPdf = isPdf(received.start)
  const name = displayName(received.name) || (isOfPdf ? 'file.pdf' : 'file.jpg')
  const { fileEmpty, fileNotAccepted, fileTooManyPixels, fileUnreadable } = messages.postedActivities
  if (isOfPdf) {
    const { thumbnail, ...rendered } = await renderPdf(received.pieces(), name, requester)
    return { kind: 'pdf', name, received, thumbnail: Buffer.from(thumbnail), ...rendered }
  }
  const refusals = {
    empty: fileEmpty({ name }),
    notJpeg: fileNotAccepted({ name }),
    tooManyPixels: fileTooManyPixels({ name }),
    damaged: fileUnreadable({ name }),
  }
  return { kind: 'photo', name, pages: null, ...(await readPhoto(await bytesOf(received), requester, refusals, 'files')) }
}
