import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import bidiFactory from 'bidi-js'
import { create, type Font } from 'fontkit'

/** Text in the PDF: the portal's own fonts, and bidirectional lines of Latin and Arabic. */

export type Weight = 400 | 600

/** The font files in the order in which they are tried. A name in another script shows missing-glyph boxes. */
const files = ['latin', 'latin-ext', 'arabic', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const
type Letters = (typeof files)[number]

/** The font tables, decompressed once: fontkit would decompress the WOFF files slowly, and again for every PDF. */
function decompress(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const header = Buffer.alloc(12 + count * 16)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (let index = 0; index < count; index += 1) {
    const [from, to] = [44 + index * 20, 12 + index * 16]
    const start = woff.readUInt32BE(from + 4)
    const packed = woff.subarray(start, start + woff.readUInt32BE(from + 8))
    const length = woff.readUInt32BE(from + 12)
    const padding = (4 - (length % 4)) % 4
    woff.copy(header, to, from, from + 4)
    woff.copy(header, to + 4, from + 16, from + 20)
    header.writeUInt32BE(offset, to + 8)
    header.writeUInt32BE(length, to + 12)
    parts.push(packed.length < length ? inflateSync(packed) : packed, Buffer.alloc(padding))
    offset += length + padding
  }
  return Buffer.concat(parts)
}

const require = createRequire(import.meta.url)
const decompressed = new Map<string, Buffer>()

/**
 * A font for one PDF. Only its file is shared: fontkit caches the text of each glyph at its first use, and a glyph that was first used
 * as a component of another one (the dot in a colon) has no text, so that "19.6" would be copied from a later PDF as "196".
 */
export function openFont(letters: Letters, weight: Weight): Font {
  const family = letters === 'arabic' ? 'ibm-plex-sans-arabic' : 'ibm-plex-sans'
  const file = `@fontsource/${family}/files/${family}-${letters}-${weight}-normal.woff`
  const bytes = decompressed.get(file) ?? decompress(readFileSync(require.resolve(file)))
  decompressed.set(file, bytes)
  return create(bytes) as Font
}

const covering = new Map<Letters, Font>()
function hasLetter(letters: Letters, sign: string): boolean {
  const font = covering.get(letters) ?? openFont(letters, 400)
  covering.set(letters, font)
  return font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
}

// The types of bidi-js describe an ES module; Node loads the CommonJS one.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()
const mark = /\p{M}/u
/** Directional marks have no use once the levels are known; a font would render a box for them. */
const invisible = /[\u200c-\u200f\u061c\u202a-\u202e\u2066-\u2069]/u
const nonJoiner = '\u200c'

/** The invisible mark of the direction in which a text runs. */
export function directionMark(text: string): string {
  const [paragraph] = bidi.getEmbeddingLevels(text).paragraphs
  return paragraph && paragraph.level % 2 === 1 ? '\u200f' : '\u200e'
}

export interface Piece {
  text: string
  letters: Letters
  direction: 'ltr' | 'rtl'
}

/**
 * A line in pieces of one font and one direction, in visual order from left to right (UAX 9). The text of a piece
 * stays in logical order; the first letter decides the direction of the line.
 */
export function piecesOf(text: string): Piece[] {
  const embedding = bidi.getEmbeddingLevels(text)
  const mirrored = bidi.getMirroredCharactersMap(text, embedding.levels)
  const pieceAt: Piece[] = []
  let last: (Piece & { level: number }) | undefined
  for (let index = 0; index < text.length; index += 1) {
    const sign = mirrored.get(index) ?? text.charAt(index)
    if (invisible.test(sign)) {
      // The letters on both sides of a non-joiner must not join.
      if (sign === nonJoiner) last = undefined
      continue
    }
    const level = embedding.levels[index] ?? 0
    const has = (letters: Letters) => hasLetter(letters, sign)
    if (last && last.level === level && (has(last.letters) || mark.test(sign))) last.text += sign
    else last = { text: sign, letters: files.find(has) ?? 'latin', level, direction: level % 2 === 0 ? 'ltr' : 'rtl' }
    pieceAt[index] = last
  }
  return [...new Set(bidi.getReorderedIndices(text, embedding).flatMap((index) => pieceAt[index] ?? []))]
}
