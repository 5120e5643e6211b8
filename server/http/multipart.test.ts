import { Readable } from 'node:stream'
import fc from 'fast-check'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../contract/languages/catalogue.ts'
import { body, receivedFiles, wait } from '../../contract/limits.ts'
import { TooLarge } from '../errors/errors.ts'
import { limitBodies } from './bodies.ts'
import { acceptMultipart, bytesOf, withForm } from './multipart.ts'
import { sendError } from './send-error.ts'

const maxBytes = 2000
const tooLarge = () => new TooLarge(messages.general.tooLarge, 'image')

const app = Fastify()
beforeAll(async () => {
  app.setErrorHandler(sendError)
  limitBodies(app, body)
  app.decorate('turns', async () => {})
  app.decorate('longestWaits', wait)
  app.decorateRequest('session', { getter: () => ({ user: { id: 1 } }) as never })
  await acceptMultipart(app)
  const large = [{ field: 'image', maxBytes: 10 * receivedFiles.piece, tooLarge }]
  app.post('/stored', (request, reply) =>
    withForm(
      request,
      reply,
      large,
      async ({ files }) =>
        Promise.all(
          files.map(async (file) => ({
            inMemory: file.start.length,
            stored: storage.files.size,
            file: (await bytesOf(file)).toString('base64'),
          })),
        ),
      storage,
    ),
  )
  app.post('/', (request, reply) =>
    withForm(request, reply, [{ field: 'image', maxBytes, tooLarge }], async ({ fields, files }) => ({
      fields: Object.fromEntries(fields),
      file: files[0]?.start.toString('base64'),
    })),
  )
})
afterAll(() => app.close())

/** What a storage has at the moment, and the length of each piece that it ever had. */
const storage = {
  files: new Map<string, Buffer[]>(),
  lengths: [] as number[],
  async add(fileId: string, number: number, bytes: Buffer) {
    const pieces = storage.files.get(fileId) ?? []
    storage.files.set(fileId, pieces)
    // The form uses the buffer again.
    pieces[number - 1] = Buffer.from(bytes)
    storage.lengths.push(bytes.length)
  },
  async *read(fileId: string) {
    yield* storage.files.get(fileId) ?? []
  },
  async remove(fileIds: readonly string[]) {
    for (const id of fileIds) storage.files.delete(id)
  },
}

/** A form as Node and every browser encode it. */
async function written(form: FormData) {
  const response = new Response(form)
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' }
}
const send = (body: Buffer | Readable, type: string, url = '/') =>
  app.inject({ method: 'POST', url, payload: body, headers: { 'content-type': type } })
async function sendForm(parts: (readonly [string, string | Uint8Array])[]) {
  const form = new FormData()
  for (const [name, value] of parts)
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([Buffer.from(value)]), 'proof "1".jpg')
  const { body, type } = await written(form)
  return send(body, type)
}

describe('a form', () => {
  test('is decoded as it was encoded, texts and files', async () => {
    const text = fc
      .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\r\n--', '--x\r\n', '"; filename="a', '\n', 'اسم'))
      // UTF-8 cannot encode a lone surrogate.
      .map((value) => value.replace(/[\ud800-\udfff]/g, '?'))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), fc.option(fc.uint8Array()), async (texts, file) => {
        const named = texts.map((value, index) => [`field ${index}`, value] as const)
        const reply = await sendForm([...named, ...(file ? [['image', file] as const] : [])])
        expect(reply.statusCode).toBe(200)
        expect(reply.json()).toEqual({
          fields: Object.fromEntries(named.map(([name, value]) => [name, value.replace(/\r\n|\r|\n/g, '\r\n')])),
          ...(file ? { file: Buffer.from(file).toString('base64') } : {}),
        })
      }),
    )
  })

  test('that is truncated anywhere is refused', async () => {
    const form = new FormData()
    form.append('link', 'https://example.org')
    form.append('image', new Blob(['picture']), 'proof.jpg')
    const { body, type } = await written(form)
    const end = body.lastIndexOf('--') + 2
    for (let length = 1; length < end; length += 1) expect((await send(body.subarray(0, length), type)).statusCode).toBe(400)
    expect((await send(body, type)).statusCode).toBe(200)
  })

  test.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\n'],
    ['another boundary', 'multipart/form-data; boundary=y', '--x--\r\n'],
    ['a part without a name', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n'],
    [
      'JSON in a field',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{}\r\n--x--\r\n',
    ],
  ])('with %s is refused with a message', async (_name, type, body) => {
    const reply = await send(Buffer.from(body), type)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({ message: 'Some of the values are not valid.', code: 'general.invalidInput' })
  })

  test('may have 21 parts', async () => {
    const parts = (count: number) => Array.from({ length: count }, (_, index) => [`field ${index}`, '1'] as const)
    expect((await sendForm(parts(21))).statusCode).toBe(200)
    expect((await sendForm(parts(22))).statusCode).toBe(400)
  })

  test('may have each field once, one file, and no text of more than 64 kB', async () => {
    const bytes = Buffer.from('picture')
    expect(
      (
        await sendForm([
          ['link', '1'],
          ['link', '2'],
        ])
      ).statusCode,
    ).toBe(400)
    expect(
      (
        await sendForm([
          ['image', bytes],
          ['image', bytes],
        ])
      ).statusCode,
    ).toBe(400)
    expect((await sendForm([['link', 'x'.repeat(70_000)]])).statusCode).toBe(400)
    expect((await sendForm([['toString', 'x']])).statusCode).toBe(400)
  })

  test('may have a file up to the limit; a file in another field is ignored', async () => {
    expect((await sendForm([['image', Buffer.alloc(maxBytes)]])).statusCode).toBe(200)
    const reply = await sendForm([['image', Buffer.alloc(maxBytes + 1)]])
    expect(reply.statusCode).toBe(413)
    expect(reply.json().message).toBe('The request is too large.')
    expect(
      (
        await sendForm([
          ['photo', Buffer.from('x')],
          ['link', '1'],
        ])
      ).json(),
    ).toEqual({ fields: { link: '1' } })
  })

  test('whose file field was left empty has no file; an empty file with a name is one', async () => {
    const part = (filename: string) =>
      `--x\r\nContent-Disposition: form-data; name="image"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n`
    const type = 'multipart/form-data; boundary=x'
    expect((await send(Buffer.from(part('')), type)).json()).toEqual({ fields: {} })
    expect((await send(Buffer.from(part('photo.jpg')), type)).json()).toEqual({ fields: {}, file: '' })
  })

  test('with another content type: 415', async () => {
    const reply = await app.inject({ method: 'POST', url: '/', payload: { link: '1' } })
    expect(reply.statusCode).toBe(415)
  })

  test('hands a large file to the storage in pieces, which are gone after the work; a small one stays in memory', async () => {
    for (const length of [receivedFiles.piece - 1, 3.5 * receivedFiles.piece]) {
      const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 251))
      const isLarge = length > receivedFiles.piece
      const form = new FormData()
      form.append('image', new Blob([bytes]), 'proof.jpg')
      const { body, type } = await written(form)
      // As a socket hands it out.
      const chunks = Array.from({ length: Math.ceil(body.length / 65_536) }, (_, index) =>
        body.subarray(index * 65_536, (index + 1) * 65_536),
      )
      const reply = await send(Readable.from(chunks), type, '/stored')
      expect(reply.json()).toEqual([
        { inMemory: isLarge ? receivedFiles.start : length, stored: isLarge ? 1 : 0, file: bytes.toString('base64') },
      ])
      expect(storage.files.size).toBe(0)
    }
    expect(Math.max(...storage.lengths)).toBeLessThanOrEqual(receivedFiles.piece + 65_536)
  })
})
