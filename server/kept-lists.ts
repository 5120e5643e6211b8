import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import { listChanges } from './kept-lists.queries.ts'

const gzip = promisify(zlib.gzip)
const mostBytes = 32 * 1024 * 1024
/** Shorter than this is not worth packing. */
const packFrom = 1024

interface Answer {
  tag: string
  body: Buffer
  packed: Buffer | undefined
}

interface Kept {
  changes: string
  answer: Promise<Answer>
  bytes: number
}

async function answerOf(text: string): Promise<Answer> {
  const body = Buffer.from(text)
  return {
    tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    body,
    packed: body.length >= packFrom ? await gzip(body, { level: 4 }) : undefined,
  }
}

const json = 'application/json; charset=utf-8'

/** What the database wrote is sent as it is. */
export function sendJson(reply: FastifyReply, text: string) {
  return reply.type(json).send(text)
}

/**
 * Whole lists as the database wrote them. One is kept until the database's own count of changes has moved, and asked for only once
 * however many ask at the same time; whoever has it already is told so (304). Nothing older than the database is ever sent: the count is read for every
 * request, and a list is kept only if no change was under way when it was read.
 */
export function keptLists(database: Database) {
  const kept = new Map<string, Kept>()
  const changes = listChanges(database)

  function forgetOldest() {
    let total = 0
    for (const { bytes } of kept.values()) total += bytes
    for (const [key, { bytes }] of kept) {
      if (total <= mostBytes) return
      kept.delete(key)
      total -= bytes
    }
  }

  async function find(key: string, read: () => Promise<string>): Promise<Answer> {
    const now = await changes.count()
    const found = kept.get(key)
    if (found?.changes === now) return found.answer
    // Asked after the count: a change that is counted and not there yet is under way, or has come meanwhile.
    if (!(await changes.areSettled())) return answerOf(await read())
    const already = kept.get(key)
    if (already?.changes === now) return already.answer
    const entry: Kept = { changes: now, answer: read().then(answerOf), bytes: 0 }
    kept.delete(key)
    kept.set(key, entry)
    try {
      const { body, packed } = await entry.answer
      entry.bytes = body.length + (packed?.length ?? 0)
      forgetOldest()
    } catch (error) {
      if (kept.get(key) === entry) kept.delete(key)
      throw error
    }
    return entry.answer
  }

  /** `key` names the list, its parameters included; `read` gives it as JSON. */
  return async function send(request: FastifyRequest, reply: FastifyReply, key: string, read: () => Promise<string>) {
    const { tag, body, packed } = await find(key, read)
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    reply.type(json).header('vary', 'accept-encoding')
    if (packed && /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
      return reply.header('content-encoding', 'gzip').send(packed)
    return reply.send(body)
  }
}

export type SendList = ReturnType<typeof keptLists>
