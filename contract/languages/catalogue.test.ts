import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ar } from './ar.ts'
import { decode, encode, listOf, type Message, messages, speaker, type Value } from './catalogue.ts'
import { catalogues } from './catalogues.ts'
import { en } from './en.ts'
import { languages } from './languages.ts'
import { leavesOf, valuesIn } from './leaves.ts'

const sentences = leavesOf(en)

/** An arbitrary sentence, with values for all of its names. Some of them are messages themselves. */
const anyMessage: fc.Arbitrary<Message> = fc.letrec<{ message: Message; value: Value }>((tie) => ({
  message: fc.constantFrom(...sentences).chain(([key, leaf]) => {
    const names = typeof leaf === 'string' ? valuesIn(leaf) : [...new Set([...Object.values(leaf).flatMap(valuesIn), 'count'])]
    const entries = names.map((name) => [name, name === 'count' ? fc.nat() : tie('value')] as const)
    const values = fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<Value>>)
    return names.length === 0 ? fc.constant({ key }) : values.map((given) => ({ key, values: given }))
  }),
  // Text without braces, which a value may contain and a sentence may not leave.
  value: fc.oneof(
    { maxDepth: 2 },
    fc.string().map((text) => text.replace(/[{}]/g, '')),
    // JSON has no infinity.
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    tie('message'),
  ),
})).message

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
    expect(say(messages.terms.unscored({ count: 1 }))).toBe('1 member has no points yet.')
    expect(say(messages.terms.unscored({ count: 1204 }))).toBe('1,204 members have no points yet.')
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
