import { formatDay } from '../../../contract/dates.ts'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Language } from '../../../contract/languages/languages.ts'
import { localized } from '../../../contract/localized.ts'
import type { EvidenceFile, PostedActivity } from '../../../contract/posted-activities.ts'
import { addressOf } from '../../http/api.ts'
import type { ViewerPicture } from '../../ui/picture-viewer.tsx'

/** A row with evidence: a posting, or the posting of a question. */
export type WithEvidence = Pick<PostedActivity, 'activity_name' | 'activity_names' | 'starting_date' | 'image_id' | 'files'>

/** A piece of evidence: the image, a further photo, or a PDF. */
export type Piece = {
  id: string
  description: string
  /** In small: for lists. */
  thumbnail: string
  /** The size of the first picture, so that it takes its place before it is loaded. Unknown for the image of the specification. */
  size?: { width: number; height: number }
  /** The number of pages of a PDF; undefined for a photo. */
  pages: number | undefined
  /** The pictures for the viewer: one, or one for each page. */
  pictures: readonly ViewerPicture[]
}

export function imageAddress(imageId: string): string {
  return addressOf('GET /uploads/activities/:image_id.jpg', { params: { image_id: imageId } })
}

export function imageThumbnail(imageId: string): string {
  return addressOf('GET /uploads/activities/:image_id/thumbnail.jpg', { params: { image_id: imageId } })
}

export function fileThumbnail(fileId: string): string {
  return addressOf('GET /uploads/evidence/:file_id/thumbnail.jpg', { params: { file_id: fileId } })
}

/** The thumbnail of a file: the photo, or the first page of the PDF. */
export function firstPictureOf({ id, kind }: Pick<EvidenceFile, 'id' | 'kind'>): string {
  return kind === 'pdf' ? pageAddress(id, 1) : addressOf('GET /uploads/evidence/:file_id.jpg', { params: { file_id: id } })
}

function pageAddress(fileId: string, page: number): string {
  return addressOf('GET /uploads/evidence/:file_id/pages/:page.jpg', { params: { file_id: fileId, page } })
}

/** The evidence of a posting: the image first, then the files in the order in which they were added. */
export function piecesOf(say: Say, language: Language, posting: WithEvidence): Piece[] {
  const name = localized(language, posting, 'activity_name')
  const day = formatDay(say, posting.starting_date)
  const { image_id, files } = posting
  const image = image_id && {
    ...photo(image_id, say(messages.postedActivities.imageOf({ name, day })), imageAddress(image_id), day),
    thumbnail: imageThumbnail(image_id),
  }
  return [
    ...(image ? [image] : []),
    ...files.map((file) =>
      file.kind === 'pdf'
        ? pdf(say, file, name, day)
        : {
            ...photo(file.id, say(messages.evidence.photoOf({ file: file.name, name, day })), firstPictureOf(file), file.name),
            thumbnail: fileThumbnail(file.id),
            size: { width: file.width, height: file.height },
          },
    ),
  ]
}

function photo(id: string, description: string, address: string, caption: string) {
  return { id, description, pages: undefined, pictures: [{ address, description, caption }] }
}

function pdf(say: Say, file: EvidenceFile, name: string, day: string): Piece {
  const pages = file.pages ?? 1
  const download = {
    address: addressOf('GET /uploads/evidence/:file_id.pdf', { params: { file_id: file.id } }),
    name: file.name,
  }
  return {
    id: file.id,
    description: say(messages.evidence.pdfOf({ file: file.name, name, day, count: pages })),
    thumbnail: fileThumbnail(file.id),
    size: { width: file.width, height: file.height },
    pages,
    pictures: Array.from({ length: pages }, (_, index) => {
      const caption = say(messages.evidence.pageOf({ file: file.name, page: index + 1, pages }))
      return { address: pageAddress(file.id, index + 1), description: caption, caption, download }
    }),
  }
}
