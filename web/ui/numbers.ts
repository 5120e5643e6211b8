// No Intl.NumberFormat: every page shows numbers while it starts, and creating the first formatter is slow.

/** 9.0, 8.5: for points in tenths, so that their decimals align. */
export function formatTenths(value: number): string {
  return value.toFixed(1)
}

/** 10,000 */
export function formatWhole(count: number): string {
  return grouped(String(count))
}

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

/** 22.60: so that averages align. */
export function formatAverage(value: number): string {
  return value.toFixed(2)
}

/** 8,120.5: summed points, two decimals at most. */
export function formatSum(points: number): string {
  const [whole = '', ...decimals] = String(Number(points.toFixed(2))).split('.')
  return [grouped(whole), ...decimals].join('.')
}

/** +1.25, −0.50, 0.00 */
export function formatChange(value: number): string {
  const [whole = '', decimals] = Math.abs(value).toFixed(2).split('.')
  const size = `${grouped(whole)}.${decimals}`
  if (size === '0.00') return size
  return `${value < 0 ? '\u2212' : '+'}${size}`
}

/** 7%: a share. Only 0 is shown as 0%, and only the whole as 100%. */
export function formatShare(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100
  if (percent > 0 && percent < 1) return '<1%'
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : 100}%`
}
