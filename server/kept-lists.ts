import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import { listChanges } from './kept-lists.queries.ts'

const gzip = promisify(zlib.gzip)
const mostBytes = 32 * 1024 * 1024
/** What keeping costs beside the answer itself, its packed form included: that is small. */
const bytesPerEntry = 500
/** Shorter than this is not worth packing. */
const packFrom = 1024

interface Answer {
  tag: string
  body: Buffer
  /** Made when the first one asks for it. */
  packed: Promise<Buffer> | undefined
}

interface Kept {
  changes: string
  answer: Promise<Answer>
  bytes: number
}

function answerOf(body: Buffer): Answer {
  return { tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`, body, packed: undefined }
}

/**
 * Asks once for all who came while the question before was under way. It is asked after each of them came, so nobody is told anything
 * older; and one question at a time is all the database has to answer, however many ask.
 */
function sharedByAsker<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  async function askNext(): Promise<T> {
    await underWay
    await new Promise(setImmediate)
    next = undefined
    const asked = ask()
    underWay = asked.catch(() => undefined)
    return asked
  }
  return () => {
    next ??= askNext()
    return next
  }
}

const json = 'application/json; charset=utf-8'

/** What the database wrote is sent as it is. */
export function sendJson(reply: FastifyReply, bytes: Buffer) {
  return reply.type(json).send(bytes)
}

/**
 * Whole answers as the database wrote them. One is kept until the database's own count of changes has moved, and asked for only once
 * however many ask at the same time; whoever has it already is told so (304). Nothing older than the database is ever sent: the count
 * is read after every request came, and an answer is kept only if no change was under way when it was read.
 */
export function keptLists(database: Database) {
  const kept = new Map<string, Kept>()
  let keptBytes = 0
  const changes = listChanges(database)
  const countNow = sharedByAsker(changes.count)
  const areSettledNow = sharedByAsker(changes.areSettled)

  function keep(key: string, entry: Kept) {
    forget(key)
    kept.set(key, entry)
  }

  function forget(key: string) {
    keptBytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function weigh(key: string, entry: Kept, { body }: Answer) {
    if (kept.get(key) !== entry) return
    entry.bytes = bytesPerEntry + body.length
    keptBytes += entry.bytes
    for (const oldest of kept.keys()) {
      if (keptBytes <= mostBytes) return
      forget(oldest)
    }
  }

  async function find(key: string, read: () => Promise<Buffer>): Promise<Answer> {
    const now = await countNow()
    const found = kept.get(key)
    if (found?.changes === now) return found.answer
    // Asked after the count: a change that is counted and not there yet is under way, or has come meanwhile.
    if (!(await areSettledNow())) return answerOf(await read())
    const already = kept.get(key)
    if (already?.changes === now) return already.answer
    const entry: Kept = { changes: now, answer: read().then(answerOf), bytes: 0 }
    keep(key, entry)
    try {
      const answer = await entry.answer
      weigh(key, entry, answer)
      return answer
    } catch (error) {
      if (kept.get(key) === entry) forget(key)
      throw error
    }
  }

  /** `key` names the list, its parameters included; `read` gives it as JSON. */
  return async function send(request: FastifyRequest, reply: FastifyReply, key: string, read: () => Promise<Buffer>) {
    const answer = await find(key, read)
    const { tag, body } = answer
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    reply.type(json).header('vary', 'accept-encoding')
    const isPacked = body.length >= packFrom && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    if (!isPacked) return reply.send(body)
    answer.packed ??= gzip(body, { level: 4 })
    return reply.header('content-encoding', 'gzip').send(await answer.packed)
  }
}

export type SendList = ReturnType<typeof keptLists>
