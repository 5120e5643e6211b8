/** Reasons given before, newest first, so that the same one need not be typed again. Each person's own, in this browser. */

const most = 5
const keyOf = (userId: number) => `return-reasons-${userId}`

export function recentReasons(userId: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((reason) => typeof reason === 'string').slice(0, most) : []
  } catch {
    // Somebody changed it by hand.
    return []
  }
}

export function rememberReason(userId: number, reason: string) {
  const others = recentReasons(userId).filter((other) => other !== reason)
  localStorage.setItem(keyOf(userId), JSON.stringify([reason, ...others].slice(0, most)))
}

/** One click gives the reason; what was typed by hand is kept before it. */
export function withReason(typed: string, reason: string, offered: readonly string[]): string {
  const own = typed.trim()
  return own === '' || offered.includes(own) ? reason : `${own}\n${reason}`
}
