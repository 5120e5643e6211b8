import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ar } from './ar.ts'
import { type Catalogue, decode, encode, listOf, type Message, messages, speaker, type Value } from './catalogue.ts'
import { ckb } from './ckb.ts'
import { en } from './en.ts'
import { type Language, languages } from './languages.ts'
import { type Leaf, leavesOf, valuesIn } from './leaves.ts'

const catalogues: Readonly<Record<Language, Catalogue>> = { en, ckb, ar }
const sentences = leavesOf(en)
const formsOf = (leaf: Leaf) => (typeof leaf === 'string' ? [leaf] : Object.values(leaf))
const namesOf = (leaf: Leaf) => [...new Set(formsOf(leaf).flatMap(valuesIn))].sort()

describe.each(languages)('the catalogue %s', (language) => {
  const own = leavesOf(catalogues[language])

  test('has every sentence of the English one, and no other', () => {
    expect([...own.keys()].toSorted()).toEqual([...sentences.keys()].toSorted())
  })

  test('has the same values in every sentence; a plural form may leave some out', () => {
    for (const [key, english] of sentences) {
      const leaf = own.get(key) ?? ''
      if (typeof english === 'string') expect({ key, values: valuesIn(String(leaf)) }).toEqual({ key, values: valuesIn(english) })
      else {
        expect(leaf, key).toBeTypeOf('object')
        const known = [...namesOf(english), 'count']
        expect({ key, unknown: namesOf(leaf).filter((name) => !known.includes(name)) }).toEqual({ key, unknown: [] })
      }
    }
  })

  test('has no empty sentence and no line break', () => {
    for (const [key, leaf] of own)
      for (const form of formsOf(leaf)) {
        expect(form.trim(), key).not.toBe('')
        expect(form, key).not.toMatch(/[\r\n\t]/)
      }
  })

  test('has names for sheets of a spreadsheet that every program opens', () => {
    const say = speaker(language, catalogues[language])
    const { users, scores, departments, activities } = messages.imports.sheet
    for (const name of [messages.audit.sheet, users, scores, departments, activities].map(say)) {
      expect(name.length).toBeLessThanOrEqual(31)
      expect(name).not.toMatch(/[[\]:*?/\\]/)
    }
  })
})

/** Any sentence, with values for all of its names. Some of them are messages themselves. */
const anyMessage: fc.Arbitrary<Message> = fc.letrec<{ message: Message; value: Value }>((tie) => ({
  message: fc.constantFrom(...sentences).chain(([key, leaf]) => {
    const names = typeof leaf === 'string' ? valuesIn(leaf) : [...new Set([...namesOf(leaf), 'count'])]
    const entries = names.map((name) => [name, name === 'count' ? fc.nat() : tie('value')] as const)
    const values = fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<Value>>)
    return names.length === 0 ? fc.constant({ key }) : values.map((given) => ({ key, values: given }))
  }),
  // No braces, which a value may contain and a sentence may not leave.
  value: fc.oneof(
    { maxDepth: 2 },
    fc.string().map((text) => text.replace(/[{}]/g, '')),
    // JSON has no infinity.
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    tie('message'),
  ),
})).message

test.each(languages)('each of the two grades has one name in %s, and no sentence another one', (language) => {
  const others = {
    en: /\b(your|own|office.s) grade\b/i,
    ckb: /پلەکەتان|پلەی (خۆتان|خودی|بەڕێوەبەرایەتی)/,
    ar: /تقديرك|تقدير (الإدارة|العضو)/,
  }[language]
  for (const [key, leaf] of leavesOf(catalogues[language]))
    for (const form of formsOf(leaf)) expect(form, key).not.toMatch(others)
})

test.each(languages)('no sentence in %s leaves a {value} open', (language) => {
  const say = speaker(language, catalogues[language])
  fc.assert(fc.property(anyMessage, (message) => !/[{}]/.test(say(message))))
})

test('a message is the same after it was sent as text', () => {
  const say = speaker('en', en)
  fc.assert(
    fc.property(anyMessage, (message) => {
      const received = decode(encode(message))
      expect(received.key).toBe(message.key)
      expect(say(received)).toBe(say(message))
    }),
  )
})

test('a reference is a message that can be sent as JSON, also as a value of another one', () => {
  const sent: Message = JSON.parse(JSON.stringify(messages.users.error({ message: messages.terms.closed })))
  expect(sent).toEqual({ key: 'users.error', values: { message: { key: 'terms.closed' } } })
  expect(JSON.stringify([messages.terms.closed])).toBe('[{"key":"terms.closed"}]')
})

describe('words', () => {
  const say = speaker('en', en)

  test('a list is joined in the way of the language', () => {
    const list = (...items: Value[]) => say(messages.users.error({ message: listOf(items) }))
    expect(list('A', messages.codes.titles.p, 'C')).toBe('Error: A, Professor, C')
    expect(list('A')).toBe('Error: A')
  })

  test('a plural is chosen by its count, and numbers are grouped', () => {
    expect(say(messages.terms.unscored({ count: 1 }))).toBe('1 member has no points at all yet.')
    expect(say(messages.terms.unscored({ count: 1204 }))).toBe('1,204 members have no points at all yet.')
  })

  test('a sentence that only a newer server has is shown in the words of the server', () => {
    expect(say({ key: 'terms.notYetKnown', words: 'As the server says it.' })).toBe('As the server says it.')
    expect(say({ key: 'constructor.name' })).toBe('constructor.name')
  })

  test('a name in the other direction is isolated from the sentence around it', () => {
    expect(say(messages.departments.deleteQuestion({ name: 'Physics' }))).toBe('Delete Physics?')
    expect(say(messages.departments.deleteQuestion({ name: 'فیزیا' }))).toBe('Delete \u2068فیزیا\u2069?')
    const inArabic = speaker('ar', ar)(messages.departments.deleteQuestion({ name: 'Physics' }))
    expect(inArabic).toContain('\u2068Physics\u2069')
  })
})
