// The functions do not use Intl.NumberFormat: every page shows numbers while it starts, and creating the first formatter is slow.

/** Points in tenths, so that their decimals align: 9.0, 8.5. */
export function formatTenths(value: number): string {
  return value.toFixed(1)
}

/** A whole number: 10,000. */
export function formatWhole(count: number): string {
  return grouped(String(count))
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** An average with two decimals, so that averages align: 22.60. */
export function formatAverage(value: number): string {
  return value.toFixed(2)
}

/** Summed points with two decimals at most: 8,120.5. */
export function formatSum(points: number): string {
  const [whole = '', ...decimals] = String(Number(points.toFixed(2))).split('.')
  return [grouped(whole), ...decimals].join('.')
}

/** A change with its sign: +1.25, −0.50, 0.00. */
export function formatChange(value: number): string {
  const [whole = '', decimals] = Math.abs(value).toFixed(2).split('.')
  const size = `${grouped(whole)}.${decimals}`
  if (size === '0.00') return size
  return `${value < 0 ? '\u2212' : '+'}${size}`
}

/** A share: 7%. Only 0 is shown as 0%, and only the whole as 100%. */
export function formatShare(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100
  if (percent > 0 && percent < 1) return '<1%'
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : 100}%`
}
