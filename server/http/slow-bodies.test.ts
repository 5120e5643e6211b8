import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitSlowBodies } from './slow-bodies.ts'

const app = fastify()
let port: number
beforeAll(async () => {
  limitSlowBodies(app, 100)
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => void text(payload).then(() => done(null)))
  const replyLate = async () => {
    await untilTheLimit()
    return 'complete'
  }
  app.get('/', replyLate)
  app.post('/', replyLate)
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(app.listeningOrigin).port)
})
afterAll(() => app.close())

/** A request of whose body the last byte is missing. */
async function beginBody(contentType: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  const reply = text(socket).catch(() => '')
  const isHere = once(app.server, 'request')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${contentType}\r\nContent-Length: 2\r\n\r\n1`)
  await isHere
  return { reply, sendTheRest: () => socket.write('2') }
}

/** As long as a body may take, by the clock of the server: what was begun before has lasted longer. */
async function untilTheLimit() {
  const { reply } = await beginBody('application/json')
  expect(await reply).toBe('')
}

describe('a slow body', () => {
  test('ends the connection', async () => {
    await untilTheLimit()
  })

  test('is accepted if it is a form with files', async () => {
    const { reply, sendTheRest } = await beginBody('multipart/form-data; boundary=x')
    await untilTheLimit()
    sendTheRest()
    expect(await reply).toContain('complete')
  })
})

describe('a reply that takes longer than a body may', () => {
  test.each(['GET', 'POST'])('is complete, after a %s', async (method) => {
    const body = method === 'POST' ? { body: '12', headers: { 'content-type': 'application/json' } } : {}
    const reply = await fetch(`http://127.0.0.1:${port}/`, { method, ...body })
    expect(await reply.text()).toBe('complete')
  })
})
