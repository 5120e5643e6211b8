import { expect, test } from 'vitest'
import { accountName, day, line, optionalLine, paragraph } from './fields.ts'
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

const unseen = [
  '2028',
  '2029',
  'fe0f',
  'fe00',
  '3164',
  '115f',
  '1160',
  '17b4',
  '17b5',
  'ffa0',
  '2800',
  '034f',
  '180b',
  'e0100',
  '1d159',
  'e000',
  '10fffd',
]
test.each(unseen)('a name with U+%s, which is invisible, is refused', (code) => {
  const character = String.fromCodePoint(Number.parseInt(code, 16))
  for (const schema of [name, optionalLine(50)])
    for (const text of [`Sara${character}Aziz`, character]) expect(schema.safeParse(text).data ?? 'refused').toBe('refused')
})

test.each(['200c', '200d'])('the name of an account has no U+%s: it would look like another one', (code) => {
  const character = String.fromCodePoint(Number.parseInt(code, 16))
  expect(accountName(50, messages.general.missing).safeParse(`s.aziz${character}`).success).toBe(false)
  expect(accountName(50, messages.general.missing).parse('s.aziz')).toBe('s.aziz')
})

test('a message of several lines may have the pictures that phones type', () => {
  expect(paragraph(50, messages.general.missing).parse('Thank you \u2764\ufe0f')).toBe('Thank you \u2764\ufe0f')
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
