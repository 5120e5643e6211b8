/**
 * 22, 8.5, 12.25: decimals where there are some, two at most. Without a formatter: pages show points while they start, and a page's first
 * formatter takes its time (when-used.ts).
 */
export function formatPoints(value: number): string {
  return String(Number(value.toFixed(2)))
}
