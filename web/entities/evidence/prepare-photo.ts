import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { largestImageBytes } from '../../../contract/limits.ts'
import { encodeJpeg } from './encode-jpeg.ts'
import { fitted, formatBytes, formatOf, jpgName, type PhotoFormat } from './photo-format.ts'

/** The longest side, longer than what the server stores, so that the server's own, better scaling decides how the stored image looks. */
const longestSide = 2000
/** A smaller .jpg is sent as it is: encoding it again would cost quality and save no time. */
const worthShrinkingBytes = 1024 * 1024

/** The file, or the reason why it is refused. */
type Prepared = { file?: File; refusal?: Message }

/** A chosen photo as the .jpg to upload: upright and shrunk. The server checks it again, and more strictly. */
export async function preparePhoto(file: File): Promise<Prepared> {
  const { imageEmpty, onlyJpg, imageUnreadable, imageTooLarge } = messages.postedActivities
  if (file.size === 0) return { refusal: imageEmpty }
  let format: PhotoFormat | undefined
  try {
    format = formatOf(new Uint8Array(await file.slice(0, formatBytes).arrayBuffer()))
  } catch {
    // The file was moved, deleted, or not yet downloaded from a cloud drive.
    return { refusal: imageUnreadable }
  }
  if (!format) return { refusal: onlyJpg }
  const prepared = await asJpeg(file, format)
  if (!prepared) return { refusal: undecodable(format) }
  return prepared.size > largestImageBytes ? { refusal: imageTooLarge } : { file: prepared }
}

function undecodable(format: PhotoFormat): Message {
  const { imageDamaged, heicUnsupported, photoDamaged } = messages.postedActivities
  if (format === 'heic') return heicUnsupported
  return format === 'jpeg' ? imageDamaged : photoDamaged
}

/** The photo as a .jpg, or undefined if the browser cannot decode it. */
async function asJpeg(file: File, format: PhotoFormat): Promise<File | undefined> {
  // The bitmap is upright, by the orientation of the camera.
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return undefined
  try {
    const size = fitted(bitmap, longestSide)
    const isSmall = size.width === bitmap.width && size.height === bitmap.height && file.size <= worthShrinkingBytes
    if (format === 'jpeg' && isSmall) return file
    const encoded = await encodeJpeg(bitmap, size)
    // A .jpg is sent as it is if there is no canvas (memory is short).
    if (!encoded) return format === 'jpeg' ? file : undefined
    return new File([encoded], jpgName(file.name), { type: 'image/jpeg', lastModified: file.lastModified })
  } finally {
    bitmap.close()
  }
}
