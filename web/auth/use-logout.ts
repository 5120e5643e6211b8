import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { hasAccountDrafts, loadAccountDrafts } from '../drafts/account-drafts.ts'
import { forgetDrafts } from '../drafts/drafts.ts'
import { unsavedScores } from '../entities/scores/unsaved-scores-count.ts'
import { ApiError, call, isUnreachable, sessionTopic } from '../http/api.ts'
import { clearSession, readSession } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'
import { finishLogout, rememberLogout } from './pending-logout.ts'

/** The question about the input that logging out would discard. */
export type Loss = { question: Message; consequence: Message }

/** The outbox is loaded when it is needed: the first page does without it. Where it cannot be loaded, nothing was put into it. */
const outbox = () => import('../outbox/sender.ts').catch(() => undefined)

export function useLogout() {
  const router = useRouter()
  const [leaving, setLeaving] = useState(false)
  const [asked, setAsked] = useState<Loss>()

  /** Logs out, but asks first if that would delete unsent input. */
  async function ask() {
    const userId = readSession()?.id
    if (userId !== undefined) await loadAccountDrafts(userId)
    const count = unsavedScores()
    const unsent = userId && (await (await outbox())?.lossOf(userId))
    if (unsent) setAsked(unsent)
    else if (hasAccountDrafts()) setAsked({ question: messages.unsent.logoutQuestion, consequence: messages.unsent.logoutMeans })
    else if (count > 0) setAsked({ question: messages.scoring.notSaved({ count }), consequence: messages.scoring.logoutMeans })
    else await leave()
  }

  async function leave() {
    setAsked(undefined)
    setLeaving(true)
    const userId = readSession()?.id
    let providerUrl: string | undefined
    let isEnded = true
    try {
      providerUrl = (await call('POST /auth/logout')).provider_url
    } catch (error) {
      isEnded = error instanceof ApiError && error.status === 401
      if (!isEnded && !isUnreachable(error)) return stay()
    }
    clearSession()
    if (!isEnded) rememberLogout()
    // The page is left here, not by the guard: after logging out, the next sign-in starts at the dashboard.
    void router.navigate({ to: pages.login, replace: true, state: providerUrl ? { providerUrl } : {} })
    forgetDrafts()
    if (userId) void outbox().then((of) => of?.forgetUnsent(userId))
    if (isEnded) toast(messages.auth.loggedOut, { topic: sessionTopic })
    else sayNotEnded(() => void finish())
  }

  function stay() {
    setLeaving(false)
    sayNotEnded(() => void leave())
  }

  function sayNotEnded(run: () => void) {
    const action = { label: messages.actions.tryAgain, run }
    toast(messages.auth.logoutFailed, { kind: 'bad', seconds: 10, topic: 'logout', action })
  }

  async function finish() {
    if (await finishLogout()) toast(messages.auth.loggedOut, { topic: sessionTopic })
    else sayNotEnded(() => void finish())
  }

  return {
    ask: () => void ask(),
    leaving,
    /** The properties of LogoutQuestion. */
    question: { loss: asked, onConfirm: () => void leave(), onCancel: () => setAsked(undefined) },
  }
}
