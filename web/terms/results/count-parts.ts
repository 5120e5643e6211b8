import { partEntry } from '../../../contract/counted-file.ts'

/** The beginning of a part in a PDF of the portal. The archive has its PDF uncompressed, so that parts are found there, too. */
const mark = `/${partEntry} true\n`

/** Counts the parts of a file, one for each member, while its bytes arrive: takes some bytes, and returns the number of parts so far. */
export function partCounter(): (bytes: Uint8Array) => number {
  const decoder = new TextDecoder('latin1')
  let end = ''
  let parts = 0
  return (bytes) => {
    const text = end + decoder.decode(bytes)
    parts += text.split(mark).length - 1
    // A mark may be cut in two.
    end = text.slice(1 - mark.length)
    return parts
  }
}
