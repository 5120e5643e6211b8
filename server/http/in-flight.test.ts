import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { body } from '../../contract/limits.ts'
import { limitBodies } from './bodies.ts'
import { limitInFlight, limitPerPerson } from './in-flight.ts'
import { sendError } from './send-error.ts'

const most = { total: 6, perAddress: 5, perPerson: 4, atWorkPerPerson: 2 }
let app: FastifyInstance
/** One entry for each request whose handler is running, with its session. */
let handlers: { of: string | undefined; finish: () => void }[]

let begunBodies: number
let lookups: number

/** A person has an id, and sessions with names: `7a` and `7b` are of one person. */
const sessionOf = (headers: object) => ('session' in headers ? String(headers.session) : undefined)

beforeEach(() => {
  handlers = []
  begunBodies = 0
  lookups = 0
  const untilFinished = ({ headers }: { headers: object }) =>
    new Promise<string>((resolve) => handlers.push({ of: sessionOf(headers), finish: () => resolve('done') }))
  app = Fastify({ forceCloseConnections: true, trustProxy: true })
  app.setErrorHandler(sendError)
  app.decorateRequest('session', null)
  limitInFlight(app, most, ({ headers }) => sessionOf(headers))
  limitBodies(app, { ...body, longestJson: 3_600_000, grace: 3_600_000 })
  app.addHook('onRequest', async (request) => {
    const session = sessionOf(request.headers)
    lookups += 1
    if (session) request.session = { user: { id: Number.parseInt(session, 10) } } as typeof request.session
  })
  limitPerPerson(app, most)
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => void payload.resume().on('end', () => done(null)))
  app.addHook('preParsing', async () => {
    begunBodies += 1
  })
  app.all('/work', { config: { access: 'signed-in' } }, untilFinished)
  app.all('/public', { config: { access: 'public' } }, untilFinished)
  app.get('/stream', { config: { access: 'signed-in' } }, (_request, reply) => {
    const stream = new PassThrough()
    stream.write('open\n')
    return reply.type('text/event-stream').send(stream)
  })
  app.get('/large', { config: { access: 'signed-in' } }, async () => Buffer.alloc(64 * 1024 * 1024))
  app.get('/long', { config: { access: 'signed-in' } }, (_request, reply) => {
    const stream = new PassThrough()
    stream.write('open\n')
    return reply.type('text/csv').send(stream)
  })
})
afterEach(() => app.close())

interface Caller {
  session?: string
  address?: string
}

function call(url: string, { session, address = '192.0.2.1' }: Caller = {}) {
  return app.inject({ url, headers: { 'x-forwarded-for': address, ...(session && { session }) } })
}

async function begin(url: string, callers: Caller[]) {
  const before = handlers.length
  const replies = callers.map((caller) => call(url, caller))
  await expect.poll(() => handlers.length).toBe(before + callers.length)
  return replies
}

/** Callers who are different people, each from an address of their own. */
const others = (count: number): Caller[] =>
  Array.from({ length: count }, (_, index) => ({ session: `${100 + index}`, address: `198.51.100.${index}` }))

async function finish(replies: Promise<LightMyRequestResponse>[]) {
  for (const { finish } of handlers.splice(0)) finish()
  for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(200)
}

async function expectRefused(reply: Promise<LightMyRequestResponse>, status: 429 | 503) {
  const { statusCode, headers, body } = await reply
  expect(statusCode).toBe(status)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(JSON.parse(body).message).toMatch(/Try again|try again/)
}

describe('at the limit of all requests in flight', () => {
  test('the next one is refused at once with Retry-After, and served when others are done', async () => {
    const replies = await begin('/work', others(most.total))
    await expectRefused(call('/work'), 503)
    await finish(replies)
    await finish(await begin('/work', others(most.total)))
  })

  test('public routes and unknown paths are served', async () => {
    const replies = await begin('/work', others(most.total))
    replies.push(...(await begin('/public', [{}])))
    expect((await call('/nowhere')).statusCode).toBe(404)
    await finish(replies)
  })
})

test('at the limit of one address, its next one is refused, and other addresses are served', async () => {
  const address = '192.0.2.7'
  const replies = await begin(
    '/work',
    others(most.perAddress).map(({ session }) => ({ session: session ?? '', address })),
  )
  await expectRefused(call('/work', { session: '99', address }), 429)
  await finish([...replies, ...(await begin('/work', [{ session: '99', address: '192.0.2.8' }]))])
})

describe('at the limit of one person', () => {
  const sameSession: Caller[] = Array(most.perPerson).fill({ session: '7a' })
  const twoSessions = sameSession.map((_, index) => ({ session: index % 2 ? '7a' : '7b' }))

  test.each([
    ['in one session', sameSession, '7a'],
    ['in two sessions', twoSessions, '7c'],
  ])('%s: the next one is refused, some are at work, the others wait, and other people are served', async (_, callers, next) => {
    const replies = callers.map((caller) => call('/work', caller))
    await expect.poll(() => handlers.length).toBe(most.atWorkPerPerson)
    await expectRefused(call('/work', { session: next }), 429)
    const theirs = await begin('/work', [{ session: '8' }])
    expect(handlers.filter(({ of }) => of?.startsWith('7'))).toHaveLength(most.atWorkPerPerson)
    // Each request that is done lets one of the waiting ones begin.
    handlers.shift()?.finish()
    await Promise.race(replies)
    await expect.poll(() => handlers.filter(({ of }) => of?.startsWith('7')).length).toBe(most.atWorkPerPerson)
    await finish(theirs)
    await expect.poll(() => handlers.length).toBe(1)
    await finish(replies)
  })

  test('in one session, it is refused before its session is looked up', async () => {
    const replies = sameSession.map((caller) => call('/work', caller))
    await expect.poll(() => lookups).toBe(most.perPerson)
    await expectRefused(call('/work', { session: '7a' }), 429)
    expect(lookups).toBe(most.perPerson)
    const done: number[] = []
    for (const reply of replies) void reply.then(({ statusCode }) => done.push(statusCode))
    await expect
      .poll(() => {
        for (const { finish } of handlers.splice(0)) finish()
        return done
      })
      .toEqual(replies.map(() => 200))
  })

  test('waits also if it is sent as a form, on a route that reads none', async () => {
    const replies = await begin('/work', Array(most.atWorkPerPerson).fill({ session: '7' }))
    const headers = { session: '7', 'content-type': 'multipart/form-data; boundary=b' }
    const form = app.inject({ method: 'DELETE', url: '/work', headers, payload: '--b--' })
    const theirs = await begin('/work', [{ session: '8' }])
    expect(handlers.filter(({ of }) => of === '7')).toHaveLength(most.atWorkPerPerson)
    await finish([...replies, ...theirs])
    await expect.poll(() => handlers.length).toBe(1)
    await finish([form])
  })

  test('a client that disconnected while it waited is passed over', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const replies = await begin('/work', Array(most.atWorkPerPerson).fill({ session: '7' }))
    const waiting = request({ port, path: '/work', headers: { session: '7 gone' } })
    const isHere = once(app.server, 'request')
    waiting.on('error', () => {}).end()
    await isHere
    waiting.destroy()
    await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0)
    const last = call('/work', { session: '7' })
    handlers.shift()?.finish()
    await Promise.race(replies)
    await expect.poll(() => handlers.length).toBe(most.atWorkPerPerson)
    expect(handlers.map(({ of }) => of)).toEqual(['7', '7'])
    await finish([...replies, last])
  })
})

describe('not counted as in flight', () => {
  test('is a public route', async () => {
    const replies = await begin('/public', others(most.total))
    await finish([...replies, ...(await begin('/work', others(most.total)))])
  })

  test('is a stream of events that stays open', async () => {
    for (const { session, address } of others(most.total))
      await app.inject({ url: '/stream', headers: { session, 'x-forwarded-for': address }, payloadAsStream: true })
    await finish(await begin('/work', others(most.total)))
  })

  test.each(['GET', 'POST'])('is a %s whose client disconnected, although its handler is still running', async (method) => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const requests = others(most.total).map(({ session = '', address = '' }) =>
      request({
        port,
        method,
        path: '/work',
        headers: { 'content-type': 'application/json', session, 'x-forwarded-for': address },
      }),
    )
    for (const one of requests) one.on('error', () => {}).end(method === 'POST' ? '{}' : undefined)
    await expect.poll(() => handlers.length).toBe(most.total)
    for (const one of requests) one.destroy()
    await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0)
    const abandoned = handlers.splice(0)
    const next = await begin('/work', others(most.total))
    // The replies that they still send are not subtracted again.
    for (const { finish } of abandoned) finish()
    await expectRefused(call('/work'), 503)
    await finish(next)
  })

  test('is a body that still arrives: it counts for its sender alone, and as work when it is there', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const sockets = others(most.total).map(({ session = '', address = '' }) => {
      const socket = connect(port, '127.0.0.1').on('error', () => {})
      onTestFinished(() => void socket.destroy())
      const headers = `Session: ${session}\r\nX-Forwarded-For: ${address}\r\nContent-Type: application/json\r\nContent-Length: 2`
      socket.write(`POST /work HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n{`)
      return socket
    })
    await expect.poll(() => begunBodies).toBe(most.total)
    const replies = await begin('/work', others(most.total))
    await finish(replies)
    for (const socket of sockets) socket.write('}')
    await expect.poll(() => handlers.length).toBe(most.total)
    await expectRefused(call('/work'), 503)
    for (const { finish } of handlers.splice(0)) finish()
  })
})

describe('a reply that is read slowly', () => {
  /** Begins to read, and stops. */
  async function readSlowly(path: string, session: string) {
    const { port } = app.server.address() as AddressInfo
    const reading = request({ port, path, headers: { session } })
    onTestFinished(() => void reading.destroy())
    reading.on('error', () => {}).end()
    const [reply] = await once(reading, 'response')
    reply.on('error', () => {})
    return reading
  }

  test('counts for its person until all of it has left, whatever it is', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const readers = await Promise.all(Array.from({ length: most.perPerson }, () => readSlowly('/long', '7')))
    await expectRefused(call('/work', { session: '7' }), 429)
    await finish(await begin('/work', others(most.total)))
    for (const reader of readers) reader.destroy()
    await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0)
    await finish(await begin('/work', [{ session: '7' }]))
  })

  test('keeps its turn if it is large: the next ones of the same person wait, others are served', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const readers = await Promise.all(Array.from({ length: most.atWorkPerPerson }, () => readSlowly('/large', '7')))
    const next = call('/work', { session: '7' })
    await finish(await begin('/work', others(2)))
    expect(handlers).toEqual([])
    for (const reader of readers) reader.destroy()
    await expect.poll(() => handlers.length).toBe(1)
    await finish([next])
  })
})
