/** Recently used reasons, newest first, so that they need not be typed again. Stored per user in this browser. */

const most = 5
const keyOf = (userId: number) => `return-reasons-${userId}`

export function recentReasons(userId: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((reason) => typeof reason === 'string').slice(0, most) : []
  } catch {
    // The stored value was edited by hand.
    return []
  }
}

export function rememberReason(userId: number, reason: string) {
  const others = recentReasons(userId).filter((other) => other !== reason)
  localStorage.setItem(keyOf(userId), JSON.stringify([reason, ...others].slice(0, most)))
}

/** The text after a click that inserts the reason; text typed by hand stays in front of it. */
export function withReason(typed: string, reason: string, offered: readonly string[]): string {
  const own = typed.trim()
  return own === '' || offered.includes(own) ? reason : `${own}\n${reason}`
}
