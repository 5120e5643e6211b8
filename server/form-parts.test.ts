import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formParts } from './form-parts.ts'

const most = 20

/** As Node, and every browser, writes a form. */
async function written(form: FormData) {
  const response = new Response(form)
  return { body: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' }
}

const asSent = (value: string) => value.replace(/\r\n|\r|\n/g, '\r\n')
const text = fc
  .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '\r\n--', '--x\r\n', '"; filename="a', '\n', 'اسم'))
  .map((value) =>
    // Half a surrogate cannot be sent by anybody.
    value.replace(/[\ud800-\udfff]/g, '?'),
  )

describe('the parts of a form', () => {
  test('whatever is written into a form, names, texts and files, is read from it', async () => {
    const part = fc.record({ name: text, value: fc.oneof(text, fc.uint8Array()) })
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (given) => {
        const form = new FormData()
        for (const { name, value } of given)
          if (typeof value === 'string') form.append(name, value)
          else form.append(name, new Blob([Buffer.from(value)]), 'proof "1".jpg')
        const { body, type } = await written(form)
        const read = formParts(body, type, most)?.map(({ name, isFile, content }) => [
          name,
          isFile ? [...content] : content.toString(),
        ])
        expect(read).toEqual(
          given.map(({ name, value }) => [asSent(name), typeof value === 'string' ? asSent(value) : [...value]]),
        )
      }),
    )
  })

  test('a form that breaks off anywhere is none', async () => {
    const form = new FormData()
    form.append('link', 'https://example.org')
    form.append('image', new Blob(['picture']), 'proof.jpg')
    const { body, type } = await written(form)
    const end = body.lastIndexOf('--') + 2
    for (let length = 0; length < end; length += 1) expect(formParts(body.subarray(0, length), type, most)).toBeUndefined()
    expect(formParts(body, type, most)).toHaveLength(2)
  })

  test.each([
    ['no boundary', 'multipart/form-data', '--x\r\n\r\n'],
    ['another boundary', 'multipart/form-data; boundary=y', '--x--\r\n'],
    ['something before the first part', 'multipart/form-data; boundary=x', 'hello\r\n--x--\r\n'],
    ['a part without a name', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--\r\n'],
    ['a part that is no field', 'multipart/form-data; boundary=x', '--x\r\nContent-Type: text/plain\r\n\r\n1\r\n--x--\r\n'],
    [
      'endless headers',
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="a"\r\nX: ${'y'.repeat(3000)}\r\n\r\n1\r\n--x--\r\n`,
    ],
  ])('%s is refused', (_name, type, body) => {
    expect(formParts(Buffer.from(body), type, most)).toBeUndefined()
  })

  test('more parts than allowed are refused', async () => {
    const form = new FormData()
    for (let index = 0; index <= most; index += 1) form.append(`field ${index}`, '1')
    const { body, type } = await written(form)
    expect(formParts(body, type, most)).toBeUndefined()
    expect(formParts(body, type, most + 1)).toHaveLength(most + 1)
  })
})
