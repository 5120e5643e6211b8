import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { messages } from '../../contract/messages.ts'
import { ApiError, NoResponse } from '../api.ts'
import { useBranding } from '../branding/branding.ts'
import { storeSession } from '../session.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { PasswordField } from '../ui/password-field.tsx'
import { logIn } from './auth.api.ts'
import engraving from './engraving.svg'
import { homeOf } from './guards.ts'

export function LoginScreen() {
  const branding = useBranding()
  usePageTitle(branding.portal_title, branding.university_name)

  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,11fr)_minmax(0,10fr)] lg:grid-rows-1">
      <header className="relative isolate flex flex-col justify-between gap-8 overflow-hidden bg-deep px-6 py-7 text-on-deep sm:px-10 lg:border-e lg:border-brass-bright/40 lg:p-14">
        <div aria-hidden="true" className="absolute inset-0 -z-20 bg-linear-to-br from-deep-raised to-transparent to-70%" />
        {/* Centred on the edge of the cover and fading towards the words, so that no line runs behind a letter. */}
        <img
          src={engraving}
          alt=""
          className="pointer-events-none absolute -end-44 -top-28 -z-10 size-88 max-w-none mask-l-from-50% mask-l-to-100% lg:end-0 lg:top-[32%] lg:size-[max(54rem,56vw)] lg:translate-x-1/2 lg:-translate-y-1/2 rtl:lg:-translate-x-1/2 rtl:mask-r-from-50% rtl:mask-r-to-100%"
        />
        <div className="flex items-center gap-4">
          <img src={branding.logo_url} alt="" width="52" height="52" className="size-11 shrink-0 object-contain lg:size-13" />
          <p className="max-w-64 font-serif text-lg leading-snug font-semibold text-balance lg:text-xl">
            {branding.university_name}
          </p>
        </div>
        <div className="max-w-lg xl:max-w-2xl">
          <div aria-hidden="true" className="mb-7 h-px w-16 bg-brass-bright max-lg:hidden" />
          <h1 className="text-[1.75rem] leading-[1.12] font-semibold tracking-[-0.01em] wrap-anywhere lg:text-[clamp(2.75rem,3.6vw+0.35rem,4.5rem)]">
            {branding.portal_title}
          </h1>
          <p className="mt-6 max-w-md text-balance text-on-deep-quiet max-lg:hidden lg:text-base">{messages.pages.purpose}</p>
        </div>
      </header>

      <div className="flex flex-col px-6 sm:px-10">
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-[22rem] grow flex-col py-10 sm:pt-[11dvh] lg:pt-[24dvh]"
        >
          <LoginForm />
        </main>
        <footer className="mx-auto w-full max-w-[22rem] border-t border-line py-5 text-sm text-quiet">
          {branding.footer_credit}
        </footer>
      </div>
    </div>
  )
}

function LoginForm() {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [missing, setMissing] = useState({ username: false, password: false })
  const [waitSeconds, setWaitSeconds] = useCountdown(() => setError(''))
  const username = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  // Drawn ahead (first-paint.tsx) it takes nothing that would be lost.
  const readOnly = useSyncExternalStore(neverChanges, isThere, isDrawnAhead)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const input = { username: username.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const empty = { username: !input.username, password: !input.password }
    setMissing(empty)
    if (empty.username || empty.password) {
      setError(messages.auth.required)
      return (empty.username ? username : password).current?.focus()
    }

    setBusy(true)
    setError('')
    try {
      const reply = await logIn(input)
      if (reply.message !== messages.auth.success) throw new ApiError(200, {})
      if (!homeOf(reply.user)) return fail(messages.auth.invalidRole)
      // Storing it is what opens the dashboard: the router watches the session. The button stays busy until then.
      storeSession(reply.user)
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 429) setWaitSeconds(failure.retryAfterSeconds)
      fail(sentenceFor(failure))
    }
  }

  function fail(sentence: string) {
    setBusy(false)
    setError(sentence)
    // What was typed stays; the password is the likelier mistake, so it is selected, ready to be typed over.
    password.current?.focus()
    password.current?.select()
  }

  function changeUsername() {
    setMissing({ ...missing, username: false })
    // Only the one account has to wait; whoever comes with another does not.
    if (waitSeconds > 0) {
      setWaitSeconds(0)
      setError('')
    }
  }

  return (
    <form onSubmit={submit} noValidate aria-labelledby="sign-in">
      <h2 id="sign-in" className="text-[2rem] tracking-[-0.01em]">
        Sign in
      </h2>
      <p className="mt-1.5 text-quiet">Use your university account.</p>

      <div className="mt-7 space-y-5">
        <TextField
          ref={username}
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          readOnly={readOnly}
          invalid={missing.username}
          onChange={changeUsername}
        />
        <PasswordField
          ref={password}
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          readOnly={readOnly}
          invalid={missing.password}
          onChange={() => missing.password && setMissing({ ...missing, password: false })}
        />
        {/* Just above what was pressed, and below what was typed: the fields stay where they are. */}
        {error && (
          <Banner kind="bad">
            {/* The seconds run down for the eye; a screen reader hears the sentence once, not every second. */}
            {waitSeconds > 0 ? <span aria-live="off">{messages.auth.tooManyAttempts(waitSeconds)}</span> : error}
          </Banner>
        )}
        <Button type="submit" look="primary" size="large" busy={busy} disabled={waitSeconds > 0} className="mt-2 w-full">
          Login
        </Button>
      </div>
    </form>
  )
}

const neverChanges = () => () => {}
const isThere = () => false
const isDrawnAhead = () => true

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

function sentenceFor(failure: unknown): string {
  if (failure instanceof ApiError) return failure.message || messages.auth.invalid
  if (failure instanceof NoResponse) return failure.message
  return messages.general.unexpectedClient
}
