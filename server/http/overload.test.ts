import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendError } from './errors.ts'
import { refuseOverload } from './overload.ts'

const most = 3
let app: FastifyInstance
/** One for each request whose handler is running. */
let handlers: (() => void)[]
beforeEach(() => {
  handlers = []
  const untilFinished = () => new Promise<string>((resolve) => handlers.push(() => resolve('done')))
  app = Fastify({ forceCloseConnections: true })
  app.setErrorHandler(sendError)
  refuseOverload(app, most)
  app.all('/work', { config: { access: 'signed-in' } }, untilFinished)
  app.get('/public', { config: { access: 'public' } }, untilFinished)
  app.get('/stream', { config: { access: 'signed-in' } }, (_request, reply) => {
    const stream = new PassThrough()
    stream.write('open\n')
    return reply.send(stream)
  })
})
afterEach(() => app.close())

async function begin(url: string, count: number) {
  const before = handlers.length
  const replies = Array.from({ length: count }, () => app.inject({ url }))
  await expect.poll(() => handlers.length).toBe(before + count)
  return replies
}

async function finish(replies: Promise<LightMyRequestResponse>[]) {
  for (const resolve of handlers.splice(0)) resolve()
  for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(200)
}

describe('at the limit of requests in flight', () => {
  test('the next one is refused at once with Retry-After, and served when others are done', async () => {
    const replies = await begin('/work', most)
    const refused = await app.inject({ url: '/work' })
    expect(refused.statusCode).toBe(503)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await finish(replies)
    await finish(await begin('/work', most))
  })

  test('public routes and unknown paths are served', async () => {
    const replies = await begin('/work', most)
    replies.push(...(await begin('/public', 1)))
    expect((await app.inject({ url: '/nowhere' })).statusCode).toBe(404)
    await finish(replies)
  })
})

describe('not counted as in flight', () => {
  test('is a public route', async () => {
    const replies = await begin('/public', most)
    await finish([...replies, ...(await begin('/work', most))])
  })

  test('is a stream that stays open', async () => {
    for (let count = 0; count < most; count += 1) await app.inject({ url: '/stream', payloadAsStream: true })
    await finish(await begin('/work', most))
  })

  test.each(['GET', 'POST'])('is a %s whose client disconnected, although its handler is still running', async (method) => {
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const headers = { 'content-type': 'application/json' }
    const requests = Array.from({ length: most }, () => request({ port, method, path: '/work', headers }))
    for (const one of requests) one.on('error', () => {}).end(method === 'POST' ? '{}' : undefined)
    await expect.poll(() => handlers.length).toBe(most)
    for (const one of requests) one.destroy()
    await expect.poll(() => promisify(app.server.getConnections.bind(app.server))()).toBe(0)
    const abandoned = handlers.splice(0)
    const next = await begin('/work', most)
    // The replies they still send are not subtracted again.
    for (const resolve of abandoned) resolve()
    expect((await app.inject({ url: '/work' })).statusCode).toBe(503)
    await finish(next)
  })
})
