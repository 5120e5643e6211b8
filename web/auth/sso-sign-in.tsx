import { useEffect, useRef, useState } from 'react'
import type { NextStepReply } from '../../contract/auth.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { outcomeIn, outcomeMessage, secondStep } from '../../contract/sso-outcomes.ts'
import { readBranding } from '../branding/branding.ts'
import { addressOf, call, messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { buttonLook } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** What the history entry of the login page says (web/router.tsx). */
export type LoginState = { redirectTo?: string; providerUrl?: string }

/** As the router's navigate with `replace`: it follows what is written into the history. */
function replaceAddress(state: LoginState = {}) {
  history.replaceState({ ...history.state, ...state }, '', pages.login)
}

/** The part above the login form: the link to the university's sign-in, and the outcome of the last attempt. */
export function SsoSignIn({ name, search, state, stays }: { name: string; search: string; state: LoginState; stays: boolean }) {
  const say = useSay()
  const outcome = useOutcome(search)
  return (
    <div className="mb-8 space-y-5">
      {outcome && <Banner kind={outcome === 'linked' ? 'good' : 'bad'}>{say(outcomeMessage(outcome, name))}</Banner>}
      <a
        href={addressOf('GET /auth/sso', { query: { return_to: state.redirectTo, stay: stays ? 'yes' : undefined } })}
        className={`${buttonLook('plain', 'large')} w-full py-2 text-center`}
      >
        {say(messages.sso.continueWith({ name }))}
      </a>
      {state.providerUrl && (
        <p className="text-center text-sm">
          <a href={state.providerUrl} className="font-medium text-brand underline underline-offset-4">
            {say(messages.sso.alsoSignOut({ name }))}
          </a>
        </p>
      )}
      <div className="flex items-center gap-4 text-sm text-quiet before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {say(messages.sso.or)}
      </div>
    </div>
  )
}

/** The outcome in the address. It is removed from there, so that a reload does not show it again. */
function useOutcome(search: string) {
  const [outcome, setOutcome] = useState(() => outcomeIn(search))
  useEffect(() => {
    const found = outcomeIn(search)
    if (!found) return
    setOutcome(found)
    replaceAddress()
  }, [search])
  return outcome
}

/** Opens the second step after the provider's sign-in, if the portal asks for one. */
export function useStepAfterProvider(
  search: string,
  open: (step: NextStepReply) => Promise<void>,
  fail: (reason: Message) => void,
) {
  const isAsked = new URLSearchParams(search).get('sso') === secondStep
  const actions = useRef({ open, fail })
  useEffect(() => {
    actions.current = { open, fail }
  })
  useEffect(() => {
    if (!isAsked) return
    const read = async () => {
      const { landing, ...step } = await call('GET /auth/second-factor/step', { signedOut: true })
      await actions.current.open(step)
      replaceAddress({ redirectTo: landing })
    }
    read().catch((error: unknown) => actions.current.fail(messageOf(error, messages.general.unexpectedClient)))
  }, [isAsked])
}

/** Shows the outcome to a user who is signed in already: an administrator who linked their account. */
export function toastSsoOutcome(search: string) {
  const outcome = outcomeIn(search)
  const { sso_name } = readBranding()
  if (outcome && sso_name) toast(outcomeMessage(outcome, sso_name), { kind: outcome === 'linked' ? 'good' : 'bad', topic: 'sso' })
}
