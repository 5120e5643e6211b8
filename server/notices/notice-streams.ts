import { PassThrough } from 'node:stream'
import type { Database } from '../../database/connect.ts'
import { listenTo } from '../../database/listen.ts'
import { Unavailable } from '../errors.ts'

/** Shorter than the time after which the server, or a proxy in front, takes a silent connection for a dead one. */
const beatMs = 10_000
const mostPerPerson = 10
const mostInAll = 2000

interface Stream {
  out: PassThrough
  isStillSignedIn: () => Promise<boolean>
}

/** Open lines to browsers. They carry no content, only that there is something new: whoever hears it asks for it. */
export function noticeStreams(database: Database) {
  const byPerson = new Map<number, Set<Stream>>()
  let count = 0

  /** Nothing more is said to somebody whose session has ended. */
  async function say(stream: Stream, line: string) {
    try {
      if (await stream.isStillSignedIn()) stream.out.write(line)
      else stream.out.end()
    } catch {
      // The database is away: the browser asks again by itself.
      stream.out.end()
    }
  }

  const everybody = () => [...byPerson.values()].flatMap((streams) => [...streams])
  const stopListening = listenTo(database, 'notices', {
    onNotification: (userId) => {
      for (const stream of byPerson.get(Number(userId)) ?? []) void say(stream, 'event: notices\ndata: {}\n\n')
    },
    // What was told while nobody listened is asked for now.
    onListening: () => {
      for (const stream of everybody()) void say(stream, 'event: notices\ndata: {}\n\n')
    },
  })
  const beating = setInterval(() => {
    for (const stream of everybody()) void say(stream, ': still here\n\n')
  }, beatMs).unref()

  return {
    open(userId: number, isStillSignedIn: () => Promise<boolean>): PassThrough {
      const streams = byPerson.get(userId) ?? new Set()
      if (streams.size >= mostPerPerson || count >= mostInAll) throw new Unavailable()
      const stream: Stream = { out: new PassThrough(), isStillSignedIn }
      streams.add(stream)
      byPerson.set(userId, streams)
      count += 1
      stream.out.on('close', () => {
        streams.delete(stream)
        if (streams.size === 0) byPerson.delete(userId)
        count -= 1
      })
      stream.out.write('retry: 5000\nevent: notices\ndata: {}\n\n')
      return stream.out
    },

    async stop() {
      clearInterval(beating)
      for (const { out } of everybody()) out.end()
      await stopListening()
    },
  }
}
