import { inflateRawSync } from 'node:zlib'
import { messages } from '../../contract/languages/catalogue.ts'
import { Refused } from './table.ts'

/** A file in a ZIP archive, as the directory at its end describes it. */
export interface ZipEntry {
  name: string
  isStored: boolean
  compressed: number
  uncompressed: number
  /** The position of the header before its bytes. */
  position: number
}

export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOfArchive(view)
  const count = view.getUint16(end + 10, true)
  let position = view.getUint32(end + 16, true)
  const entries: ZipEntry[] = []
  for (let entry = 0; entry < count; entry += 1) {
    if (position + 46 > view.byteLength || view.getUint32(position, true) !== 0x02014b50)
      throw new Refused(messages.imports.damaged)
    const nameLength = view.getUint16(position + 28, true)
    entries.push({
      name: new TextDecoder().decode(bytes.subarray(position + 46, position + 46 + nameLength)),
      isStored: view.getUint16(position + 10, true) === 0,
      compressed: view.getUint32(position + 20, true),
      uncompressed: view.getUint32(position + 24, true),
      position: view.getUint32(position + 42, true),
    })
    position += 46 + [28, 30, 32].reduce((lengths, at) => lengths + view.getUint16(position + at, true), 0)
  }
  return entries
}

/** The bytes of an entry, at most as many as it claims to have. */
export function unzipped(bytes: Uint8Array, { position, compressed, uncompressed, isStored }: ZipEntry): Buffer {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = position + 30 + view.getUint16(position + 26, true) + view.getUint16(position + 28, true)
  const content = bytes.subarray(start, start + compressed)
  return isStored ? Buffer.from(content) : inflateRawSync(content, { maxOutputLength: Math.max(1, uncompressed) })
}

/** The end record of the archive, which is at the very end, except for a comment. */
function endOfArchive(view: DataView): number {
  for (let position = view.byteLength - 22; position >= Math.max(0, view.byteLength - 65_557); position -= 1)
    if (view.getUint32(position, true) === 0x06054b50) return position
  throw new Refused(messages.imports.damaged)
}
