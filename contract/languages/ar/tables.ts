import type { Catalogue } from '../catalogue.ts'

export const tables: Catalogue['tables'] = {
  search: 'بحث',
  shownOf: '{shown} من {total}',
  sortedBy: 'الفرز حسب {column}',
  sortedByDescending: 'الفرز حسب {column}، تنازليًا',
  filteredBy: 'التصفية حسب',
  formats: { pdf: 'PDF', csv: 'CSV', xlsx: '\u2066Excel (XLSX)\u2069' },
}
