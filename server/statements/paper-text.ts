import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { create, type Font } from 'fontkit'

/** Text on paper: the portal's own fonts, and lines in which Latin and Arabic each run their own way. */

export type Weight = 400 | 600

/** In the order in which they are tried. A name in another script shows empty boxes, as a printer without the letters would. */
const files = ['latin', 'latin-ext', 'arabic', 'cyrillic', 'cyrillic-ext', 'greek', 'vietnamese'] as const
type Letters = (typeof files)[number]

/** The same tables, unpacked once: the fonts come packed for browsers, and fontkit unpacks slowly and anew for every paper. */
function unpack(woff: Buffer): Buffer {
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
const unpacked = new Map<string, Buffer>()

/**
 * A font for one paper. Only its file is shared: fontkit remembers of each glyph what text it first stood for, and a glyph that was first met
 * as a part of another one (the dot in a colon) stands for nothing, so that "19.6" would be copied from a later paper as "196".
 */
export function openFont(letters: Letters, weight: Weight): Font {
  const family = letters === 'arabic' ? 'ibm-plex-sans-arabic' : 'ibm-plex-sans'
  const file = `@fontsource/${family}/files/${family}-${letters}-${weight}-normal.woff`
  const bytes = unpacked.get(file) ?? unpack(readFileSync(require.resolve(file)))
  unpacked.set(file, bytes)
  return create(bytes) as Font
}

const covering = new Map<Letters, Font>()
function hasLetter(letters: Letters, sign: string): boolean {
  const font = covering.get(letters) ?? openFont(letters, 400)
  covering.set(letters, font)
  return font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
}

const rightToLeft = /[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
const digit = /[0-9\u0660-\u0669\u06f0-\u06f9]/u
const betweenDigits = /[.,:/٫٬-]/u
const mark = /[\p{M}\u200c\u200d]/u
const mirrored = new Map([...'()[]{}<>«»'].map((sign, index, all) => [sign, all[index ^ 1] ?? sign]))

type Kind = 'left' | 'right' | 'number' | 'neutral'

function kindsOf(signs: readonly string[]): Kind[] {
  const kinds = signs.map((sign): Kind => {
    if (digit.test(sign)) return 'number'
    if (rightToLeft.test(sign)) return 'right'
    return /\p{L}/u.test(sign) ? 'left' : 'neutral'
  })
  return kinds.map((kind, index) => {
    const isInside = kinds[index - 1] === 'number' && kinds[index + 1] === 'number'
    return kind === 'neutral' && isInside && betweenDigits.test(signs[index] ?? '') ? 'number' : kind
  })
}

/**
 * How deep each sign is nested: even runs from left to right, odd from right to left. The part of the Unicode bidirectional
 * algorithm (UAX 9) that a line without embeddings needs; the first letter decides which way the whole line runs.
 */
function levelsOf(signs: readonly string[]): number[] {
  const kinds = kindsOf(signs)
  const base = kinds.find((kind) => kind === 'left' || kind === 'right') === 'right' ? 1 : 0
  const left = base === 0 ? 0 : 2
  let strong: 'left' | 'right' = base === 0 ? 'left' : 'right'
  const known = kinds.map((kind, index) => {
    if (kind === 'left' || kind === 'right') strong = kind
    if (kind === 'neutral' && !mark.test(signs[index] ?? '')) return undefined
    // A number follows the letters before it: among right-to-left ones it counts as one of them, and still reads from its left.
    const side = strong === 'left' ? left : 1
    return { side, level: kind === 'number' && side === 1 ? 2 : side }
  })
  return known.map((own, index) => {
    if (own) return own.level
    const before = known.findLast((other, at) => at < index && other !== undefined)?.side ?? base
    const after = known.find((other, at) => at > index && other !== undefined)?.side ?? base
    return before === after ? before : base
  })
}

export interface Piece {
  text: string
  letters: Letters
}

/** A line in pieces of one font and one direction, in the order in which they stand on paper from left to right. */
export function piecesOf(text: string): Piece[] {
  const signs = [...text]
  const levels = levelsOf(signs)
  const runs: { text: string; letters: Letters; level: number }[] = []
  for (const [index, sign] of signs.entries()) {
    const level = levels[index] ?? 0
    const last = runs.at(-1)
    const has = (letters: Letters) => hasLetter(letters, sign)
    if (last?.level === level && (has(last.letters) || mark.test(sign))) last.text += sign
    else runs.push({ text: sign, letters: files.find(has) ?? 'latin', level })
  }
  for (let level = 2; level > 0; level -= 1)
    for (let start = 0; start < runs.length; start += 1) {
      let end = start
      while ((runs[end]?.level ?? 0) >= level) end += 1
      runs.splice(start, end - start, ...runs.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  return runs.map(({ text: run, letters, level }) => {
    // Arabic letters are turned around by the font itself, as it joins them; commas and brackets are not.
    const isTurned = level === 1 && !rightToLeft.test(run)
    const turned = [...run].reverse().map((sign) => mirrored.get(sign) ?? sign)
    return { text: isTurned ? turned.join('') : run, letters }
  })
}
