import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitted, formatOf, jpgName } from './photo-format.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

test.each([
  ['a .jpg', '\xff\xd8\xff\xe0\0\x10JFIF\0\x01', 'jpeg'],
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0\0\r', 'png'],
  ['a WebP', 'RIFF\x24\0\0\0WEBP', 'webp'],
  ['a photo of an iPhone', '\0\0\0\x24ftypheic', 'heic'],
  ['a GIF', 'GIF89a\x01\0\x01\0\0\0', undefined],
  ['a film of an iPhone', '\0\0\0\x14ftypqt  ', undefined],
  ['a sound in RIFF', 'RIFF\x24\0\0\0WAVE', undefined],
  ['an SVG', '<svg xmlns="', undefined],
  ['a PDF', '%PDF-1.7\n%\xe2\xe3', undefined],
  ['two bytes', '\xff\xd8', undefined],
])('%s is recognised by its first bytes', (_, start, format) => {
  expect(formatOf(bytes(start))).toBe(format)
})

test('the longest side is at most 2000, the shape stays, and nothing is enlarged', () => {
  expect(fitted({ width: 4000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1500 })
  expect(fitted({ width: 3000, height: 4000 }, 2000)).toEqual({ width: 1500, height: 2000 })
  expect(fitted({ width: 640, height: 480 }, 2000)).toEqual({ width: 640, height: 480 })
  const side = fc.integer({ min: 1, max: 60_000 })
  fc.assert(
    fc.property(side, side, (width, height) => {
      const result = fitted({ width, height }, 2000)
      expect(Math.max(result.width, result.height)).toBe(Math.min(2000, Math.max(width, height)))
      expect(Math.min(result.width, result.height)).toBeGreaterThanOrEqual(1)
      expect(result.width).toBeLessThanOrEqual(width)
      expect(result.height).toBeLessThanOrEqual(height)
    }),
  )
})

test('the file is named as the .jpg that it becomes', () => {
  expect(['IMG_0007.HEIC', 'a.b.png', 'photo.jpeg', 'photo', '.webp'].map(jpgName)).toEqual([
    'IMG_0007.jpg',
    'a.b.jpg',
    'photo.jpg',
    'photo.jpg',
    '.jpg',
  ])
})
