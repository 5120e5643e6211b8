const points = new Intl.NumberFormat('en', { maximumFractionDigits: 2, useGrouping: false })

/** 22, 8.5, 12.25: decimals where there are some, two at most. */
export function formatPoints(value: number): string {
  return points.format(value)
}
