import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { CannotStart } from './cannot-start.ts'

/**
 * One compressed file: a line of JSON about the whole, then for each table a line about it and its rows as lines of JSON, in pieces
 * with their length before them, and at the end a line with the SHA-256 of all that came before. (COPY would be smaller, but the
 * driver stops reading for good when a COPY ends on a full buffer.)
 */
const format = 'staff-portal backup'
const largestPiece = 256 * 1024 * 1024

export interface BackupHeader {
  created_at: string
  migrations: string[]
}

export interface BackupTable {
  table: string
  columns: string[]
}

export type Piece = { line: object } | { bytes: Uint8Array }

/** Beside its place and on the disk first: a backup that is cut off, by a power failure too, leaves no file that looks like one. */
export async function writeBackupFile(file: string, header: BackupHeader, pieces: () => AsyncGenerator<Piece>) {
  const hash = createHash('sha256')
  const part = `${file}.part`
  async function* content() {
    function* told(...parts: (string | Uint8Array)[]) {
      for (const one of parts) {
        hash.update(one)
        yield one
      }
    }
    yield* told(`${JSON.stringify({ format, ...header })}\n`)
    for await (const piece of pieces()) {
      if ('line' in piece) yield* told(`${JSON.stringify(piece.line)}\n`)
      else yield* told(`${piece.bytes.length}\n`, piece.bytes)
    }
    yield `${JSON.stringify({ sha256: hash.digest('hex') })}\n`
  }
  try {
    await pipeline(content, createGzip({ level: 6 }), createWriteStream(part, { flags: 'w', mode: 0o600, flush: true }))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

export interface BackupReader {
  header: BackupHeader
  /** The tables in turn, each with its rows; they must be read to their end. */
  tables: () => AsyncGenerator<BackupTable & { rows: AsyncGenerator<Uint8Array> }>
}

function broken(file: string) {
  return new CannotStart(`The file ${file} is not a whole backup of the portal.`)
}

/** Checks the file's sum when it has been read to its end. */
export async function openBackupFile(file: string): Promise<BackupReader> {
  const hash = createHash('sha256')
  const input = await readPieces(file, hash)
  const { format: written, ...header } = (await input.line()) as BackupHeader & { format?: string }
  if (written !== format || !Array.isArray(header.migrations)) throw broken(file)

  async function* rows() {
    for (;;) {
      const length = Number(await input.line())
      if (!(length >= 0 && length <= largestPiece)) throw broken(file)
      if (length === 0) return
      yield await input.bytes(length)
    }
  }

  async function* tables() {
    for (;;) {
      const sum = hash.copy().digest('hex')
      const about = (await input.line()) as Partial<BackupTable> & { sha256?: string }
      if (about.sha256 !== undefined) {
        if (about.sha256 !== sum) throw broken(file)
        return
      }
      if (!about.table || !about.columns) throw broken(file)
      yield { table: about.table, columns: about.columns, rows: rows() }
    }
  }
  return { header, tables }
}

async function readPieces(file: string, hash: Hash) {
  const stream = createReadStream(file)
  const opened = new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
  await opened.catch(() => {
    throw new CannotStart(`The file ${file} cannot be read.`)
  })
  const chunks = stream.pipe(createGunzip())[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let kept: Buffer = Buffer.alloc(0)

  /** Joined once at the end: joining at every step would take forever on a large piece. */
  async function haveAtLeast(length: number) {
    const parts = [kept]
    for (let have = kept.length; have < length; ) {
      const next = await chunks.next().catch(() => {
        throw broken(file)
      })
      if (next.done) throw broken(file)
      parts.push(next.value)
      have += next.value.length
    }
    kept = Buffer.concat(parts)
  }
  function take(length: number) {
    const taken = kept.subarray(0, length)
    kept = kept.subarray(length)
    hash.update(taken)
    return taken
  }

  return {
    async line(): Promise<unknown> {
      let end = kept.indexOf(10)
      while (end === -1) {
        if (kept.length > 1_000_000) throw broken(file)
        await haveAtLeast(kept.length + 1)
        end = kept.indexOf(10)
      }
      try {
        return JSON.parse(take(end + 1).toString())
      } catch {
        throw broken(file)
      }
    },
    async bytes(length: number): Promise<Uint8Array> {
      if (kept.length < length) await haveAtLeast(length)
      return take(length)
    },
  }
}
