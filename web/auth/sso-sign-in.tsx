import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { outcomeIn, outcomeMessage } from '../../contract/sso-outcomes.ts'
import { addressOf } from '../api.ts'
import { readBranding } from '../branding/branding.ts'
import { useSay } from '../language.ts'
import { Banner } from '../ui/banner.tsx'
import { buttonLook } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** Above the form: the way to the university's account, and how the last attempt ended. */
export function SsoSignIn({ name }: { name: string }) {
  const say = useSay()
  const { state, searchStr } = useLocation()
  const outcome = useOutcome(searchStr)
  return (
    <div className="mb-8 space-y-5">
      {outcome && <Banner kind={outcome === 'linked' ? 'good' : 'bad'}>{say(outcomeMessage(outcome, name))}</Banner>}
      <a
        href={addressOf('GET /auth/sso', { query: state.redirectTo === undefined ? {} : { return_to: state.redirectTo } })}
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

/** Taken out of the address, so that a reload does not tell it again. */
function useOutcome(search: string) {
  const router = useRouter()
  const [outcome, setOutcome] = useState(() => outcomeIn(search))
  useEffect(() => {
    const found = outcomeIn(search)
    if (!found) return
    setOutcome(found)
    void router.navigate({ to: pages.login, replace: true, state: true })
  }, [search, router])
  return outcome
}

/** For a user who is signed in already: an administrator who linked the own account. */
export function toastSsoOutcome(search: string) {
  const outcome = outcomeIn(search)
  const { sso_name } = readBranding()
  if (outcome && sso_name) toast(outcomeMessage(outcome, sso_name), { kind: outcome === 'linked' ? 'good' : 'bad', topic: 'sso' })
}
