import { constants, inflateSync } from 'node:zlib'
import { pdf as most } from '../../contract/limits.ts'

export type PdfValue =
  | { kind: 'name'; name: string }
  | { kind: 'number'; value: number }
  | { kind: 'reference'; number: number }
  | { kind: 'array'; items: readonly PdfValue[] }
  | PdfDictionary
  /** A text, null, true or false. */
  | { kind: 'other' }

/** A dictionary, in which a key may stand twice, and viewers differ in which one counts. */
export interface PdfDictionary {
  kind: 'dictionary'
  entries: readonly (readonly [key: string, value: PdfValue])[]
  /** The position at which the bytes of its stream begin, if it has one. */
  stream?: number
}

export interface PdfObject {
  /** Undefined for the dictionary behind the table of objects, to which nothing refers. */
  number: number | undefined
  value: PdfValue
}

type End = { kind: 'end'; token: string }

const code = (character: string) => character.charCodeAt(0)
const whitespace = new Set([0, 9, 10, 12, 13, 32])
const delimiters = new Set([...'()<>[]{}/%'].map(code))
const other = { kind: 'other' } as const

export function valuesOf({ entries }: PdfDictionary, key: string): PdfValue[] {
  return entries.filter(([name]) => name === key).map(([, value]) => value)
}

/**
 * Every object that stands anywhere in a PDF, also one that only an earlier version of it refers to, and one inside of a stream: each
 * place that a viewer could take for an object is read as one. Throws if the file is too intricate for that.
 */
export function objectsIn(pdf: Buffer): PdfObject[] {
  const objects: PdfObject[] = []
  let bytesRead = 0
  for (const word of ['obj', 'trailer'])
    for (let at = pdf.indexOf(word); at !== -1; at = pdf.indexOf(word, at + word.length)) {
      const start = at + word.length
      const isWord = !isRegular(pdf[start]) && pdf.toString('latin1', Math.max(0, at - 3), at) !== 'end'
      if (!isWord) continue
      const { value, end } = readObject(pdf, start)
      bytesRead += end - at
      // Objects in strings in objects in strings are read again and again.
      if (bytesRead > 4 * pdf.length) throw new Error('The objects are nested in one another.')
      objects.push({ number: word === 'obj' ? numberBefore(pdf, at) : undefined, value })
    }
  return [...objects, ...compressedObjects(pdf, objects)]
}

function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && !whitespace.has(byte) && !delimiters.has(byte)
}

function numberBefore(pdf: Buffer, at: number): number | undefined {
  const [, number] = /(\d+)[\0\s]+\d+[\0\s]+$/.exec(pdf.toString('latin1', Math.max(0, at - 40), at)) ?? []
  return number === undefined ? undefined : Number(number)
}

/** The objects that are compressed together, as most programs write them. */
function compressedObjects(pdf: Buffer, objects: readonly PdfObject[]): PdfObject[] {
  const found: PdfObject[] = []
  let bytesLeft = most.unpacked
  for (const { value } of objects) {
    if (value.kind !== 'dictionary' || value.stream === undefined) continue
    const stream = value
    const one = (key: string) => {
      const values = valuesOf(stream, key).flatMap((entry) => resolve(objects, entry))
      if (values.length > 1) throw new Error(`The stream has several entries ${key}.`)
      return values[0]
    }
    const isCompressed = valuesOf(stream, 'Type').some((type) => resolve(objects, type).some((name) => isName(name, 'ObjStm')))
    if (!isCompressed) continue
    const [count, first] = [one('N'), one('First')]
    if (count?.kind !== 'number' || first?.kind !== 'number') throw new Error('The stream does not say where its objects are.')
    const bytes = unpack(pdf.subarray(stream.stream), one('Filter'), one('DecodeParms'), bytesLeft)
    bytesLeft -= bytes.length
    const places = bytes
      .toString('latin1', 0, first.value)
      .trim()
      .split(/[\0\s]+/)
      .map(Number)
    for (let index = 0; index + 1 < places.length; index += 2) {
      const [number, offset] = [places[index], places[index + 1]] as [number, number]
      found.push({ number, value: readObject(bytes, first.value + offset).value })
    }
  }
  return found
}

/** Unpacks objects. Other ways to pack them exist, but no program uses them. */
function unpack(packed: Buffer, filter: PdfValue | undefined, parameters: PdfValue | undefined, most: number): Buffer {
  if (filter === undefined) return packed
  const filters = filter.kind === 'array' ? filter.items : [filter]
  const isPlain = parameters?.kind !== 'dictionary' || valuesOf(parameters, 'Predictor').length === 0
  if (!isPlain || filters.length !== 1 || !filters.some((one) => isName(one, 'FlateDecode')))
    throw new Error('The objects are packed in an unusual way.')
  return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: most })
}

export function isName(value: PdfValue | undefined, name: string): boolean {
  return value?.kind === 'name' && value.name === name
}

/** The values to which a reference leads, in every version of the file; any other value is itself. */
export function resolve(objects: readonly PdfObject[], value: PdfValue): PdfValue[] {
  if (value.kind !== 'reference') return [value]
  return versionsOf(objects, value.number)
}

const indexes = new WeakMap<readonly PdfObject[], Map<number, PdfValue[]>>()

function versionsOf(objects: readonly PdfObject[], number: number): PdfValue[] {
  let index = indexes.get(objects)
  if (!index) {
    index = new Map()
    for (const object of objects) {
      if (object.number === undefined) continue
      const versions = index.get(object.number)
      if (versions) versions.push(object.value)
      else index.set(object.number, [object.value])
    }
    indexes.set(objects, index)
  }
  return index.get(number) ?? []
}

/** The object that begins at `start`, read as tolerantly as viewers do. */
function readObject(pdf: Buffer, start: number): { value: PdfValue; end: number } {
  let at = start
  const read = readValue(0)
  const value = read.kind === 'end' ? other : read
  if (value.kind !== 'dictionary') return { value, end: at }
  const stream = streamAt()
  return { value: stream === undefined ? value : { ...value, stream }, end: at }

  function readValue(depth: number): PdfValue | End {
    if (depth > most.depth) throw new Error('The object is nested too deeply.')
    skipSpace()
    const byte = pdf[at]
    if (byte === undefined) return { kind: 'end', token: '' }
    if (byte === code('/')) return readName()
    if (byte === code('(')) return skipString()
    if (byte === code('[')) return readArray(depth)
    if (byte === code('<')) return pdf[at + 1] === byte ? readDictionary(depth) : skipHex()
    if (!delimiters.has(byte)) return readWord()
    const token = byte === code('>') && pdf[at + 1] === byte ? '>>' : String.fromCharCode(byte)
    at += token.length
    return { kind: 'end', token }
  }

  function skipSpace() {
    for (; at < pdf.length; at += 1) {
      const byte = pdf[at] as number
      if (byte === code('%')) {
        while (at < pdf.length && pdf[at] !== 10 && pdf[at] !== 13) at += 1
      } else if (!whitespace.has(byte)) return
    }
  }

  function readRegular(): string {
    const begin = at
    while (isRegular(pdf[at])) at += 1
    return pdf.toString('latin1', begin, at)
  }

  function readName(): PdfValue {
    at += 1
    const name = readRegular().replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    return { kind: 'name', name }
  }

  function readWord(): PdfValue | End {
    const begin = at
    const word = readRegular()
    if (['endobj', 'stream', 'endstream', 'obj', 'xref', 'trailer', 'startxref'].includes(word)) {
      at = begin
      return { kind: 'end', token: word }
    }
    if (!/^[+-]?[\d.]+$/.test(word)) return other
    const end = at
    if (/^\d+$/.test(word)) {
      skipSpace()
      const isGeneration = /^\d+$/.test(readRegular())
      skipSpace()
      if (isGeneration && readRegular() === 'R') return { kind: 'reference', number: Number(word) }
    }
    at = end
    return { kind: 'number', value: Number(word) }
  }

  function readArray(depth: number): PdfValue {
    const items: PdfValue[] = []
    at += 1
    for (;;) {
      const item = readValue(depth + 1)
      if (item.kind !== 'end') {
        // Numbers and texts in an array mean nothing here, and some have very many.
        if (item.kind !== 'number' && item.kind !== 'other') items.push(item)
      } else if (item.token === ']' || isLast(item)) return { kind: 'array', items }
    }
  }

  function readDictionary(depth: number): PdfDictionary {
    const entries: [string, PdfValue][] = []
    at += 2
    for (;;) {
      const key = readValue(depth + 1)
      if (key.kind === 'end' && (key.token === '>>' || isLast(key))) return { kind: 'dictionary', entries }
      if (key.kind !== 'name') continue
      const value = readValue(depth + 1)
      entries.push([key.name, value.kind === 'end' ? other : value])
      if (value.kind === 'end' && (value.token === '>>' || isLast(value))) return { kind: 'dictionary', entries }
    }
  }

  function isLast({ token }: End) {
    return token === '' || token.length > 2
  }

  function streamAt(): number | undefined {
    skipSpace()
    if (pdf.toString('latin1', at, at + 6) !== 'stream') return undefined
    at += 6
    if (pdf[at] === 13) at += 1
    if (pdf[at] === 10) at += 1
    return at
  }

  function skipString(): PdfValue {
    let open = 0
    do {
      const byte = pdf[at]
      if (byte === code('\\')) at += 1
      else if (byte === code('(')) open += 1
      else if (byte === code(')')) open -= 1
      at += 1
    } while (open > 0 && at < pdf.length)
    return other
  }

  function skipHex(): PdfValue {
    const end = pdf.indexOf('>', at)
    at = end === -1 ? pdf.length : end + 1
    return other
  }
}
