import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compression } from './compression.ts'

const app = Fastify()
const long = 'a,b\r\n'.repeat(40_000)
beforeAll(async () => {
  await app.register(compress, compression)
  app.get('/:type/:subtype', (request, reply) => {
    const { type, subtype } = request.params as { type: string; subtype: string }
    const { length = long.length, stream } = request.query as { length?: number; stream?: string }
    const body = long.slice(0, Number(length))
    return reply.type(`${type}/${subtype}`).send(stream ? Readable.from([body]) : body)
  })
  app.post('/', (request) => request.body)
})
afterAll(() => app.close())

const get = (url: string, accepted?: string) => app.inject({ url, headers: accepted ? { 'accept-encoding': accepted } : {} })

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['deflate', undefined],
  [undefined, undefined],
])('a client that accepts %s gets %s', async (accepted, encoding) => {
  const { headers, rawPayload } = await get('/application/json', accepted)
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['vary']).toBe(encoding && 'accept-encoding')
  const unpack = { br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }[encoding ?? '']
  expect((unpack?.(rawPayload) ?? rawPayload).toString()).toBe(long)
})

test.each([
  ['/application/json?length=2000', 'br'],
  ['/application/json?length=1000', undefined],
  ['/text/csv?stream=1', 'br'],
  ['/text/html', 'br'],
  ['/image/jpeg', undefined],
  ['/image/png', undefined],
  ['/application/pdf', undefined],
  ['/application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', undefined],
])('%s is sent as %s', async (url, encoding) => {
  expect((await get(url, 'gzip, br')).headers['content-encoding']).toBe(encoding)
})

test('a stream arrives whole', async () => {
  const { rawPayload } = await get('/text/csv?stream=1', 'br')
  expect(zlib.brotliDecompressSync(rawPayload).toString()).toBe(long)
})

test('a compressed request is not read', async () => {
  const reply = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: zlib.gzipSync('{"a":1}'),
  })
  expect(reply.statusCode).toBe(400)
})
