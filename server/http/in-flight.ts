import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type inFlight, largeReply } from '../../contract/limits.ts'
import { TooManyRequests, Unavailable } from '../errors/errors.ts'
import { limitConcurrency } from '../process/limit-concurrency.ts'
import { hasBody } from './bodies.ts'

declare module 'fastify' {
  interface FastifyInstance {
    turns: (request: FastifyRequest) => Promise<void>
  }
  interface FastifyRequest {
    flight: Flight | null
  }
}

/** Counts by key, such as a person. */
class Places {
  readonly #taken = new Map<string | number, number>()
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  has(key: string | number): boolean {
    return this.#taken.has(key)
  }

  isFull(key: string | number): boolean {
    return (this.#taken.get(key) ?? 0) >= this.#most
  }

  add(key: string | number, change: 1 | -1) {
    const taken = (this.#taken.get(key) ?? 0) + change
    if (taken > 0) this.#taken.set(key, taken)
    else this.#taken.delete(key)
  }
}

/** The places that one request takes, until its reply has left or its client has disconnected. */
class Flight {
  readonly #releases = new Set<() => void>()
  isOver = false
  /** Releases the places of the request among those that are worked on. */
  work: (() => void)[] = []
  /** Releases the turn of the request among those of its person. */
  turn: (() => void) | undefined

  take(places: Places, key: string | number): () => void {
    places.add(key, 1)
    return this.untilOver(() => places.add(key, -1))
  }

  /** Calls `work` once: at the end, or by the returned function. */
  untilOver(work: () => void): () => void {
    const release = () => {
      if (this.#releases.delete(release)) work()
    }
    this.#releases.add(release)
    return release
  }

  endWork() {
    for (const release of this.work) release()
    this.turn?.()
  }

  end() {
    this.isOver = true
    for (const release of this.#releases) release()
  }
}

/** Whether the route is public: the pages and sign-in work under overload, too. */
function isPublic({ is404, routeOptions }: FastifyRequest) {
  return is404 || routeOptions.config.access === 'public'
}

/**
 * Bounds the requests in flight, of all together, of one address and of one session. Further requests are refused at once, before the body
 * is read and the session is looked up. A body that still arrives is no work: it counts for its session alone, and bodies.ts limits its
 * time. The time that a request may work is limited by the database timeouts (contract/limits.ts). Fastify's `handlerTimeout` is no use
 * here: in 5.12.8 its timer stops as soon as a body has been read.
 */
export function limitInFlight(
  app: FastifyInstance,
  most: typeof inFlight,
  tokenOf: (request: FastifyRequest) => string | undefined,
) {
  const all = 'all'
  const working = new Places(most.total)
  const addresses = new Places(most.perAddress)
  const sessions = new Places(most.perPerson)

  function begin(flight: Flight, address: string) {
    flight.work.push(flight.take(working, all), flight.take(addresses, address))
  }

  app.decorateRequest('flight', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (isPublic(request)) return done()
    const flight = new Flight()
    request.flight = flight
    // A client that disconnected: not every handler then sends a reply.
    reply.raw.once('close', () => flight.end())
    const token = tokenOf(request)
    if (working.isFull(all)) return done(new Unavailable())
    if (addresses.isFull(request.ip)) return done(new TooManyRequests())
    if (token && sessions.isFull(token)) return done(new TooManyRequests())
    if (token) flight.take(sessions, token)
    begin(flight, request.ip)
    done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { flight, ip } = request
    if (flight && hasBody(request)) {
      for (const release of flight.work) release()
      payload.once('end', () => {
        if (!flight.isOver) begin(flight, ip)
      })
    }
    done(null, payload)
  })
  // A slow reader causes no more work, but what it reads takes memory: it counts for its person until all of it has left, and a large reply
  // keeps its turn. A stream of events stays open, and has limits of its own.
  app.addHook('onSend', (request, reply, payload, done) => {
    const { flight } = request
    if (String(reply.getHeader('content-type')).startsWith('text/event-stream')) flight?.end()
    else if (!(Buffer.isBuffer(payload) && payload.length > largeReply)) flight?.endWork()
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.flight?.end()
    done()
  })
}

/**
 * Bounds the requests of one person, whatever number of sessions they have. A few of them are worked on at the same time, so that they take
 * a few database connections; the others wait in the order they came. This comes after `guardAccess`, which identifies the person.
 */
export function limitPerPerson(app: FastifyInstance, most: typeof inFlight) {
  const people = new Places(most.perPerson)
  const turns = new Map<number, ReturnType<typeof limitConcurrency>>()

  function turnsOf(person: number) {
    const known = turns.get(person) ?? limitConcurrency(most.atWorkPerPerson)
    turns.set(person, known)
    return known
  }

  app.addHook('onRequest', (request, _reply, done) => {
    const { flight, session } = request
    if (!flight || !session) return done()
    const { id } = session.user
    if (people.isFull(id)) return done(new TooManyRequests())
    flight.take(people, id)
    flight.untilOver(() => {
      if (!people.has(id)) turns.delete(id)
    })
    done()
  })

  app.decorate('turns', async ({ flight, session }) => {
    if (!flight || !session) return
    await new Promise<void>((start) => {
      void turnsOf(session.user.id)(() => {
        start()
        return new Promise<void>((resolve) => {
          if (flight.isOver) resolve()
          else flight.turn = flight.untilOver(resolve)
        })
      })
    })
    // The client disconnected while the request waited.
    if (flight.isOver) throw new Unavailable()
  })
  app.addHook('preHandler', takeTurn)
}

/** Leaves the turn of a form, whose body arrives while its route runs: it takes another turn when it has arrived. */
export function leaveTurn({ flight }: FastifyRequest) {
  flight?.turn?.()
}

/** Waits while the most requests of the same person are worked on. */
export function takeTurn(request: FastifyRequest): Promise<void> {
  return request.server.turns(request)
}
