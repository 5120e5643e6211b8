/** The columns in the address when all are hidden. */
export const noColumns = 'none'

/** The ids of the shown columns in an address; undefined for those of the specification. */
export function columnsIn(columns: unknown): string[] | undefined {
  if (typeof columns !== 'string') return undefined
  return columns === noColumns ? [] : columns.split(',')
}
