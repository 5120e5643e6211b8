import { formatDay } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { EvidenceFile, PostedActivity } from '../../contract/posted-activities.ts'
import { addressOf } from '../api.ts'
import type { ViewerPicture } from '../ui/picture-viewer.tsx'

/** What has evidence: a posting, or the posting of a question. */
export type WithEvidence = Pick<
  PostedActivity,
  'activity_name' | 'activity_name_ckb' | 'activity_name_ar' | 'starting_date' | 'image_id' | 'files'
>

/** The image, a further photo, or a PDF. */
export type Piece = {
  id: string
  description: string
  thumbnail: string
  /** Of the thumbnail, so that it takes its place before it is loaded. Unknown for the image of the specification. */
  size?: { width: number; height: number }
  /** Of a PDF; undefined for a photo. */
  pages: number | undefined
  /** In the viewer: one, or one for each page. */
  pictures: readonly ViewerPicture[]
}

export function imageAddress(imageId: string): string {
  return addressOf('GET /uploads/activities/:image_id.jpg', { params: { image_id: imageId } })
}

/** The photo, or the first page of the PDF. */
export function thumbnailOf({ id, kind }: EvidenceFile): string {
  return kind === 'pdf' ? pageAddress(id, 1) : addressOf('GET /uploads/evidence/:file_id.jpg', { params: { file_id: id } })
}

function pageAddress(fileId: string, page: number): string {
  return addressOf('GET /uploads/evidence/:file_id/pages/:page.jpg', { params: { file_id: fileId, page } })
}

/** The image first, then the files in the order in which they were added. */
export function piecesOf(say: Say, language: Language, posting: WithEvidence): Piece[] {
  const name = localized(language, posting, 'activity_name')
  const day = formatDay(say, posting.starting_date)
  const { image_id, files } = posting
  const image = image_id && photo(image_id, say(messages.postedActivities.imageOf({ name, day })), imageAddress(image_id), day)
  return [
    ...(image ? [image] : []),
    ...files.map((file) =>
      file.kind === 'pdf'
        ? pdf(say, file, name, day)
        : {
            ...photo(file.id, say(messages.evidence.photoOf({ file: file.name, name, day })), thumbnailOf(file), file.name),
            size: { width: file.width, height: file.height },
          },
    ),
  ]
}

function photo(id: string, description: string, address: string, caption: string): Piece {
  return { id, description, thumbnail: address, pages: undefined, pictures: [{ address, description, caption }] }
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
    thumbnail: pageAddress(file.id, 1),
    size: { width: file.width, height: file.height },
    pages,
    pictures: Array.from({ length: pages }, (_, index) => {
      const caption = say(messages.evidence.pageOf({ file: file.name, page: index + 1, pages }))
      return { address: pageAddress(file.id, index + 1), description: caption, caption, download }
    }),
  }
}
