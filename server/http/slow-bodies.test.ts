import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limitSlowBodies } from './slow-bodies.ts'

const limitMs = 200
const longerMs = 2 * limitMs

const app = fastify()
let port: number
beforeAll(async () => {
  limitSlowBodies(app, limitMs)
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => void text(payload).then(() => done(null)))
  const replyLate = async () => {
    await pause(longerMs)
    return 'complete'
  }
  app.get('/', replyLate)
  app.post('/', replyLate)
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(app.listeningOrigin).port)
})
afterAll(() => app.close())

/** The reply to a request whose last byte is sent after the limit; empty if the connection was closed. */
async function sendSlowly(contentType: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${contentType}\r\nContent-Length: 2\r\n\r\n1`)
  const reply = text(socket).catch(() => '')
  await pause(longerMs)
  socket.write('2')
  return reply
}

describe('a slow body', () => {
  test('ends the connection', async () => {
    expect(await sendSlowly('application/json')).toBe('')
  })

  test('is accepted if it is a form with files', async () => {
    expect(await sendSlowly('multipart/form-data; boundary=x')).toContain('complete')
  })
})

describe('a reply that takes longer than a body may', () => {
  test.each(['GET', 'POST'])('is complete, after a %s', async (method) => {
    const body = method === 'POST' ? { body: '12', headers: { 'content-type': 'application/json' } } : {}
    const reply = await fetch(`http://127.0.0.1:${port}/`, { method, ...body })
    expect(await reply.text()).toBe('complete')
  })
})
