import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type FastifyInstance, fastify } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { body, wait } from '../../contract/limits.ts'
import { limitBodies } from './bodies.ts'
import { acceptMultipart, withForm } from './multipart.ts'
import { sendError } from './send-error.ts'

const hour = 3_600_000
const unlimited = { grace: hour, longestPublic: hour, longestJson: hour, longestForm: hour }
type Limits = Partial<Parameters<typeof limitBodies>[1]>

let app: FastifyInstance
beforeEach(() => {
  app = fastify({ forceCloseConnections: true, connectionTimeout: 0 })
})
afterEach(() => app.close())

/** A server on a port, which has no limits other than these. */
async function listen(limits: Limits) {
  app.setErrorHandler(sendError)
  // The limits keep their getters.
  limitBodies(app, Object.defineProperties({ ...body, ...unlimited }, Object.getOwnPropertyDescriptors(limits)))
  app.decorate('turns', async () => {})
  app.decorate('longestWaits', { ...wait, memory: hour })
  app.decorateRequest('session', { getter: () => ({ user: { id: 1 } }) as never })
  await acceptMultipart(app)
  app.get('/', async () => 'complete')
  app.post('/', async () => 'complete')
  const expected = [{ field: 'file', maxBytes: 1000, tooLarge: () => new Error('too large') }]
  app.post('/form', (request, reply) => withForm(request, reply, expected, async ({ files }) => `${files.length} files`))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return Number(new URL(app.listeningOrigin).port)
}

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'
const form = { path: '/form', type: 'multipart/form-data; boundary=b', begin: head, rest: '1\r\n--b--\r\n' }
const kinds = {
  JSON: { path: '/', type: 'application/json', begin: '{', rest: '}' },
  form,
  'form for an unknown path': { ...form, path: '/nowhere' },
}
type Kind = keyof typeof kinds
const both = ['JSON', 'form'] as const

/** A request with an incomplete body. */
async function beginBody(port: number, kind: Kind) {
  const { path, type, begin, rest } = kinds[kind]
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  let reply = ''
  socket.on('data', (chunk) => {
    reply += chunk
  })
  const closed = once(socket, 'close')
  const isHere = once(app.server, 'request')
  const length = begin.length + rest.length
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${begin}`)
  await isHere
  return { socket, closed, reply: () => reply, sendTheRest: () => socket.write(rest) }
}

const refusal = /^HTTP\/1.1 408 Request Timeout[\s\S]*"code":"general.tooSlow"/

describe.each(both)('a body that is a %s', (kind) => {
  test('and takes too long is refused with a sentence, and its connection closed a moment later', async () => {
    const port = await listen({ longestJson: 50, longestForm: 50, linger: 50 })
    const { reply, closed } = await beginBody(port, kind)
    await closed
    expect(reply()).toMatch(refusal)
  })

  test('and drips in is refused when it is below the least rate', async () => {
    // The least rate is in bytes per second: more than a test can send.
    const port = await listen({ grace: 50, check: 10, leastRate: 1e12, linger: 50 })
    const { reply, closed } = await beginBody(port, kind)
    await closed
    expect(reply()).toMatch(refusal)
  })

  test('and keeps the least rate is read, whatever number of times it is checked', async () => {
    let checks = 0
    const limits = {
      grace: 1,
      check: 1,
      get leastRate() {
        checks += 1
        return 0
      },
    }
    const port = await listen(limits)
    const { reply, sendTheRest } = await beginBody(port, kind)
    await expect.poll(() => checks).toBeGreaterThan(2)
    sendTheRest()
    await expect.poll(reply).toMatch(/^HTTP\/1.1 200 OK/)
  })
})

test('a form that is refused can still be sent: its sender reads the reply, and the connection stays', async () => {
  const port = await listen({ longestForm: 50, linger: hour })
  const { socket, reply, sendTheRest } = await beginBody(port, 'form')
  await expect.poll(reply).toMatch(refusal)
  sendTheRest()
  const before = reply().length
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => reply().slice(before)).toMatch(/^HTTP\/1.1 200 OK/)
})

test('a form that is refused is read on while its sender keeps the least rate, and can be sent to its end', async () => {
  let checks = 0
  const limits = {
    linger: 10,
    get leastRate() {
      checks += 1
      return 0
    },
  }
  const port = await listen(limits)
  const { reply, sendTheRest, socket } = await beginBody(port, 'form for an unknown path')
  await expect.poll(reply).toMatch(/^HTTP\/1.1 404/)
  await expect.poll(() => checks).toBeGreaterThan(2)
  sendTheRest()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(reply).toMatch(/HTTP\/1.1 200 OK/)
})

test('a reply that takes longer than a body may is complete', async () => {
  let finish = () => {}
  app.post('/late', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return 'complete'
  })
  const port = await listen({ longestJson: 1, grace: 1, linger: 1 })
  const reply = fetch(`http://127.0.0.1:${port}/late`, {
    method: 'POST',
    body: '12',
    headers: { 'content-type': 'application/json' },
  })
  const { closed } = await beginBody(port, 'JSON')
  await closed
  finish()
  expect(await text((await reply).body ?? new ReadableStream())).toBe('complete')
})
