import { PassThrough } from 'node:stream'
import type { Database } from '../../database/connect.ts'
import { listenTo } from '../../database/listen.ts'
import { type SessionLimits, sessions } from '../auth/auth.queries.ts'
import { Unavailable } from '../http/errors.ts'

/** Shorter than the time after which the server, or a proxy in front, takes a silent connection for a dead one. */
const heartbeatMs = 10_000
const mostPerPerson = 10
const mostInAll = 2000

const event = 'event: notices\ndata: {}\n\n'
const comment = ': still here\n\n'

interface Stream {
  out: PassThrough
  tokenHash: Buffer
}

/** Server-sent events to browsers. They carry no content: the page then fetches its notices. */
export function noticeStreams(database: Database, limits: SessionLimits) {
  const byPerson = new Map<number, Set<Stream>>()
  let count = 0
  const allStreams = () => [...byPerson.values()].flatMap((streams) => [...streams])

  async function aliveOf(streams: Stream[]): Promise<Set<string>> {
    try {
      const hashes = streams.map(({ tokenHash }) => tokenHash)
      return new Set((await sessions(database).stillAlive(hashes, limits)).map((hash) => hash.toString('hex')))
    } catch {
      // The database is away: all of them are closed, and the browsers try again by themselves.
      return new Set()
    }
  }

  /** Nothing is written to a stream whose session has ended: it is closed. One query finds out for all of them. */
  async function write(streams: Stream[], text: string) {
    if (streams.length === 0) return
    const alive = await aliveOf(streams)
    for (const { out, tokenHash } of streams) {
      if (!alive.has(tokenHash.toString('hex'))) out.end()
      else if (out.writable) out.write(text)
    }
  }

  const stopListening = listenTo(database, 'notices', {
    onNotification: (userId) => void write([...(byPerson.get(Number(userId)) ?? [])], event),
    // Notifications sent while not listening were missed.
    onListening: () => void write(allStreams(), event),
  })
  const heartbeat = setInterval(() => void write(allStreams(), comment), heartbeatMs).unref()

  return {
    open(userId: number, tokenHash: Buffer): PassThrough {
      const streams = byPerson.get(userId) ?? new Set()
      if (streams.size >= mostPerPerson || count >= mostInAll) throw new Unavailable()
      const stream: Stream = { out: new PassThrough(), tokenHash }
      streams.add(stream)
      byPerson.set(userId, streams)
      count += 1
      stream.out.on('close', () => {
        streams.delete(stream)
        if (streams.size === 0) byPerson.delete(userId)
        count -= 1
      })
      stream.out.write(`retry: 5000\n${event}`)
      return stream.out
    },

    async stop() {
      clearInterval(heartbeat)
      for (const { out } of allStreams()) out.end()
      await stopListening()
    },
  }
}
