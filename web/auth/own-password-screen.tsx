import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { PasswordInput } from '../../contract/auth.ts'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { ApiError, call, messageOf } from '../api.ts'
import { useBranding } from '../branding/branding.ts'
import { checkedBy, errorText } from '../form-schema.ts'
import { useSay } from '../language.ts'
import { useSession } from '../session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { OfflineLine } from '../ui/offline-line.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'
import { LoginLayout } from './login-layout.tsx'
import { LogoutQuestion } from './logout-question.tsx'
import { stopAskingForOwnPassword } from './own-password.ts'
import { useLogout } from './use-logout.ts'

const Form = PasswordInput.extend({ repeat: z.string() }).refine((form) => form.repeat === form.new_password, {
  path: ['repeat'],
  message: encode(messages.password.repeatDiffers),
})
type Form = z.infer<typeof Form>

/** In place of every page while the password is one that an administrator or the server chose. It is left by choosing one or by logging out. */
export function OwnPasswordScreen({ typed }: { typed: string | undefined }) {
  const say = useSay()
  const branding = useBranding()
  const username = useSession()?.username
  const { ask, leaving, question } = useLogout()
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Form>({
    resolver: checkedBy(Form),
    defaultValues: { current_password: typed ?? '', new_password: '', repeat: '' },
  })
  const { errors, isSubmitting } = formState
  usePageTitle(say(messages.forgottenPassword.ownTitle), branding.portal_title)
  const isTyped = typed !== undefined
  useEffect(() => setFocus(isTyped ? 'new_password' : 'current_password'), [isTyped, setFocus])

  const save = handleSubmit(async ({ current_password, new_password }) => {
    try {
      await call('PUT /auth/password', { body: { current_password, new_password } })
      toast(messages.password.changed)
      stopAskingForOwnPassword()
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors[0] : undefined
      const field = wrong?.field === 'current_password' || wrong?.field === 'new_password' ? wrong.field : 'root'
      const message = encode(wrong?.message ?? messageOf(error, messages.password.changeFailed))
      setError(field, { message }, { shouldFocus: field !== 'root' })
    }
  })

  return (
    <LoginLayout branding={branding}>
      <div className="has-[p]:mb-6">
        <OfflineLine />
      </div>
      <form onSubmit={save} noValidate aria-labelledby="own-password">
        <h2 id="own-password" className="text-[1.625rem] leading-tight tracking-[-0.01em]">
          {say(messages.forgottenPassword.ownTitle)}
        </h2>
        <p className="mt-1.5 text-quiet">
          <bdi>{say(messages.forgottenPassword.ownReason)}</bdi>
        </p>
        <div className="mt-7 space-y-5">
          {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
          {/* Tells the browser's password manager whose password this is. */}
          <input type="text" name="username" autoComplete="username" value={username ?? ''} readOnly hidden />
          {(typed === undefined || errors.current_password) && (
            <PasswordField
              label={say(messages.forgottenPassword.initial)}
              autoComplete="current-password"
              error={errorText(say, errors.current_password)}
              {...register('current_password')}
            />
          )}
          <PasswordField
            label={say(messages.password.new)}
            autoComplete="new-password"
            hint={say(messages.password.advice)}
            error={errorText(say, errors.new_password)}
            {...register('new_password')}
          />
          <PasswordField
            label={say(messages.password.repeat)}
            autoComplete="new-password"
            error={errorText(say, errors.repeat)}
            {...register('repeat')}
          />
          <div className="mt-2 space-y-3">
            <Button type="submit" look="primary" size="large" busy={isSubmitting} className="w-full">
              {say(messages.forgottenPassword.saveAndContinue)}
            </Button>
            <Button size="large" busy={leaving} onClick={ask} className="w-full">
              {say(messages.actions.logout)}
            </Button>
          </div>
        </div>
      </form>
      <LogoutQuestion {...question} />
    </LoginLayout>
  )
}
