import { messages } from '../../contract/languages/catalogue.ts'
import { useBranding } from '../branding/branding.ts'
import { call } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Button } from '../ui/button.tsx'
import { OfflineLine } from '../ui/offline-line.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { toast } from '../ui/toast.tsx'
import { LoginLayout } from './login-layout.tsx'
import { LogoutQuestion } from './logout-question.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { stopAskingForOwnPassword } from './own-password.ts'
import { useLogout } from './use-logout.ts'

const texts = messages.forgottenPassword

/**
 * The screen in place of every page while the password is one that an administrator or the server chose. The user leaves it by choosing a
 * password or by logging out.
 */
export function OwnPasswordScreen({ typed }: { typed: string | undefined }) {
  const say = useSay()
  const branding = useBranding()
  const { ask, leaving, question } = useLogout()
  usePageTitle(say(texts.ownTitle), branding.portal_title)

  return (
    <LoginLayout branding={branding}>
      <div className="has-[p]:mb-6">
        <OfflineLine />
      </div>
      <h2 id="own-password" className="text-[1.625rem] leading-tight tracking-[-0.01em]">
        {say(texts.ownTitle)}
      </h2>
      <p className="mt-1.5 text-quiet">
        <bdi>{say(texts.ownReason)}</bdi>
      </p>
      <NewPasswordForm
        current={{ label: texts.initial, typed }}
        save={async (body) => {
          await call('PUT /auth/password', { body })
          toast(messages.password.changed)
          stopAskingForOwnPassword()
        }}
        failed={messages.password.changeFailed}
        takesFocus
        labelledBy="own-password"
        className="mt-7 space-y-5"
        buttons={(isSubmitting) => (
          <div className="mt-2 space-y-3">
            <Button type="submit" look="primary" size="large" busy={isSubmitting} className="w-full">
              {say(texts.saveAndContinue)}
            </Button>
            <Button size="large" busy={leaving} onClick={ask} className="w-full">
              {say(messages.actions.logout)}
            </Button>
          </div>
        )}
      />
      <LogoutQuestion {...question} />
    </LoginLayout>
  )
}
