import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speaker } from '../../contract/languages/catalogue.ts'
import { en } from '../../contract/languages/en.ts'
import { namedApart, prepareEvidence } from './prepare-evidence.ts'

const say = speaker('en', en)
const jpeg = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), new Uint8Array(60)], name)

beforeEach(() => void vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close: () => {} })))
afterEach(() => void vi.unstubAllGlobals())

test('a PDF is sent as it is, a photo as a photo, each by its content', async () => {
  const pdf = new File(['%PDF-1.7 …'], 'certificate.pdf')
  expect(await prepareEvidence(pdf)).toEqual({ kind: 'pdf', file: pdf })
  const photo = jpeg('photo.pdf')
  expect(await prepareEvidence(photo)).toEqual({ kind: 'photo', file: photo })
  const marked = new File(['\n\n%PDF-1.4 …'], 'download')
  expect((await prepareEvidence(marked)).file?.name).toBe('download.pdf')
})

test('what is neither, empty or larger than 10 MB is refused with a sentence', async () => {
  const refusalOf = async (file: File) => {
    const { refusal } = await prepareEvidence(file)
    return refusal && say(refusal)
  }
  expect(await refusalOf(new File(['GIF89a'], 'moving.gif'))).toBe('moving.gif cannot be read as a photo or a PDF.')
  expect(await refusalOf(new File([], 'nothing.pdf'))).toBe('This file is empty.')
  const large = new File(['%PDF-1.7', new Uint8Array(10 * 1024 * 1024)], 'book.pdf')
  expect(await refusalOf(large)).toBe('book.pdf is larger than 10 MB.')
})

test('two photos of a camera get different names', () => {
  expect(namedApart(jpeg('image.jpg'), []).name).toBe('image.jpg')
  expect(namedApart(jpeg('image.jpg'), ['image.jpg']).name).toBe('image (2).jpg')
  expect(namedApart(jpeg('image.jpg'), ['image.jpg', 'image (2).jpg']).name).toBe('image (3).jpg')
  expect(namedApart(jpeg('scan'), ['scan']).name).toBe('scan (2)')
})
