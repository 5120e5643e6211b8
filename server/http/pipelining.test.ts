import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { refusePipelining } from './pipelining.ts'

let app: FastifyInstance
let handled: number
beforeEach(async () => {
  handled = 0
  app = Fastify({ forceCloseConnections: true })
  refusePipelining(app)
  app.get('/', async () => {
    handled += 1
    await new Promise(setImmediate)
    return 'done'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

function open() {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  onTestFinished(() => void socket.destroy())
  let replies = ''
  socket.on('data', (chunk) => {
    replies += chunk
  })
  return { socket, replies: () => replies.match(/HTTP\/1.1 200 OK/g)?.length ?? 0 }
}

test('requests one after the other are answered on one connection', async () => {
  const { socket, replies } = open()
  for (let count = 1; count <= 5; count += 1) {
    socket.write(get)
    await expect.poll(replies).toBe(count)
  }
})

test('a thousand requests in one packet close their connection, and only the first of them is handled', async () => {
  const { socket } = open()
  const closed = once(socket, 'close')
  socket.write(get.repeat(1000))
  await closed
  expect(handled).toBe(1)
  const other = open()
  other.socket.write(get)
  await expect.poll(other.replies).toBe(1)
})
