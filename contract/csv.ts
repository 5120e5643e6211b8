export type Value = string | number | null

/** Excel detects UTF-8 only with this byte order mark. */
export const csvMark = '\uFEFF'

export function csvLine(values: readonly Value[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** An apostrophe prevents a spreadsheet from running a text as a formula. A number stays one. */
export function csvCell(value: Value): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  // The delimiters of other locales are quoted, too: a formula could begin after a semicolon.
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
