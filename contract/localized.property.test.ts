import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Translations } from './fields.ts'
import { languages, perTranslation, sourceLanguage } from './languages/languages.ts'
import { localized } from './localized.ts'

const text = fc.string({ minLength: 1 })
const row = fc.record({
  name: text,
  names: fc.record(
    perTranslation(() => text),
    { requiredKeys: [] },
  ),
  score: fc.nat(),
})

test('a text is the translation where there is one, else the English one, and never empty', () => {
  fc.assert(
    fc.property(fc.constantFrom(...languages), row, (language, given) => {
      const translation = language === sourceLanguage ? undefined : given.names[language]
      expect(localized(language, given, 'name')).toBe(translation ?? given.name)
    }),
  )
})

test('a reply without translations, of an older server, is English', () => {
  const old = { name: 'Physics' } as { name: string; names: Translations }
  for (const language of languages) expect(localized(language, old, 'name')).toBe('Physics')
})

test('the name of a removed department stays null', () => {
  const removed = { department_name: null, department_names: null }
  expect(localized('ckb', removed, 'department_name')).toBeNull()
})

test('the details of a notice have no fixed fields', () => {
  const details: Record<string, string | number | Translations> = { activity_name: 'Seminar', activity_names: { ckb: 'سیمینار' } }
  expect(localized('ckb', details, 'activity_name')).toBe('سیمینار')
  expect(localized('ar', details, 'activity_name')).toBe('Seminar')
})

test('only a field with translations is accepted', () => {
  const activity = { name: 'Seminar', names: {}, type: 'Elective', untranslated: 'a' }
  // @ts-expect-error: a type is a code, which the pages translate themselves.
  localized('ar', activity, 'type')
  // @ts-expect-error: it has no translations.
  localized('ar', activity, 'untranslated')
  expect(localized('ar', activity, 'name')).toBe('Seminar')
})
