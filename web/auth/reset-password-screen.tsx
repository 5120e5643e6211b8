import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { PasswordLinkToken } from '../../contract/forgotten-password.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { useBranding } from '../branding/branding.ts'
import { ApiError, call } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { clearSession, readSession } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { OfflineLine } from '../ui/offline-line.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { toast } from '../ui/toast.tsx'
import { LoginLayout } from './login-layout.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

const texts = messages.forgottenPassword

/** The page of the link in an e-mail. Its token is in the fragment: no server and no log gets it with the address. */
export function ResetPasswordScreen() {
  const say = useSay()
  const branding = useBranding()
  const token = useLocation({ select: ({ hash }) => hash })
  usePageTitle(say(texts.chooseTitle), branding.portal_title)
  return (
    <LoginLayout branding={branding}>
      <div className="has-[p]:mb-6">
        <OfflineLine isSignedOut />
      </div>
      <h2 id="reset-password" className="text-[1.625rem] leading-tight tracking-[-0.01em]">
        {say(texts.chooseTitle)}
      </h2>
      {/* Another link in the same tab changes nothing but the fragment. */}
      <ResetForm key={token} token={token} />
    </LoginLayout>
  )
}

function ResetForm({ token }: { token: string }) {
  const say = useSay()
  const router = useRouter()
  const [isInvalid, setIsInvalid] = useState(!PasswordLinkToken.safeParse(token).success)

  async function save(new_password: string) {
    try {
      await call('POST /auth/reset-password', { body: { token, new_password }, signedOut: true })
    } catch (error) {
      if (error instanceof ApiError && error.errors[0]?.field === 'token') return setIsInvalid(true)
      throw error
    }
    // Every session of the member has ended, perhaps that of this browser too.
    if (readSession()) clearSession()
    void router.navigate({ to: pages.login, replace: true })
    toast(texts.changed, { seconds: 10 })
  }

  if (isInvalid)
    return (
      <div className="mt-6 space-y-5">
        <Banner kind="bad">
          <bdi>{say(texts.linkInvalid)}</bdi>
        </Banner>
        <a
          href={pages.forgotPassword}
          className="inline-flex min-h-11 w-full items-center justify-center rounded-md bg-brand px-5 font-medium text-on-brand hover:bg-brand-strong"
        >
          {say(texts.askAgain)}
        </a>
      </div>
    )
  return (
    <>
      <p className="mt-1.5 text-quiet">
        <bdi>{say(texts.chooseConsequence)}</bdi>
      </p>
      <NewPasswordForm
        save={({ new_password }) => save(new_password)}
        failed={texts.changeFailed}
        labelledBy="reset-password"
        className="mt-7 space-y-5"
        buttons={(isSubmitting) => (
          <Button type="submit" look="primary" size="large" busy={isSubmitting} className="mt-2 w-full">
            {say(texts.save)}
          </Button>
        )}
      />
    </>
  )
}
