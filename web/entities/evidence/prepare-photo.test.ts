import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speaker } from '../../../contract/languages/catalogue.ts'
import { en } from '../../../contract/languages/en.ts'
import { preparePhoto } from './prepare-photo.ts'

const jpegStart = [0xff, 0xd8, 0xff]
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const withStart = (start: number[], size = 100) => new File([new Uint8Array(start), new Uint8Array(size - start.length)], 'photo')
const heicStart = [0, 0, 0, 0x24, ...Array.from('ftypheic', (letter) => letter.charCodeAt(0))]

/** The refusal of a file, in English. How photos are converted is tested in a real browser: e2e/photos.spec.ts. */
async function wordsFor(file: File) {
  const { refusal } = await preparePhoto(file)
  return refusal && speaker('en', en)(refusal)
}

beforeEach(() => void vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close: () => {} })))
afterEach(() => void vi.unstubAllGlobals())

test('a small .jpg is sent as it is', async () => {
  const photo = withStart(jpegStart)
  expect(await preparePhoto(photo)).toEqual({ file: photo })
})

test.each([
  ['a GIF', new File(['GIF89a and more of it'], 'photo.gif', { type: 'image/gif' })],
  ['a film of 6 MB', new File([new Uint8Array(6 * 1024 * 1024)], 'film.mp4', { type: 'video/mp4' })],
  ['a text that was renamed', new File(['a long enough text'], 'photo.jpg', { type: 'image/jpeg' })],
])('%s is refused', async (_, file) => {
  expect(await wordsFor(file)).toBe('Only .jpg images are accepted.')
})

test('an empty file is reported as empty', async () => {
  expect(await wordsFor(new File([], 'photo.jpg', { type: 'image/jpeg' }))).toBe('This file is empty.')
})

test('a file that cannot be decoded is refused with the sentence of its format', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')))
  expect(await wordsFor(withStart(jpegStart))).toBe('This .jpg file is damaged and cannot be read.')
  expect(await wordsFor(withStart(pngStart))).toBe('This photo is damaged and cannot be read.')
  expect(await wordsFor(withStart(heicStart))).toBe(
    "This browser cannot read HEIC photos. Choose a .jpg, or set your phone's camera to Most Compatible.",
  )
})

test('an unreadable file is reported as unreadable', async () => {
  const gone = { size: 10, slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }) }
  expect(await wordsFor(gone as unknown as File)).toBe('This file could not be read.')
})
