import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Unavailable } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The work of this route waits in a line of its own (see slots.ts), which knows by itself when it is too long. */
    ownLine?: boolean
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
  since: number
  reply: FastifyReply
}

/** In the order they came: the first one waits longest. */
type Line = Map<FastifyRequest, Waiting>

function longestWait(line: Line) {
  const [first] = line.values()
  return first ? performance.now() - first.since : 0
}

/**
 * Answers 503 early where an answer could only come late. New requests are refused while those before them wait too long, and
 * nobody is left waiting: not behind a locked table, and not with a database that has fallen silent (`ask` gets no answer). What was
 * begun is finished or undone by the database all the same.
 */
export function shedLoad(app: FastifyInstance, ask: () => Promise<unknown>) {
  const shared: Line = new Map()
  const own: Line = new Map()
  let askedAt: number | undefined

  const isLate = () => shared.size >= mostWaiting || (shared.size >= someWaiting && longestWait(shared) > lateMs)
  const isSilent = () => askedAt !== undefined && performance.now() - askedAt > lateMs

  function enter(request: FastifyRequest, reply: FastifyReply) {
    const line = request.routeOptions.config.ownLine ? own : shared
    line.set(request, { since: performance.now(), reply })
  }
  function leave(request: FastifyRequest) {
    shared.delete(request)
    own.delete(request)
  }

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
      for (const [request, { since, reply }] of line) {
        if (performance.now() - since < patience) break
        leave(request)
        if (!reply.sent) reply.send(new Unavailable())
      }
  }

  // With `done` and not as promises: these run for every request.
  app.addHook('onRequest', (request, reply, done) => {
    // The pages and the way in have to be there when nothing else is.
    const isPublic = request.is404 || request.routeOptions.config.access === 'public'
    if (!isPublic && (isSilent() || isLate())) return done(new Unavailable())
    enter(request, reply)
    done()
  })
  // What a slow sender takes is not our delay.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    leave(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, reply, done) => {
    enter(request, reply)
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
