import { useLocation, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { NewPassword } from '../../contract/auth.ts'
import { PasswordLinkToken } from '../../contract/forgotten-password.ts'
import { encode, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { ApiError, call, messageOf } from '../api.ts'
import { LoginLayout } from '../auth/login-layout.tsx'
import { useBranding } from '../branding/branding.ts'
import { checkedBy, errorText } from '../form-schema.ts'
import { useSay } from '../language.ts'
import { clearSession, readSession } from '../session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { OfflineLine } from '../ui/offline-line.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toast.tsx'

const texts = messages.forgottenPassword

const Form = z.object({ new_password: NewPassword, repeat: z.string() }).refine((form) => form.repeat === form.new_password, {
  path: ['repeat'],
  message: encode(messages.password.repeatDiffers),
})
type Form = z.infer<typeof Form>

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
  const { register, handleSubmit, setError, formState } = useForm<Form>({ resolver: checkedBy(Form) })
  const { errors, isSubmitting } = formState

  const save = handleSubmit(async ({ new_password }) => {
    try {
      await call('POST /auth/reset-password', { body: { token, new_password }, signedOut: true })
      // Every session of the member has ended, perhaps that of this browser too.
      if (readSession()) clearSession()
      void router.navigate({ to: pages.login, replace: true })
      toast(texts.changed, { seconds: 10 })
    } catch (error) {
      const wrong = error instanceof ApiError ? error.errors[0] : undefined
      if (wrong?.field === 'token') return setIsInvalid(true)
      const field = wrong?.field === 'new_password' ? 'new_password' : 'root'
      const message = encode(wrong?.message ?? messageOf(error, texts.changeFailed))
      setError(field, { message }, { shouldFocus: field !== 'root' })
    }
  })

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
    <form onSubmit={save} noValidate aria-labelledby="reset-password">
      <p className="mt-1.5 text-quiet">
        <bdi>{say(texts.chooseConsequence)}</bdi>
      </p>
      <div className="mt-7 space-y-5">
        {errors.root && <Banner kind="bad">{errorText(say, errors.root)}</Banner>}
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
        <Button type="submit" look="primary" size="large" busy={isSubmitting} className="mt-2 w-full">
          {say(texts.save)}
        </Button>
      </div>
    </form>
  )
}
