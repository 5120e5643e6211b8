import type { SignedInUser } from '../../contract/auth.ts'
import { ApiError, isUnreachable } from '../api.ts'
import { openedLastSeen, openLastSeen } from '../last-seen/last-seen.ts'
import { confirmedUser, lastKnownRights, readSession, storeSession } from '../session.ts'
import { showAccountLanguage } from './account-language.ts'
import { fetchMe } from './auth.api.ts'
import { askForOwnPassword, stopAskingForOwnPassword } from './own-password.ts'

/**
 * The signed-in user according to the server: requested once per page load, then cached until the session changes. The reply
 * is stored, which also repairs local storage that was cleared or edited. Without the server, the member whose lists this browser has:
 * they see no more than those.
 */
export async function whoIsSignedIn(): Promise<SignedInUser | undefined> {
  const known = confirmedUser()
  if (known === null) return undefined
  if (known && lastKnownRights()) return known
  const opened = openedLastSeen()
  if (opened) return opened.user
  try {
    const { user, rights, must_change_password, session_ends_at } = await fetchMe()
    await showAccountLanguage()
    if (must_change_password) askForOwnPassword()
    else stopAskingForOwnPassword()
    storeSession(user, rights, session_ends_at)
    return user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    if (isUnreachable(error)) {
      // The login page says that there is no network.
      if (!readSession()) return undefined
      const user = await openLastSeen()
      if (user) return user
    }
    throw error
  }
}
