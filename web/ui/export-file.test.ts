import { expect, test } from 'vitest'
import { fileName } from './export-file.ts'

test.each([
  [['Staff', '2026/2027'], 'csv', 'staff-2026-2027-2026-11-16.csv'],
  [['Your Posted Activities', undefined], 'xlsx', 'your-posted-activities-2026-11-16.xlsx'],
  [['Staff', ' الفصل الأول: ١ '], 'csv', 'staff-الفصل-الأول-١-2026-11-16.csv'],
] as const)('the file of %j is named by panel, term and day', (title, format, name) => {
  expect(fileName(title, '2026-11-16', format)).toBe(name)
})
