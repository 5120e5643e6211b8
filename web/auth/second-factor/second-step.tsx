import { useEffect, useRef, useState } from 'react'
import type { NextStepReply, SignedInReply } from '../../../contract/auth.ts'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import { isRefusal, useAttempt } from '../../entities/accounts/attempt.ts'
import { passkeyFailure, setUpWithPasskey, takeSecondStepWithPasskey } from '../../entities/accounts/passkeys.ts'
import { call, messageOf } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { NewPasswordForm } from '../new-password-form.tsx'
import { AppSecret } from './app-secret.tsx'
import { CodeForm } from './code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const words = messages.secondFactor
const { signInSecurity } = messages

type Kind = NextStepReply['kinds'][number]
type Props = {
  step: NextStepReply
  onSignedIn: (reply: SignedInReply) => Promise<void>
  /** Goes back to the password, with the reason if there is one. */
  onStartOver: (reason?: Message) => void
}

/** The screen between the right password and the session. */
export function SecondStep({ step, onSignedIn, onStartOver }: Props) {
  const say = useSay()
  const isSetUp = step.next === 'set-up'
  const [hasOwnPassword, setHasOwnPassword] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  // The title takes the focus, unless a field below has it.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus()
  }, [])
  return (
    <section aria-labelledby="second-step">
      <h2 id="second-step" ref={title} tabIndex={-1} className="text-[2rem] tracking-[-0.01em] outline-none">
        {say(isSetUp ? words.setUpTitle : words.title)}
      </h2>
      {isSetUp && <p className="mt-1.5 text-quiet">{say(words.setUpReason)}</p>}
      <div className="mt-6 space-y-6">
        {isSetUp && step.must_change_password && !hasOwnPassword ? (
          <OwnPassword onChosen={() => setHasOwnPassword(true)} onStartOver={onStartOver} />
        ) : isSetUp ? (
          <SetUp kinds={step.kinds} onSignedIn={onSignedIn} onStartOver={onStartOver} />
        ) : (
          <Step kinds={step.kinds} onSignedIn={onSignedIn} onStartOver={onStartOver} />
        )}
      </div>
    </section>
  )
}

type StepProps = Omit<Props, 'step'> & { kinds: readonly Kind[] }

/** Takes a step. It starts over where the server has ended this sign-in; other errors are shown in place. */
async function takeStep(work: () => Promise<void>, onStartOver: Props['onStartOver']) {
  try {
    await work()
  } catch (failure) {
    if (!isRefusal(failure, words.expired, words.tooManyWrong, messages.auth.invalid)) throw failure
    onStartOver(messageOf(failure, words.expired))
  }
}

function useStep(onStartOver: Props['onStartOver']) {
  const { attempt, ...state } = useAttempt(messages.general.unexpectedClient)
  return {
    ...state,
    attempt: (work: () => Promise<void>, explain?: (failure: unknown) => Message) =>
      attempt(() => takeStep(work, onStartOver), explain),
  }
}

const uses: Record<Kind, Message> = { passkey: words.usePasskey, code: words.useCode, 'recovery-code': words.useRecoveryCode }

function Step({ kinds, onSignedIn, onStartOver }: StepProps) {
  const say = useSay()
  const [kind, setKind] = useState<Kind | undefined>(kinds[0])
  const { busy, error, attempt, clearError } = useStep(onStartOver)

  const sendText = (text: string) =>
    attempt(async () => {
      const body = kind === 'code' ? { code: text } : { recovery_code: text }
      await onSignedIn(await call('POST /auth/second-factor', { body, signedOut: true }))
    })
  const sendPasskey = () =>
    attempt(
      async () => onSignedIn(await takeSecondStepWithPasskey()),
      (failure) => passkeyFailure(failure, messages.passkeySignIn.notUsed),
    )
  const choose = (next: Kind) => {
    clearError()
    setKind(next)
    if (next === 'passkey') void sendPasskey()
  }

  return (
    <>
      {!kind && <Banner kind="bad">{say(words.noneLeft)}</Banner>}
      {kind === 'passkey' && (
        <div className="space-y-4">
          <p>{say(words.passkeyHint)}</p>
          {error && <Banner kind="bad">{say(error)}</Banner>}
          <Button look="primary" size="large" className="w-full" busy={busy} onClick={() => void sendPasskey()}>
            {say(words.usePasskey)}
          </Button>
        </div>
      )}
      {kind && kind !== 'passkey' && (
        <CodeForm
          key={kind}
          kind={kind}
          label={kind === 'code' ? words.code : words.recoveryCode}
          hint={kind === 'code' ? words.codeHint : words.recoveryCodeHint}
          error={error}
          busy={busy}
          onSubmit={(text) => void sendText(text)}
        />
      )}
      <ul className="-mx-3 flex flex-col items-start">
        {kinds
          .filter((each) => each !== kind)
          .map((each) => (
            <li key={each}>
              <Button look="ghost" size="small" onClick={() => choose(each)}>
                {say(uses[each])}
              </Button>
            </li>
          ))}
        <li>
          <Button look="ghost" size="small" onClick={() => onStartOver()}>
            {say(words.startOver)}
          </Button>
        </li>
      </ul>
    </>
  )
}

/** The form for a password before a factor is added: another person may know the initial password, and be the first to add one. */
function OwnPassword({ onChosen, onStartOver }: { onChosen: () => void; onStartOver: Props['onStartOver'] }) {
  const say = useSay()
  return (
    <>
      <p>{say(signInSecurity.initialPassword)}</p>
      <NewPasswordForm
        save={({ new_password }) =>
          takeStep(async () => {
            await call('PUT /auth/set-up/password', { body: { new_password }, signedOut: true })
            onChosen()
          }, onStartOver)
        }
        failed={messages.general.unexpectedClient}
        takesFocus
        className="space-y-5"
        buttons={(isSubmitting) => (
          <>
            <Button type="submit" look="primary" size="large" busy={isSubmitting} className="w-full">
              {say(messages.forgottenPassword.saveAndContinue)}
            </Button>
            <Button look="ghost" size="small" className="-mx-3" onClick={() => onStartOver()}>
              {say(words.startOver)}
            </Button>
          </>
        )}
      />
    </>
  )
}

type Done = SignedInReply & { recovery_codes: string[] }

function SetUp({ kinds, onSignedIn, onStartOver }: StepProps) {
  const say = useSay()
  const [chosen, setChosen] = useState<{ kind: 'passkey' } | { kind: 'code'; secret: string; uri: string }>()
  const [done, setDone] = useState<Done>()
  const { busy, error, attempt, clearError } = useStep(onStartOver)

  const chooseApp = () =>
    attempt(async () => setChosen({ kind: 'code', ...(await call('POST /auth/set-up/authenticator', { signedOut: true })) }))
  const finishApp = (code: string) =>
    attempt(async () => setDone(await call('PUT /auth/set-up/authenticator', { body: { code }, signedOut: true })))
  const finishPasskey = (name: string) =>
    attempt(
      async () => setDone(await setUpWithPasskey(name)),
      (failure) => passkeyFailure(failure, signInSecurity.passkeyNotAdded),
    )

  // The session has begun; the dashboard opens once the codes are saved.
  if (done) return <RecoveryCodes codes={done.recovery_codes} onDone={() => void onSignedIn(done)} />
  if (chosen?.kind === 'code')
    return (
      <>
        <AppSecret secret={chosen.secret} uri={chosen.uri} />
        <CodeForm
          kind="code"
          label={signInSecurity.firstCode}
          error={error}
          busy={busy}
          onSubmit={(code) => void finishApp(code)}
        />
      </>
    )
  if (chosen)
    return (
      <CodeForm
        kind="name"
        label={signInSecurity.passkeyName}
        hint={signInSecurity.passkeyNameHint}
        initial={say(signInSecurity.passkeyDefaultName({ number: 1 }))}
        error={error}
        busy={busy}
        onSubmit={(name) => void finishPasskey(name)}
      />
    )
  return (
    <div className="space-y-3">
      {error && <Banner kind="bad">{say(error)}</Banner>}
      <Button size="large" className="w-full" busy={busy} onClick={() => void chooseApp()}>
        {say(words.setUpApp)}
      </Button>
      {kinds.includes('passkey') && (
        <Button
          size="large"
          className="w-full"
          onClick={() => {
            clearError()
            setChosen({ kind: 'passkey' })
          }}
        >
          {say(signInSecurity.addPasskey)}
        </Button>
      )}
      <Button look="ghost" size="small" className="-mx-3" onClick={() => onStartOver()}>
        {say(words.startOver)}
      </Button>
    </div>
  )
}
