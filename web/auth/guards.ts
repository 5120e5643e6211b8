import type { SignedInUser } from '../../contract/auth.ts'
import { ApiError, call, isUnreachable } from '../http/api.ts'
import { openedLastSeen, openLastSeen } from '../last-seen/last-seen.ts'
import { confirmedUser, lastKnownRights, readSession, storeSession } from '../session/session.ts'
import { showAccountLanguage } from './account-language.ts'
import { askForOwnPassword, stopAskingForOwnPassword } from './own-password.ts'
import { finishLogout } from './pending-logout.ts'

/**
 * The signed-in user according to the server: requested once per page load, then cached until the session changes. The reply is stored,
 * which also repairs local storage that was cleared or edited. Without the server, it is the member whose lists this browser has: they see
 * no more than those.
 */
export async function whoIsSignedIn(): Promise<SignedInUser | undefined> {
  if (!(await finishLogout())) return undefined
  const known = confirmedUser()
  if (known === null) return undefined
  if (known && lastKnownRights()) return known
  const opened = openedLastSeen()
  if (opened) return opened.user
  try {
    const me = await call('GET /auth/me')
    await showAccountLanguage()
    if (me.must_change_password) askForOwnPassword()
    else stopAskingForOwnPassword()
    storeSession(me.user, me)
    return me.user
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
