import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { useBranding } from '../branding/branding.ts'
import { call, messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { OfflineLine } from '../ui/offline-line.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { LoginLayout } from './login-layout.tsx'

const texts = messages.forgottenPassword
const heading = 'text-[1.625rem] leading-tight tracking-[-0.01em]'

export function ForgotPasswordScreen() {
  const say = useSay()
  const branding = useBranding()
  const [isSent, setIsSent] = useState(false)
  usePageTitle(say(isSent ? texts.sentTitle : texts.question), branding.portal_title)

  return (
    <LoginLayout branding={branding}>
      <div className="has-[p]:mb-6">
        <OfflineLine isSignedOut />
      </div>
      {branding.forgotten_password === 'ask' ? <WhomToAsk /> : isSent ? <Sent /> : <RequestForm onSent={() => setIsSent(true)} />}
      <p className="mt-6">
        <a
          href={pages.login}
          className="inline-flex min-h-8 max-sm:min-h-11 items-center font-medium text-brand underline underline-offset-2"
        >
          {say(texts.back)}
        </a>
      </p>
    </LoginLayout>
  )
}

function RequestForm({ onSent }: { onSent: () => void }) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ message: Message; isAtField: boolean }>()
  const account = useRef<HTMLInputElement>(null)

  function fail(message: Message, isAtField = false) {
    setBusy(false)
    setError({ message, isAtField })
    account.current?.focus()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    const typed = account.current?.value.trim()
    if (!typed) return fail(texts.accountRequired, true)
    setBusy(true)
    setError(undefined)
    try {
      await call('POST /auth/forgot-password', { body: { account: typed }, signedOut: true })
      onSent()
    } catch (failure) {
      fail(messageOf(failure, texts.sendFailed))
    }
  }

  return (
    <form onSubmit={submit} noValidate aria-labelledby="forgot-password">
      <h2 id="forgot-password" className={heading}>
        {say(texts.question)}
      </h2>
      <p className="mt-1.5 text-quiet">
        <bdi>{say(texts.hint)}</bdi>
      </p>
      <div className="mt-7 space-y-5">
        <TextField
          ref={account}
          label={say(texts.account)}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          error={error?.isAtField ? say(error.message) : undefined}
          onChange={() => error && setError(undefined)}
        />
        {error && !error.isAtField && <Banner kind="bad">{say(error.message)}</Banner>}
        <Button type="submit" look="primary" size="large" busy={busy} className="mt-2 w-full">
          {say(texts.send)}
        </Button>
      </div>
    </form>
  )
}

/** The reply is the same for every account, whether it exists or not. */
function Sent() {
  const say = useSay()
  const { contact } = useBranding()
  const title = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone; a screen reader continues here.
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <h2 ref={title} tabIndex={-1} className={`${heading} outline-none`}>
        {say(texts.sentTitle)}
      </h2>
      <p className="mt-4">
        <bdi>{say(texts.sent)}</bdi>
      </p>
      <p className="mt-3 text-quiet">
        <bdi>{say(contact ? texts.nothingCameContact({ contact }) : texts.nothingCameOffice)}</bdi>
      </p>
    </>
  )
}

function WhomToAsk() {
  const say = useSay()
  const { contact } = useBranding()
  return (
    <>
      <h2 className={heading}>{say(texts.question)}</h2>
      <p className="mt-4">
        <bdi>{say(contact ? texts.askContact({ contact }) : texts.off)}</bdi>
      </p>
    </>
  )
}
