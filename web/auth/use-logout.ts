import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { hasAccountDrafts, loadAccountDrafts } from '../account-drafts.ts'
import { ApiError, call, sessionTopic } from '../api.ts'
import { forgetDrafts } from '../drafts.ts'
import { clearSession, readSession } from '../session.ts'
import { toast } from '../ui/toast.tsx'
import { unsavedScores } from '../unsaved-scores-count.ts'

/** What logging out would discard. */
export type Loss = { question: Message; consequence: Message }

export function useLogout() {
  const router = useRouter()
  const [leaving, setLeaving] = useState(false)
  const [asked, setAsked] = useState<Loss>()

  /** Logging out deletes what was begun, so it asks first. */
  async function ask() {
    const userId = readSession()?.id
    if (userId !== undefined) await loadAccountDrafts(userId)
    const count = unsavedScores()
    if (hasAccountDrafts()) setAsked({ question: messages.unsent.logoutQuestion, consequence: messages.unsent.logoutMeans })
    else if (count > 0) setAsked({ question: messages.scoring.notSaved({ count }), consequence: messages.scoring.logoutMeans })
    else await leave()
  }

  async function leave() {
    setAsked(undefined)
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
    question: { loss: asked, onConfirm: () => void leave(), onCancel: () => setAsked(undefined) },
  }
}
