import { type FormEvent, useEffect, useRef, useState } from 'react'
import { loginSuccessful } from '../../contract/codes.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { ApiError, messageOf } from '../api.ts'
import { useBranding } from '../branding/branding.ts'
import { useSay } from '../language.ts'
import { storeSession } from '../session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { OfflineLine } from '../ui/offline-line.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { saveChosenLanguage, showAccountLanguage } from './account-language.ts'
import { logIn } from './auth.api.ts'
import { homeOf } from './guards.ts'
import { LoginLayout } from './login-layout.tsx'

export function LoginScreen() {
  const branding = useBranding()
  usePageTitle(branding.portal_title, branding.university_name)

  return (
    <LoginLayout branding={branding}>
      <div className="has-[p]:mb-6">
        <OfflineLine isSignedOut />
      </div>
      <LoginForm />
    </LoginLayout>
  )
}

function LoginForm() {
  const say = useSay()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<{ message: Message }>()
  const [missing, setMissing] = useState({ username: false, password: false })
  const [waitSeconds, setWaitSeconds] = useCountdown(() => setError(undefined))
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const input = { username: username.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const empty = { username: !input.username, password: !input.password }
    setMissing(empty)
    if (empty.username || empty.password) {
      setError({ message: messages.auth.required })
      return (empty.username ? username : password).current?.focus()
    }

    setBusy(true)
    setError(undefined)
    try {
      const reply = await logIn(input)
      if (reply.message !== loginSuccessful) throw new ApiError(200, {})
      if (!homeOf(reply.user)) return fail(messages.auth.invalidRole)
      await showAccountLanguage()
      // Storing the session opens the dashboard: the router subscribes to it. The button stays busy until then.
      storeSession(reply.user, reply.rights)
      saveChosenLanguage()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 429) setWaitSeconds(failure.retryAfterSeconds)
      fail(messageFor(failure))
    }
  }

  function fail(message: Message) {
    setBusy(false)
    setError({ message })
    // The input stays. The password is the likelier mistake, so it is selected for retyping.
    password.current?.focus()
    password.current?.select()
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
        {/* Between the fields and the button, so that the fields do not shift. */}
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
      </div>
    </form>
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
