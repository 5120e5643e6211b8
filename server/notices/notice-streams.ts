import { PassThrough } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { streams as most } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { listenTo } from '../../database/listen.ts'
import { type SessionLimits, sessions } from '../auth/auth.queries.ts'
import { TooManyRequests, Unavailable } from '../errors/errors.ts'

const event = 'event: notices\ndata: {}\n\n'
const comment = ': still here\n\n'

interface Stream {
  out: PassThrough
  tokenHash: Buffer
}

/** Server-sent events to browsers. They have no content: the page then fetches its notices. */
export function noticeStreams(database: Database, limits: SessionLimits, log: Pick<FastifyBaseLogger, 'warn'>) {
  const byPerson = new Map<number, Set<Stream>>()
  let count = 0
  const allStreams = () => [...byPerson.values()].flatMap((streams) => [...streams])

  async function aliveOf(streams: Stream[]): Promise<Set<string>> {
    try {
      const hashes = streams.map(({ tokenHash }) => tokenHash)
      return new Set((await sessions(database).stillAlive(hashes, limits)).map((hash) => hash.toString('hex')))
    } catch {
      // The database is unavailable: all streams are closed, and the browsers retry by themselves.
      return new Set()
    }
  }

  /** Nothing is written to a stream whose session has ended: it is closed. One query checks all of them. */
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
    onFailure: (error) => log.warn({ err: error }, 'LISTEN failed: open pages hear of nothing new until it works again'),
  })
  const heartbeat = setInterval(() => void write(allStreams(), comment), most.heartbeat).unref()

  return {
    open(userId: number, tokenHash: Buffer): PassThrough {
      const streams = byPerson.get(userId) ?? new Set()
      if (streams.size >= most.perPerson) throw new TooManyRequests()
      if (count >= most.total) throw new Unavailable()
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
