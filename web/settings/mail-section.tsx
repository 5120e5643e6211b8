import { type FormEvent, useState } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { PortalSettingsReply } from '../../contract/portal-settings.ts'
import { messageOf } from '../http/api.ts'
import { useSay } from '../language/language.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useTestMail } from './settings.api.ts'
import { SettingsSection } from './settings-section.tsx'

export function MailSection() {
  const say = useSay()
  return (
    <SettingsSection title={say(messages.settings.mail)} minHeight="min-h-52">
      {({ mail }) => (mail.is_configured ? <MailTest mail={mail} /> : <NoMail />)}
    </SettingsSection>
  )
}

function NoMail() {
  const say = useSay()
  return (
    <>
      <p>
        <bdi>{say(messages.settings.mailOff)}</bdi>
      </p>
      <p className="mt-1.5 text-sm wrap-anywhere text-quiet">
        <bdi>{say(messages.settings.mailOffHint)}</bdi>
      </p>
    </>
  )
}

/** The test e-mail: only sending one shows whether e-mails leave the portal. */
function MailTest({ mail }: { mail: PortalSettingsReply['mail'] }) {
  const say = useSay()
  const words = messages.settings
  const [to, setTo] = useState(mail.own_address ?? '')
  const [result, setResult] = useState<{ kind: 'good' | 'bad'; message: Message }>()
  const { mutateAsync: send, isPending } = useTestMail()

  async function test(event: FormEvent) {
    event.preventDefault()
    setResult(undefined)
    const address = to.trim()
    try {
      await send(address)
      setResult({ kind: 'good', message: words.mailSent({ address: address || (mail.own_address ?? '') }) })
    } catch (error) {
      setResult({ kind: 'bad', message: messageOf(error, words.mailFailed) })
    }
  }

  return (
    <form noValidate onSubmit={test} className="space-y-3.5">
      <p>
        <bdi>{say(words.mailOn({ address: mail.from }))}</bdi>
      </p>
      {!mail.sends_password_links && (
        <p className="text-sm text-quiet">
          <bdi>{say(words.mailNoLinks)}</bdi>
        </p>
      )}
      <div className="grid grid-cols-1 items-end gap-2.5 sm:grid-cols-[1fr_auto]">
        <TextField
          label={say(words.mailTo)}
          type="email"
          dir="ltr"
          autoComplete="email"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        <Button type="submit" size="large" busy={isPending}>
          {say(words.mailSend)}
        </Button>
      </div>
      {result && (
        <Banner kind={result.kind}>
          <bdi>{say(result.message)}</bdi>
        </Banner>
      )}
    </form>
  )
}
