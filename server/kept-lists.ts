import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import { type Changes, listChanges } from './kept-lists.queries.ts'

const gzip = promisify(zlib.gzip)
const mostBytes = 32 * 1024 * 1024
/** What keeping costs beside the answer itself, its packed form included: that is small. */
const bytesPerEntry = 500
/** Shorter than this is not worth packing. */
const packFrom = 1024
/** Of the event loop, some hundredths of a millisecond: whoever was answered a moment ago and asks again comes along. */
const turnsToGather = 5

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
function sharedByAskers<About, T>(ask: (about: Set<About>) => Promise<T>): (about?: About) => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: { about: Set<About>; answer: Promise<T> } | undefined
  async function askNext(about: Set<About>): Promise<T> {
    await underWay
    for (let turn = 0; turn < turnsToGather; turn += 1) await new Promise(setImmediate)
    next = undefined
    const asked = ask(about)
    underWay = asked.catch(() => undefined)
    return asked
  }
  return (about) => {
    if (!next) {
      const all = new Set<About>()
      next = { about: all, answer: askNext(all) }
    }
    if (about !== undefined) next.about.add(about)
    return next.answer
  }
}

const json = 'application/json; charset=utf-8'

/** What the database wrote is sent as it is. */
export function sendJson(reply: FastifyReply, bytes: Buffer) {
  return reply.type(json).send(bytes)
}

/** Which list, its parameters included, and what it shows beside people, departments, the catalogue and terms. */
export interface ListName {
  key: string
  scores?: 'of all' | { ofMember: number }
}

function changesOf({ scores }: ListName, now: Changes): string {
  if (scores === undefined) return now.lists
  return `${now.lists} ${scores === 'of all' ? now.scores : now.members[scores.ofMember]}`
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
  const countNow = sharedByAskers(changes.count)
  const areSettledNow = sharedByAskers(changes.areSettled)

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

  async function find(name: ListName, read: () => Promise<Buffer>): Promise<Answer> {
    const { key, scores } = name
    const now = changesOf(name, await countNow(typeof scores === 'object' ? scores.ofMember : undefined))
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

  /** `read` gives the list as JSON. */
  return async function send(request: FastifyRequest, reply: FastifyReply, name: ListName, read: () => Promise<Buffer>) {
    const answer = await find(name, read)
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
