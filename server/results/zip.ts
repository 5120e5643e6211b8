import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file of a ZIP archive. */
export interface ZipEntry {
  name: string
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Whether the content is stored as it is: compressed already, such as a PDF, or to be written in one way only. */
  isStored?: boolean
  /** A listener for the bytes of the file as they stand in the archive. */
  onPacked?: (chunk: Uint8Array) => void
}

interface WrittenEntry {
  name: Buffer
  offset: number
  crc: number
  size: number
  packedSize: number
}

const signatures = { localHeader: 0x04034b50, descriptor: 0x08074b50, centralHeader: 0x02014b50, end: 0x06054b50 }
/** The version 2.0, which has deflate. */
const version = 20
/** Sizes stand behind the content, because they are not known before it; names are UTF-8. */
const flags = 0x0008 | 0x0800
/**
 * The method of all content, also of that which is not compressed (deflate has blocks for that): some readers need it to find the end of a
 * content of unknown size.
 */
const deflate = 8
const largest = 0xffff_ffff

/** The date format of MS-DOS, in UTC. */
function dosTime(at: Date) {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

/** Writes the fields one after the other: [bytes, value]. */
function record(fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/**
 * A ZIP file of up to 4 GB, written as its entries come. An entry is asked for when the one before is complete, so the last one can list
 * the checksums of all others.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const { time, date } = dosTime(at)
  const written: WrittenEntry[] = []
  let offset = 0

  for await (const { name, content, isStored, onPacked } of entries) {
    const entry = { name: Buffer.from(name), offset, crc: 0, size: 0, packedSize: 0 }
    const header = record([
      [4, signatures.localHeader],
      [2, version],
      [2, flags],
      [2, deflate],
      [2, time],
      [2, date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, entry.name.length],
      [2, 0],
    ])
    yield Buffer.concat([header, entry.name])

    async function* counted() {
      for await (const chunk of content) {
        entry.crc = crc32(chunk, entry.crc)
        entry.size += chunk.length
        yield chunk
      }
    }
    const source = Readable.from(counted())
    const packer = createDeflateRaw({ level: isStored ? 0 : 6 })
    source.on('error', (error) => packer.destroy(error))
    try {
      for await (const chunk of source.pipe(packer)) {
        entry.packedSize += chunk.length
        onPacked?.(chunk)
        yield chunk
      }
    } finally {
      source.destroy()
      packer.destroy()
    }

    const descriptor = record([
      [4, signatures.descriptor],
      [4, entry.crc],
      [4, Math.min(entry.packedSize, largest)],
      [4, Math.min(entry.size, largest)],
    ])
    yield descriptor
    offset += header.length + entry.name.length + entry.packedSize + descriptor.length
    if (offset > largest || entry.size > largest) throw new Error('a ZIP file of more than 4 GB is not supported')
    written.push(entry)
  }

  const directory = Buffer.concat(
    written.flatMap((entry) => [
      record([
        [4, signatures.centralHeader],
        [2, version],
        [2, version],
        [2, flags],
        [2, deflate],
        [2, time],
        [2, date],
        [4, entry.crc],
        [4, entry.packedSize],
        [4, entry.size],
        [2, entry.name.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, 0],
        [4, entry.offset],
      ]),
      entry.name,
    ]),
  )
  const end = record([
    [4, signatures.end],
    [2, 0],
    [2, 0],
    [2, written.length],
    [2, written.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  ])
  yield Buffer.concat([directory, end])
}
