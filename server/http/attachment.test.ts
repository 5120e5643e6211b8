import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

test('a file is saved under its name, in letters of any language', () => {
  expect(attachment('audit-2026-11-15', 'csv')).toBe('attachment; filename="audit-2026-11-15.csv"')
  expect(attachment('تدقيق-2026', 'csv')).toBe(
    `attachment; filename="_____-2026.csv"; filename*=UTF-8''${encodeURIComponent('تدقيق-2026.csv')}`,
  )
})

test('directional isolates, quotation marks and slashes are not in it', () => {
  expect(attachment('a\u20684F7K\u2069"/\\b', 'pdf')).toBe('attachment; filename="a4F7Kb.pdf"')
})

test('apostrophes and parentheses are encoded as the header requires', () => {
  expect(attachment("ق'(*)", 'csv')).toContain("filename*=UTF-8''%D9%82%27%28%2A%29.csv")
})
