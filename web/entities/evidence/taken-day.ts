import { isDay } from '../../../contract/dates.ts'

/** The number of first bytes in which the data of a camera is looked for: they stand before the picture, after a small preview of it. */
const searchedBytes = 256 * 1024
const exifMark = 'Exif\0\0'
const bigEndian = 0x4d4d
const littleEndian = 0x4949
/** Tags of EXIF: where the camera's own tags stand, and when the picture was taken. */
const cameraTags = 0x8769
const takenAt = 0x9003
const entryBytes = 12

/** The day on which a photo was taken, by the clock of its camera; undefined if the photo does not say it. */
export async function takenDay(file: Blob): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, searchedBytes).arrayBuffer())
  const start = new TextDecoder('latin1').decode(bytes).indexOf(exifMark)
  if (start < 0) return undefined
  try {
    return dayIn(new DataView(bytes.buffer, start + exifMark.length))
  } catch (error) {
    // The data is cut, or leads out of itself.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function dayIn(data: DataView): string | undefined {
  const order = data.getUint16(0)
  if (order !== bigEndian && order !== littleEndian) return undefined
  const isLittle = order === littleEndian
  const readTag = (directory: number | undefined, tag: number) => {
    if (directory === undefined) return undefined
    for (let index = 0; index < data.getUint16(directory, isLittle); index += 1) {
      const entry = directory + 2 + index * entryBytes
      if (data.getUint16(entry, isLittle) === tag) return data.getUint32(entry + 8, isLittle)
    }
    return undefined
  }
  const text = readTag(readTag(data.getUint32(4, isLittle), cameraTags), takenAt)
  if (text === undefined) return undefined
  const letters = Array.from({ length: 10 }, (_, index) => String.fromCharCode(data.getUint8(text + index)))
  const day = letters.join('').replaceAll(':', '-')
  return isDay(day) ? day : undefined
}
