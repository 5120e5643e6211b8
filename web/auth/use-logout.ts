import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { hasAccountDrafts, loadAccountDrafts } from '../account-drafts.ts'
import { ApiError, call, sessionTopic } from '../api.ts'
import { forgetDrafts } from '../drafts.ts'
import { clearSession, readSession } from '../session.ts'
import { toast } from '../ui/toast.tsx'

export function useLogout() {
  const router = useRouter()
  const [leaving, setLeaving] = useState(false)
  const [isAsking, setIsAsking] = useState(false)

  /** Logging out deletes what was begun, so it asks first. */
  async function ask() {
    const userId = readSession()?.id
    if (userId !== undefined) await loadAccountDrafts(userId)
    if (hasAccountDrafts()) setIsAsking(true)
    else await leave()
  }

  async function leave() {
    setIsAsking(false)
    setLeaving(true)
    let providerUrl: string | undefined
    try {
      providerUrl = (await call('POST /auth/logout')).provider_url
    } catch (error) {
      // Only the server can end the session: unless it says that there is none, the browser is still signed in.
      if (!(error instanceof ApiError && error.status === 401)) return stay()
    }
    clearSession()
    // By itself, not by the guard: after logging out, the next sign-in starts at the dashboard.
    void router.navigate({ to: pages.login, replace: true, state: providerUrl ? { providerUrl } : {} })
    forgetDrafts()
    toast(messages.auth.loggedOut, { topic: sessionTopic })
  }

  function stay() {
    setLeaving(false)
    const action = { label: messages.actions.tryAgain, run: () => void leave() }
    toast(messages.auth.logoutFailed, { kind: 'bad', seconds: 10, topic: 'logout', action })
  }

  return {
    ask: () => void ask(),
    leaving,
    /** For LogoutQuestion. */
    question: { open: isAsking, onConfirm: () => void leave(), onCancel: () => setIsAsking(false) },
  }
}
