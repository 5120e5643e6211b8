import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { NextStepReply, SignedInReply } from '../../contract/auth.ts'
import { loginSuccessful } from '../../contract/codes.ts'
import { homeOf } from '../../contract/landing.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import { useBranding } from '../branding/branding.ts'
import { canUsePasskeys } from '../entities/accounts/passkey-support.ts'
import { ApiError, call, messageOf, NoResponse, sessionTopic } from '../http/api.ts'
import { loadFirstWords, useSay } from '../language/language.ts'
import { LazyBoundary, lazyComponent } from '../routing/lazy-component.tsx'
import { storeSession } from '../session/session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { OfflineLine } from '../ui/offline-line.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { dismissTopic } from '../ui/toast.tsx'
import { saveChosenLanguage, showAccountLanguage } from './account-language.ts'
import { LoginLayout } from './login-layout.tsx'
import { askForOwnPassword } from './own-password.ts'
import { type LoginState, SsoSignIn, useStepAfterProvider } from './sso-sign-in.tsx'

const SecondStep = lazyComponent(() => import('./second-factor/second-step.tsx'), 'SecondStep')

type Props = {
  /** The query of the address. */
  search: string
  /** The state of the history entry. */
  state: LoginState
}

/** Without hooks of the router, because the page opens before the router is loaded (main.tsx). */
export function LoginScreen({ search, state }: Props) {
  const branding = useBranding()
  const [stays, setStays] = useState(false)
  usePageTitle(branding.portal_title, branding.university_name)

  return (
    <LoginLayout branding={branding}>
      <div className="has-[p]:mb-6">
        <OfflineLine isSignedOut />
      </div>
      {branding.sso_name && <SsoSignIn name={branding.sso_name} search={search} state={state} stays={stays} />}
      <SignIn search={search} stays={stays} onStays={setStays} />
      <ForgottenPassword />
    </LoginLayout>
  )
}

/** The choice to stay signed in on this device, which counts for every way to sign in. */
type Staying = { stays: boolean; onStays: (stays: boolean) => void }

/** The form for the password, and the second step where the account has one. */
function SignIn({ search, ...staying }: { search: string } & Staying) {
  const [step, setStep] = useState<NextStepReply>()
  const [reason, setReason] = useState<{ message: Message | undefined }>()

  async function openStep(next: NextStepReply) {
    // The login page has only its own words.
    await loadFirstWords()
    setStep(next)
  }

  function startOver(message?: Message) {
    setReason({ message })
    setStep(undefined)
  }

  useStepAfterProvider(search, openStep, startOver)

  if (!step) return <LoginForm key={reason?.message?.key} reason={reason} onNextStep={openStep} {...staying} />
  return (
    <LazyBoundary>
      <SecondStep step={step} onSignedIn={openSession} onStartOver={startOver} />
    </LazyBoundary>
  )
}

/** Opens the session. Storing it opens the dashboard: the router subscribes to it. */
async function openSession(reply: SignedInReply, typedPassword?: string) {
  await showAccountLanguage()
  if (reply.must_change_password) askForOwnPassword(typedPassword)
  storeSession(reply.user, reply)
  dismissTopic(sessionTopic)
  saveChosenLanguage()
}

type FormProps = {
  /** The reason why the password is asked for again, after a second step that did not succeed. */
  reason: { message: Message | undefined } | undefined
  onNextStep: (step: NextStepReply) => Promise<void>
} & Staying

function LoginForm({ reason, onNextStep, stays, onStays }: FormProps) {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState(reason?.message && { message: reason.message })
  const [missing, setMissing] = useState({ username: false, password: false })
  const [waitSeconds, setWaitSeconds] = useCountdown(() => setError(undefined))
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  // The focus is set after the second step: the field that had it before is new.
  useEffect(() => {
    if (reason) username.current?.focus()
  }, [reason])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const input = {
      username: username.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
      ...(stays && { stay_signed_in: true }),
    }
    const empty = { username: !input.username, password: !input.password }
    setMissing(empty)
    if (empty.username || empty.password) {
      setError({ message: messages.auth.required })
      return (empty.username ? username : password).current?.focus()
    }

    setBusy(true)
    setError(undefined)
    try {
      const reply = await call('POST /auth/login', { body: input, signedOut: true })
      if ('next' in reply) return await onNextStep(reply)
      if (reply.message !== loginSuccessful) throw new ApiError(200, {})
      if (!homeOf(reply.user)) return fail(messages.auth.invalidRole)
      // The button stays busy until the dashboard opens.
      await openSession(reply, input.password)
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 429) setWaitSeconds(failure.retryAfterSeconds)
      fail(messageFor(failure))
    }
  }

  function fail(message: Message) {
    setBusy(false)
    setError({ message })
    // The typed input stays. The password is the likelier mistake, so it is selected for retyping.
    password.current?.focus()
    password.current?.select()
  }

  async function takePasskey() {
    setBusy(true)
    setError(undefined)
    // The module is loaded on demand: the page has a budget, and most visitors type a password.
    const passkeys = await import('../entities/accounts/passkeys.ts').catch(() => undefined)
    try {
      if (!passkeys) throw new NoResponse(undefined)
      await openSession(await passkeys.signInWithPasskey(stays))
    } catch (failure) {
      setBusy(false)
      const { notUsed } = messages.passkeySignIn
      setError({ message: passkeys ? passkeys.passkeyFailure(failure, notUsed) : messageOf(failure, notUsed) })
    }
  }

  function changeUsername() {
    setMissing({ ...missing, username: false })
    // Only this account is throttled; another username can sign in at once.
    if (waitSeconds > 0) {
      setWaitSeconds(0)
      setError(undefined)
    }
  }

  return (
    <form onSubmit={submit} noValidate aria-labelledby="sign-in">
      <h2 id="sign-in" className="text-[2rem] tracking-[-0.01em]">
        {say(messages.auth.signIn)}
      </h2>
      <p className="mt-1.5 text-quiet">
        <bdi>{say(messages.auth.signInHint)}</bdi>
      </p>

      <div className="mt-7 space-y-5">
        <TextField
          ref={username}
          label={say(messages.auth.username)}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          invalid={missing.username}
          onChange={changeUsername}
        />
        <PasswordField
          ref={password}
          label={say(messages.fields.password)}
          name="password"
          autoComplete="current-password"
          required
          invalid={missing.password}
          onChange={() => missing.password && setMissing({ ...missing, password: false })}
        />
        <StayChoice checked={stays} onChange={onStays} />
        {/* The error is between the fields and the button, so that the fields do not shift. */}
        {error && (
          <Banner kind="bad">
            {/* The countdown is visual only; a screen reader announces the sentence once, not every second. */}
            {waitSeconds > 0 ? (
              <span aria-live="off">{say(messages.auth.tooManyAttempts({ count: waitSeconds }))}</span>
            ) : (
              say(error.message)
            )}
          </Banner>
        )}
        <Button type="submit" look="primary" size="large" busy={busy} disabled={waitSeconds > 0} className="mt-2 w-full">
          {say(messages.auth.login)}
        </Button>
        {canUsePasskeys() && (
          <Button size="large" disabled={busy} className="w-full" onClick={() => void takePasskey()}>
            {say(messages.passkeySignIn.button)}
          </Button>
        )}
      </div>
    </form>
  )
}

function StayChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const say = useSay()
  const { stay_signed_in_days: count } = useBranding()
  if (!count) return null
  const isPhone = matchMedia('(pointer: coarse) and (width < 40rem)').matches
  return (
    <label className="-mt-2 mb-2 flex min-h-11 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 shrink-0 accent-brand"
      />
      {say(messages.auth[isPhone ? 'stayOnPhone' : 'stayOnDevice']({ count }))}
    </label>
  )
}

function ForgottenPassword() {
  const say = useSay()
  const { contact, forgotten_password } = useBranding()
  const { question, askContact, askOffice } = messages.forgottenPassword
  return (
    <p className="mt-5 text-sm text-quiet">
      {forgotten_password === 'email' ? (
        // A plain link keeps the router's Link out of this page.
        <a
          href={pages.forgotPassword}
          className="inline-flex min-h-8 max-sm:min-h-11 items-center font-medium text-brand underline underline-offset-2"
        >
          {say(question)}
        </a>
      ) : (
        <bdi>{say(contact ? askContact({ contact }) : askOffice)}</bdi>
      )}
    </p>
  )
}

function useCountdown(onEnd: () => void) {
  const [seconds, setSeconds] = useState(0)
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (seconds <= 0) return
    const timer = setTimeout(() => {
      setSeconds(seconds - 1)
      if (seconds === 1) end.current()
    }, 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return [seconds, setSeconds] as const
}

function messageFor(failure: unknown): Message {
  return messageOf(failure, failure instanceof ApiError ? messages.auth.invalid : messages.general.unexpectedClient)
}
