import fc from 'fast-check'
import { expect, test } from 'vitest'
import { escapeText, foldLine, icalendar } from './icalendar.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 200 })
const unfold = (lines: string) => lines.replaceAll('\r\n ', '')
const plain = (escaped: string) => escaped.replaceAll(/\\([\\,;n])/g, (_, one: string) => (one === 'n' ? '\n' : one))

test('a folded line is the line again, in parts of at most 75 octets', () => {
  fc.assert(
    fc.property(text, (line) => {
      const written = `SUMMARY:${escapeText(line)}`
      const folded = foldLine(written)
      expect(unfold(folded)).toBe(written)
      for (const part of folded.split('\r\n')) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75)
        // A character that was cut in half would not survive.
        expect(Buffer.from(part).toString()).toBe(part)
      }
    }),
  )
  expect(foldLine('x'.repeat(75))).toBe('x'.repeat(75))
  expect(foldLine('x'.repeat(150))).toBe(`${'x'.repeat(75)}\r\n ${'x'.repeat(74)}\r\n x`)
  expect(foldLine(`${'x'.repeat(74)}ی`)).toBe(`${'x'.repeat(74)}\r\n ی`)
})

test('an escaped text is the text again, in one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('\\', ',', ';', '\n', 'n', 'a', 'ئ', ':', '"') }), (line) => {
      expect(plain(escapeText(line))).toBe(line)
      expect(escapeText(line)).not.toContain('\n')
    }),
  )
  expect(escapeText('a\r\nb\rc\u0000d')).toBe('a\\nb\\nc d')
})

test('no name can end its line and begin another property', () => {
  fc.assert(
    fc.property(text, text, (name, summary) => {
      const written = icalendar(name, [{ uid: 'one@portal', day: '2026-12-31', summary }], new Date('2026-11-18T10:20:30.456Z'))
      const lines = unfold(written).split('\r\n')
      expect(lines.map((line) => line.split(/[:;]/)[0])).toEqual([
        ...['BEGIN', 'VERSION', 'PRODID', 'CALSCALE', 'METHOD', 'X-WR-CALNAME', 'REFRESH-INTERVAL'],
        ...['BEGIN', 'UID', 'DTSTAMP', 'DTSTART', 'DTEND', 'SUMMARY', 'TRANSP', 'END', 'END', ''],
      ])
    }),
  )
})

test('a day is a whole one, and ends where the next begins', () => {
  const written = icalendar(
    'Portal',
    [{ uid: 'one@portal', day: '2026-12-31', summary: 'Posting' }],
    new Date('2026-11-18T10:20:30.456Z'),
  )
  expect(written).toContain(
    'UID:one@portal\r\nDTSTAMP:20261118T102030Z\r\nDTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\nSUMMARY:Posting\r\n',
  )
})
