import type { Catalogue } from '../catalogue.ts'

export const tables: Catalogue['tables'] = {
  search: 'گەڕان',
  shownOf: '{shown} لە {total}',
  sortedBy: 'ڕیزکراوە بەپێی {column}',
  sortedByDescending: 'ڕیزکراوە بەپێی {column}، بە دابەزین',
  filteredBy: 'پاڵێوراوە بەپێی',
  formats: { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel (XLSX)' },
}
