import { messages } from '../../../contract/languages/catalogue.ts'
import { useSay } from '../../language/language.ts'
import { QrCode } from '../../ui/qr-code.tsx'

const words = messages.signInSecurity

/** The secret for setting up the authenticator app, also as a QR code. */
export function AppSecret({ secret, uri }: { secret: string; uri: string }) {
  const say = useSay()
  return (
    <div className="space-y-3">
      <p>{say(words.secretHint)}</p>
      <QrCode text={uri} label={say(words.qrCode)} />
      <dl>
        <dt className="text-sm text-quiet">{say(words.secret)}</dt>
        <dd dir="ltr" className="mt-1 rounded-md bg-sunk px-3.5 py-2.5 text-start text-[0.9375rem] tracking-wide select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </dd>
      </dl>
      <p>
        <a href={uri} className="text-brand underline underline-offset-4">
          {say(words.openInApp)}
        </a>
      </p>
    </div>
  )
}
