import type { SignedInUser } from '../../contract/auth.ts'
import { ApiError } from '../api.ts'
import { confirmedUser, lastKnownRights, storeSession } from '../session.ts'
import { showAccountLanguage } from './account-language.ts'
import { fetchMe } from './auth.api.ts'
import { askForOwnPassword, stopAskingForOwnPassword } from './own-password.ts'

/**
 * The signed-in user according to the server: requested once per page load, then cached until the session changes. The reply
 * is stored, which also repairs local storage that was cleared or edited.
 */
export async function whoIsSignedIn(): Promise<SignedInUser | undefined> {
  const known = confirmedUser()
  if (known === null) return undefined
  if (known && lastKnownRights()) return known
  try {
    const { user, rights, must_change_password } = await fetchMe()
    await showAccountLanguage()
    if (must_change_password) askForOwnPassword()
    else stopAskingForOwnPassword()
    storeSession(user, rights)
    return user
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return undefined
    throw error
  }
}
