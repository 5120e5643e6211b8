import { describe, expect, test } from 'vitest'
import { ar } from './ar.ts'
import { ckb } from './ckb.ts'
import { en } from './en.ts'

type Sentence = { key: string; text: string }

/** Every sentence of a catalogue; a plural has one for each of its forms. */
function sentencesOf(node: object, path = ''): Sentence[] {
  return Object.entries(node).flatMap(([name, value]) => {
    const key = path === '' ? name : `${path}.${name}`
    return typeof value === 'string' ? [{ key, text: value }] : sentencesOf(value, key)
  })
}

const english = sentencesOf(en)
const kurdish = sentencesOf(ckb)
const arabic = sentencesOf(ar)
const translations = { kurdish, arabic }

/** Sentences without a letter of their own that need no mark, or may have none. Values are isolated, and give a sentence no direction. */
const takesDirectionElsewhere = new Set([
  // Its month is a sentence of the same language, which is not isolated.
  'dates.day',
  // Stands inside sentences that have letters; and a list of names is joined with its separator, also in files.
  'general.list',
  // Names of files, in Latin letters.
  'audit.file',
  'record.file',
  'statements.file',
])

/** Shows the key beside the text, so that a failure names its sentence. */
function thatMatch(sentences: Sentence[], pattern: RegExp): string[] {
  return sentences.filter(({ text }) => pattern.test(text)).map(({ key, text }) => `${key}: ${text}`)
}

/** Anything of the Arabic script that is none of these. ی and ک look like the Arabic ي and ك, and are other letters to sorting and searching. */
const notKurdish = /[^\P{Script=Arabic}ئابپتجچحخدرڕزژسشعغفڤقکگلڵمنهەوۆیێ]/u
const notArabic = /[^\P{Script=Arabic}\u0621-\u063a\u0641-\u064a]/u

test('Kurdish is written with the letters of Sorani', () => {
  expect(thatMatch(kurdish, notKurdish)).toEqual([])
})

test('Arabic is written with Arabic letters', () => {
  expect(thatMatch(arabic, notArabic)).toEqual([])
})

test('no sentence begins or ends with a space, or has two in a row', () => {
  // A separator stands between two values.
  const sentences = [...english, ...kurdish, ...arabic].filter(({ key }) => !key.endsWith('Separator'))
  expect(thatMatch(sentences, /^\s|\s$|\s\s/)).toEqual([])
})

describe.each(Object.entries(translations))('%s', (_, sentences) => {
  test('has Latin digits', () => {
    expect(thatMatch(sentences, /(?![0-9])\p{Nd}/u)).toEqual([])
  })

  test('has the commas and question marks of its script', () => {
    expect(thatMatch(sentences, /[?;"]|,(?!\d)/)).toEqual([])
  })

  test('closes every isolate', () => {
    const withoutIsolates = sentences.map(({ key, text }) => ({ key, text: text.replace(/\u2066[^\u2066-\u2069]+\u2069/g, '') }))
    expect(thatMatch(withoutIsolates, /[\u2066-\u2069]/)).toEqual([])
  })

  test('says its direction where it has no letter of its own, only values', () => {
    const own = sentences.filter(({ key, text }) => {
      const letters = text.replace(/\{\w+\}|[،؛؟]/g, '')
      return !takesDirectionElsewhere.has(key) && text.includes('{') && !/\p{Script=Arabic}/u.test(letters)
    })
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ text }) => !/^[\u200f\u2066]/.test(text))).toEqual([])
  })

  test('ends a sentence as English does', () => {
    const ends = new Map(english.map(({ key, text }) => [key, endOf(text)]))
    // A language may have more plural forms than English.
    const endInEnglish = (key: string) => ends.get(key) ?? ends.get(key.replace(/\.\w+$/, '.other'))
    const different = sentences.filter(({ key, text }) => endOf(text) !== endInEnglish(key))
    expect(different.map(({ key, text }) => `${key}: ${text}`)).toEqual([])
  })
})

/** The dot of an abbreviation, after a single capital, ends no sentence: 'M.A.' */
function endOf(text: string): string {
  return (/(?<!\b[A-Z])[.!?؟]$/.exec(text)?.[0] ?? '').replace('؟', '?')
}
