const points = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false })

/** 22, 8.5, 12.25: decimals where there are some, two at most. */
export function formatPoints(value: number): string {
  return points.format(value)
}

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
