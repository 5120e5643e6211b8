/** Of every table, on the screen, in print and in a file. */
export const tables = {
  search: 'Search',
  shownOf: '{shown} of {total}',
  sortedBy: 'Sorted by {column}',
  sortedByDescending: 'Sorted by {column}, descending',
  filteredBy: 'Filtered by',
  formats: { pdf: 'PDF', csv: 'CSV', xlsx: 'Excel (XLSX)' },
} as const
