import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The work of this route waits in a line of its own (see slots.ts), which knows by itself when it is too long. */
    ownLine?: boolean
  }
  interface FastifyRequest {
    waiting: Waiting | null
  }
}

const mostWaiting = 500
/** Fewer than these are never too many: one of them may just be a long piece of work. */
const someWaiting = 40
const lateMs = 2000
/** A browser waits five seconds: an answer after that is for nobody. */
const tooLateMs = 4000
const lookEveryMs = 500

interface Waiting {
  line: Line
  since: number
  /** None any more for who has left the line. */
  reply: FastifyReply | undefined
}

/**
 * In the order they came: the first one waits longest. Not a Map of requests: the tables it outgrows would hold what is over, and all
 * that hangs on it, until memory is cleaned thoroughly.
 */
interface Line {
  entries: Waiting[]
  size: number
}

function longestWait({ entries: [first] }: Line) {
  return first ? performance.now() - first.since : 0
}

function enter(request: FastifyRequest, reply: FastifyReply, line: Line) {
  request.waiting = { line, since: performance.now(), reply }
  line.entries.push(request.waiting)
  line.size += 1
}

function leave(request: FastifyRequest) {
  const { waiting } = request
  if (!waiting) return
  const { line } = waiting
  request.waiting = null
  waiting.reply = undefined
  line.size -= 1
  if (line.entries[0]?.reply) return
  const firstWaiting = line.entries.findIndex(({ reply }) => reply)
  line.entries.splice(0, firstWaiting === -1 ? line.entries.length : firstWaiting)
}

/**
 * Answers 503 early where an answer could only come late. New requests are refused while those before them wait too long, and
 * nobody is left waiting: not behind a locked table, and not with a database that has fallen silent (`ask` gets no answer). What was
 * begun is finished or undone by the database all the same.
 */
export function shedLoad(app: FastifyInstance, ask: () => Promise<unknown>) {
  const shared: Line = { entries: [], size: 0 }
  const own: Line = { entries: [], size: 0 }
  const lineOf = (request: FastifyRequest) => (request.routeOptions.config.ownLine ? own : shared)
  let askedAt: number | undefined

  const isLate = () => shared.size >= mostWaiting || (shared.size >= someWaiting && longestWait(shared) > lateMs)
  const isSilent = () => askedAt !== undefined && performance.now() - askedAt > lateMs

  function look() {
    if (askedAt === undefined && Math.max(longestWait(shared), longestWait(own)) > lateMs / 2) {
      askedAt = performance.now()
      const answered = () => {
        askedAt = undefined
      }
      // A refusal is an answer too: whoever waits gets their own.
      ask().then(answered, answered)
    }
    for (const [line, patience] of [
      [shared, isSilent() ? lateMs : tooLateMs],
      [own, isSilent() ? lateMs : Number.POSITIVE_INFINITY],
    ] as const)
      for (const { since, reply } of [...line.entries]) {
        if (performance.now() - since < patience) break
        if (!reply) continue
        leave(reply.request)
        if (!reply.sent) reply.send(new Unavailable())
      }
  }

  app.decorateRequest('waiting', null)
  // With `done` and not as promises: these run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    // The pages and the way in have to be there when nothing else is.
    const isPublic = request.is404 || request.routeOptions.config.access === 'public'
    if (!isPublic && (isSilent() || isLate())) return done(new Unavailable())
    enter(request, reply, lineOf(request))
    done()
  })
  // What a slow sender takes is not our delay.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, reply, done) => {
    enter(request, reply, lineOf(request))
    done()
  })
  // Nor is what a slow reader takes.
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
  app.addHook('onRequestAbort', (request, done) => {
    leave(request)
    done()
  })

  const looking = setInterval(look, lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}
