import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive, read by its directory. */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1')
  const files = new Map<string, Buffer>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const content = bytes.readUInt32LE(at + 42) + 30 + nameLength
    files.set(name, inflateRawSync(bytes.subarray(content, content + bytes.readUInt32LE(at + 20))))
    at += 46 + nameLength
  }
  return files
}
