import { expect, test } from 'vitest'
import { line } from './fields.ts'

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
