import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languages } from './languages/languages.ts'
import { localized } from './localized.ts'

const text = fc.string({ minLength: 1 })
const row = fc.record({ name: text, name_ckb: fc.option(text), name_ar: fc.option(text), score: fc.nat() })

test('a text is the translation where there is one, else the English one, and never empty', () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages), row, (language, given) => {
      const translation = { en: null, ckb: given.name_ckb, ar: given.name_ar }[language]
      expect(localized(language, given, 'name')).toBe(translation ?? given.name)
    }),
  )
})

test('a reply without translations, of an older server, is English', () => {
  const old = { name: 'Physics' } as { name: string; name_ckb: string | null; name_ar: string | null }
  for (const language of languages) expect(localized(language, old, 'name')).toBe('Physics')
})

test('the name of a removed department stays null', () => {
  const removed = { department_name: null, department_name_ckb: null, department_name_ar: null }
  expect(localized('ckb', removed, 'department_name')).toBeNull()
})

test('the details of a notice have no fixed fields', () => {
  const details: Record<string, string | number> = { activity_name: 'Seminar', activity_name_ckb: 'سیمینار' }
  expect(localized('ckb', details, 'activity_name')).toBe('سیمینار')
  expect(localized('ar', details, 'activity_name')).toBe('Seminar')
})

test('only a field with translations is accepted', () => {
  const activity = { name: 'Seminar', name_ckb: null, name_ar: null, type: 'Elective', half: 'a', half_ckb: null }
  // @ts-expect-error: a type is a code, which the pages translate themselves.
  localized('ar', activity, 'type')
  // @ts-expect-error: one of the two languages is missing.
  localized('ar', activity, 'half')
  expect(localized('ar', activity, 'name')).toBe('Seminar')
})
