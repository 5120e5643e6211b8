import { expect, test } from 'vitest'
import { day, line } from './fields.ts'

const name = line(50, 'missing')

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
  expect(name.safeParse('\u200b\u2060').error?.issues[0]?.message).toBe('missing')
})

test.each([
  ['2026-02-28', undefined],
  ['1900-01-01', undefined],
  ['2199-12-31', undefined],
  ['', 'missing'],
  ['2026-02-30', 'missing'],
  ['05/10/2026', 'missing'],
  ['26-04-03', 'Enter the year with all four digits, from 1900 to 2199.'],
  ['0026-04-03', 'Enter the year with all four digits, from 1900 to 2199.'],
  ['0026-02-30', 'Enter the year with all four digits, from 1900 to 2199.'],
  ['1899-12-31', 'Enter the year with all four digits, from 1900 to 2199.'],
  ['2200-01-01', 'Enter the year with all four digits, from 1900 to 2199.'],
  ['12026-04-03', 'Enter the year with all four digits, from 1900 to 2199.'],
])('the day "%s" is refused with at most one sentence: %s', (text, sentence) => {
  const messages = day('missing')
    .safeParse(text)
    .error?.issues.map(({ message }) => message)
  expect(messages).toEqual(sentence === undefined ? undefined : [sentence])
})
