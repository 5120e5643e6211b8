/**
 * Points as 22, 8.5 or 12.25: as many decimals as needed, two at most. Intl is not used: pages show points while they start, and a page's
 * first formatter is slow (lazy.ts).
 */
export function formatPoints(value: number): string {
  return String(Number(value.toFixed(2)))
}

/** Whether teacher points or feedback of a statement were set. */
export function isSet({ points, set_at }: { points: number; set_at: string | null }): boolean {
  return set_at !== null || points !== 0
}
