import { createHash, createHmac, type Hash, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { largestBackupPiece } from '../contract/limits.ts'
import { CannotStart } from './cannot-start.ts'

/**
 * One compressed file: a line of JSON about the whole, then for each table a line about it and its rows as lines of JSON, in pieces
 * with their length before them, and at the end a line with the SHA-256 of all that came before, signed with a key where there is one.
 */
const format = 'staff-portal backup'

export interface BackupHeader {
  created_at: string
  migrations: string[]
}

export interface BackupTable {
  table: string
  columns: string[]
}

/** The last line. The checksum detects damage; only the signature detects a change by an attacker who can write the file. */
interface Ending {
  sha256: string
  hmac?: string
}

function ending(sha256: string, key: string | undefined): Ending {
  return { sha256, ...(key ? { hmac: createHmac('sha256', key).update(`${format} ${sha256}`).digest('hex') } : {}) }
}

export type Piece = { line: object } | { bytes: Uint8Array }

/**
 * The backup is written to a file beside its place and to the disk first: one that is cut off, by a power failure too, leaves no file that
 * looks like one.
 */
export async function writeBackupFile(
  file: string,
  key: string | undefined,
  header: BackupHeader,
  pieces: () => AsyncGenerator<Piece>,
) {
  const hash = createHash('sha256')
  const part = `${file}.part`
  async function* content() {
    function* hashed(...parts: (string | Uint8Array)[]) {
      for (const one of parts) {
        hash.update(one)
        yield one
      }
    }
    yield* hashed(`${JSON.stringify({ format, ...header })}\n`)
    for await (const piece of pieces()) {
      if ('line' in piece) yield* hashed(`${JSON.stringify(piece.line)}\n`)
      else yield* hashed(`${piece.bytes.length}\n`, piece.bytes)
    }
    yield `${JSON.stringify(ending(hash.digest('hex'), key))}\n`
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

export function broken(file: string) {
  return new CannotStart(`The file ${file} is not a whole backup of the portal.`)
}

function checkEnding(file: string, found: Partial<Ending>, sha256: string, key: string | undefined) {
  if (found.sha256 !== sha256) throw broken(file)
  if (!key) return
  if (!found.hmac) throw new CannotStart(`The file ${file} is not signed. To use it all the same, unset BACKUP_KEY.`)
  const [written, expected] = [Buffer.from(found.hmac), Buffer.from(ending(sha256, key).hmac ?? '')]
  if (written.length !== expected.length || !timingSafeEqual(written, expected))
    throw new CannotStart(`The signature of ${file} is wrong: it was changed, or signed with another BACKUP_KEY.`)
}

/** Opens a backup file. Its checksum and signature are verified when it has been read to its end. */
export async function openBackupFile(file: string, key: string | undefined): Promise<BackupReader> {
  const hash = createHash('sha256')
  const input = await readPieces(file, hash)
  const { format: written, ...header } = ((await input.line()) ?? {}) as BackupHeader & { format?: string }
  const { migrations } = header
  if (written !== format || !Array.isArray(migrations) || !migrations.every((name) => typeof name === 'string'))
    throw broken(file)

  async function* rows() {
    for (;;) {
      const length = Number(await input.line())
      if (!(length >= 0 && length <= largestBackupPiece)) throw broken(file)
      if (length === 0) return
      yield await input.bytes(length)
    }
  }

  async function* tables() {
    for (;;) {
      const sum = hash.copy().digest('hex')
      const about = (await input.line()) as Partial<BackupTable & Ending> | null
      if (about?.sha256 !== undefined) return checkEnding(file, about, sum, key)
      if (!about?.table || !Array.isArray(about.columns)) throw broken(file)
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
  let buffered: Buffer = Buffer.alloc(0)

  /** The parts are joined once at the end: joining at every step would take forever on a large piece. */
  async function haveAtLeast(length: number) {
    const parts = [buffered]
    for (let have = buffered.length; have < length; ) {
      const next = await chunks.next().catch(() => {
        throw broken(file)
      })
      if (next.done) throw broken(file)
      parts.push(next.value)
      have += next.value.length
    }
    buffered = Buffer.concat(parts)
  }
  function take(length: number) {
    const taken = buffered.subarray(0, length)
    buffered = buffered.subarray(length)
    hash.update(taken)
    return taken
  }

  return {
    async line(): Promise<unknown> {
      let end = buffered.indexOf(10)
      while (end === -1) {
        if (buffered.length > 1_000_000) throw broken(file)
        await haveAtLeast(buffered.length + 1)
        end = buffered.indexOf(10)
      }
      try {
        return JSON.parse(take(end + 1).toString())
      } catch {
        throw broken(file)
      }
    },
    async bytes(length: number): Promise<Uint8Array> {
      if (buffered.length < length) await haveAtLeast(length)
      return take(length)
    },
  }
}
