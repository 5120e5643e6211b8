import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { refusalOfImage } from './image-check.ts'

const jpeg = (size: number) => new File([new Uint8Array([0xff, 0xd8, 0xff]), new Uint8Array(size - 3)], 'photo.jpg')

/** Why a file is refused, in English. */
async function wordsFor(file: Blob) {
  const refusal = await refusalOfImage(file)
  return refusal && speaker('en', en)(refusal)
}

beforeEach(() => void vi.stubGlobal('createImageBitmap', async () => ({ close: () => {} })))
afterEach(() => void vi.unstubAllGlobals())

test('a .jpg of up to 5 MB passes, one byte more does not', async () => {
  expect(await wordsFor(jpeg(5 * 1024 * 1024))).toBeUndefined()
  expect(await wordsFor(jpeg(5 * 1024 * 1024 + 1))).toBe('The image is larger than 5 MB.')
})

test.each([
  ['a PNG', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'photo.png', { type: 'image/png' })],
  ['a PNG that was renamed', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'photo.jpg', { type: 'image/jpeg' })],
  ['a film of 6 MB', new File([new Uint8Array(6 * 1024 * 1024)], 'film.mp4', { type: 'video/mp4' })],
])('%s is no .jpg', async (_, file) => {
  expect(await wordsFor(file)).toBe('Only .jpg images are accepted.')
})

test('an empty file is reported as empty', async () => {
  expect(await wordsFor(new File([], 'photo.jpg', { type: 'image/jpeg' }))).toBe('This file is empty.')
})

test('a .jpg that the browser cannot decode is reported as damaged', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
  expect(await wordsFor(jpeg(2000))).toBe('This .jpg file is damaged and cannot be read.')
})

test('an unreadable file is reported as unreadable', async () => {
  const gone = { size: 10, slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }) }
  expect(await wordsFor(gone as unknown as Blob)).toBe('This file could not be read.')
})
