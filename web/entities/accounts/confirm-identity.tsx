import { type FormEvent, useEffect, useRef } from 'react'
import { messages } from '../../../contract/languages/catalogue.ts'
import { call } from '../../http/api.ts'
import { useSay } from '../../language/language.ts'
import { useSession } from '../../session/session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useAttempt } from './attempt.ts'
import { confirmWithPasskey, passkeyFailure } from './passkeys.ts'

const words = messages.signInSecurity

type Props = { hasPassword: boolean; hasPasskey: boolean; onConfirmed: () => void; onCancel: () => void }

/** Asks for the password or a passkey again, because another person may use an open page. */
export function ConfirmIdentity({ hasPassword, hasPasskey, onConfirmed, onCancel }: Props) {
  const say = useSay()
  const username = useSession()?.username ?? ''
  const field = useRef<HTMLInputElement>(null)
  const { busy, error, attempt } = useAttempt(words.failed)
  useEffect(() => {
    if (!busy) field.current?.focus()
  }, [busy])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const password = field.current?.value ?? ''
    const isRight = await attempt(async () => {
      await call('POST /auth/confirm', { body: { password } })
    })
    if (isRight) onConfirmed()
  }

  async function takePasskey() {
    const isRight = await attempt(
      async () => {
        await confirmWithPasskey()
      },
      (failure) => passkeyFailure(failure, messages.passkeySignIn.notUsed),
    )
    if (isRight) onConfirmed()
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <h3 className="text-lg">{say(words.confirmTitle)}</h3>
      <p>{say(words.confirmFirst)}</p>
      {error && <Banner kind="bad">{say(error)}</Banner>}
      {/* The password manager of the browser reads the owner of the password from this field. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      {hasPassword && (
        <PasswordField
          ref={field}
          label={say(messages.password.current)}
          name="password"
          autoComplete="current-password"
          invalid={error !== undefined}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2.5 pt-2">
        <Button onClick={onCancel}>{say(messages.actions.cancel)}</Button>
        {hasPasskey && (
          <Button onClick={() => void takePasskey()} disabled={busy}>
            {say(messages.secondFactor.usePasskey)}
          </Button>
        )}
        {hasPassword && (
          <Button type="submit" look="primary" busy={busy}>
            {say(messages.secondFactor.continue)}
          </Button>
        )}
      </div>
    </form>
  )
}
