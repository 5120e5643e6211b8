/** 9.0, 8.5: for points that are given in tenths, so that their decimals stand below each other. */
export function formatTenths(value: number): string {
  return value.toFixed(1)
}

const whole = new Intl.NumberFormat('en')

/** 10,000 */
export function formatWhole(count: number): string {
  return whole.format(count)
}

/** "1 member", "10,000 members". */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatWhole(count)} ${count === 1 ? one : many}`
}

/** 22.60: so that averages stand below each other. */
export function formatAverage(value: number): string {
  return value.toFixed(2)
}

const large = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** 8,120.5: points of many people together. */
export function formatSum(points: number): string {
  return large.format(points)
}

const signed = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' })

/** +1.25, −0.50, 0.00 */
export function formatChange(value: number): string {
  return signed.format(value).replace('-', '\u2212')
}

/** 7%: a part of a whole; what is there is never nothing, and what is missing is never all. */
export function formatShare(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100
  if (percent > 0 && percent < 1) return '<1%'
  return `${percent < 100 ? Math.min(99, Math.round(percent)) : 100}%`
}
