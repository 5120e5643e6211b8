import { call, isUnreachable } from '../http/api.ts'
import { logoutPendingKey } from '../session/session.ts'

/**
 * Remembers a logout that did not reach the server, which alone can end a session. Without a network the device is cleared all the same,
 * and the first call that reaches the server ends the session, before anything is shown.
 */
export function rememberLogout() {
  localStorage.setItem(logoutPendingKey, 'yes')
  window.addEventListener('online', () => void finishLogout(), { once: true })
}

/** Ends the session of a remembered logout. Returns false while the server cannot be reached. */
export async function finishLogout(): Promise<boolean> {
  if (localStorage.getItem(logoutPendingKey) === null) return true
  try {
    await call('POST /auth/logout', { signedOut: true })
  } catch (error) {
    // Any other refusal means that there is no session.
    if (isUnreachable(error)) return false
  }
  localStorage.removeItem(logoutPendingKey)
  return true
}
