/** The smallest number of other scores to compare with. */
const fewest = 5
const times = 5

/**
 * The median of the other scores, if this score is far above them: larger than each, and than five times the median. 45 among scores around
 * 4.5 is an example; usually its decimal point is missing.
 */
export function medianIfFarAbove(score: number, others: readonly number[]): number | undefined {
  if (others.length < fewest) return undefined
  const sorted = others.toSorted((a, b) => a - b)
  const [lower = 0, upper = 0] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  const median = (lower + upper) / 2
  const largest = sorted.at(-1) ?? 0
  return median > 0 && score > largest && score > times * median ? median : undefined
}
