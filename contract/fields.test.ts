import { expect, test } from 'vitest'
import { day, line } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'

const missing = encode(messages.general.missing)
const invalidYear = encode(messages.general.invalidYear)

const name = line(50, messages.general.missing)

test.each([
  ['a zero-width space', 'Sara\u200b Aziz'],
  ['a mark of direction', '\u202eSara\u202c Aziz\u200f'],
  ['a soft hyphen', 'Sa\u00adra Aziz'],
  ['tags', `Sara Aziz${String.fromCodePoint(0xe0041, 0xe007f)}`],
  ['a byte order mark', '\ufeffSara Aziz'],
  ['two spaces, one of them wide', 'Sara \u3000Aziz'],
])('a name with %s is the name without it', (_, text) => {
  expect(name.parse(text)).toBe('Sara Aziz')
})

test('the joiners of Arabic script stay in a name', () => {
  expect(name.parse('می\u200cخواهم')).toBe('می\u200cخواهم')
})

test('a name of nothing but invisible characters is missing', () => {
  expect(name.safeParse('\u200b\u2060').error?.issues[0]?.message).toBe(missing)
})

test.each([
  ['2026-02-28', undefined],
  ['1900-01-01', undefined],
  ['2199-12-31', undefined],
  ['', missing],
  ['2026-02-30', missing],
  ['05/10/2026', missing],
  ['26-04-03', invalidYear],
  ['0026-04-03', invalidYear],
  ['0026-02-30', invalidYear],
  ['1899-12-31', invalidYear],
  ['2200-01-01', invalidYear],
  ['12026-04-03', invalidYear],
])('the day "%s" is refused with at most one sentence: %s', (text, sentence) => {
  const found = day(messages.general.missing)
    .safeParse(text)
    .error?.issues.map(({ message }) => message)
  expect(found).toEqual(sentence === undefined ? undefined : [sentence])
})
