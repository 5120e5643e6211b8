export type Value = string | number | null

/** Excel takes a text for UTF-8 only with this mark. */
export const csvMark = '\uFEFF'

export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A spreadsheet runs a text that begins like a formula; with an apostrophe before it, it does not. A number stays one. */
export function csvCell(value: Value): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  // Also what a spreadsheet of another country would split: behind the semicolon a formula could begin.
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
