import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { largestFileBytes } from '../../contract/limits.ts'
import { preparePhoto } from '../entities/evidence/prepare-photo.ts'

/** The number of bytes in which readers of PDF look for the mark: some programs write a few bytes before it. */
const markBytes = 1024

/** A file and its kind, or the reason why it is refused. */
type Prepared =
  | { kind: 'photo' | 'pdf'; file: File; takenOn?: string | undefined; refusal?: never }
  | { refusal: Message; kind?: never; file?: never }

/** A chosen file as it is uploaded: a photo as a .jpg, a PDF as it is. The server checks it again, and more strictly. */
export async function prepareEvidence(file: File): Promise<Prepared> {
  const { imageEmpty, imageUnreadable, fileTooLarge, fileNotAccepted, onlyJpg } = messages.postedActivities
  if (file.size === 0) return { refusal: imageEmpty }
  try {
    if (await isPdf(file))
      return file.size > largestFileBytes
        ? { refusal: fileTooLarge({ name: file.name }) }
        : { kind: 'pdf', file: withEnding(file, '.pdf') }
  } catch {
    // The file was moved, deleted, or not yet downloaded from a cloud drive.
    return { refusal: imageUnreadable }
  }
  const { file: photo, refusal } = await preparePhoto(file)
  // The photo as it was chosen: a shrunk one has lost the data of the camera.
  if (photo) return { kind: 'photo', file: photo, takenOn: await dayOf(file) }
  return { refusal: !refusal || refusal.key === onlyJpg.key ? fileNotAccepted({ name: file.name }) : refusal }
}

/** Loaded with the first photo, and left out if it cannot be: a proposal is not worth a failure. */
async function dayOf(photo: File): Promise<string | undefined> {
  const reader = await import('../entities/evidence/taken-day.ts').catch(() => undefined)
  return reader?.takenDay(photo)
}

async function isPdf(file: File): Promise<boolean> {
  return (await file.slice(0, markBytes).text()).includes('%PDF-')
}

function withEnding(file: File, ending: string): File {
  if (file.name.toLowerCase().endsWith(ending)) return file
  return new File([file], `${file.name}${ending}`, { type: file.type, lastModified: file.lastModified })
}

/** The file under a name that no other file of the form has: a phone calls every photo of its camera image.jpg. */
export function namedApart(file: File, taken: readonly string[]): File {
  if (!taken.includes(file.name)) return file
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(file.name) ?? []
  let number = 2
  while (taken.includes(`${stem} (${number})${ending}`)) number += 1
  return new File([file], `${stem} (${number})${ending}`, { type: file.type, lastModified: file.lastModified })
}
