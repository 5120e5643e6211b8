import { messages } from '../../contract/languages/catalogue.ts'
import { attempts as limits, mailTest } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { signInLimits } from '../auth/sign-in-limits.queries.ts'
import type { Brandings } from '../branding/branding.ts'
import { BadRequest, Conflict, TooManyAttempts } from '../errors/errors.ts'
import { sayIn } from '../http/language.ts'
import { writeLetter } from '../mail/letter.ts'
import { mailer } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'
import { portalSettings } from './portal-settings.queries.ts'

/** An error of nodemailer. */
interface MailError {
  code?: string
  responseCode?: number
  response?: string
}

/** Sends an e-mail while the administrator waits. Returns the address, or throws the reason why the mail server did not take it. */
export async function sendTestMail(
  database: Database,
  settings: Settings,
  brandings: Brandings,
  actor: Actor,
  to: string | undefined,
): Promise<string> {
  const mails = mailer(settings, mailTest)
  if (!mails) throw new Conflict(messages.settings.mailNotConfigured)
  const address = to ?? (await portalSettings(database).ownAddress(actor.id))
  if (!address) throw new BadRequest(messages.settings.mailNoAddress, 'to')
  // The limit is one for all administrators: it protects the recipients of the e-mails.
  const limit = { key: 'mail-test', ...limits.mailTest }
  const { attempts, secondsLeft } = await signInLimits(database).count(limit)
  if (attempts > limit.most) throw new TooManyAttempts(secondsLeft)

  const current = await brandings.read()
  const language = current.defaultLanguage
  const say = sayIn(language)
  const portal = current.in(language).portal_title
  const refusal = await mails
    .send({
      portalTitle: portal,
      to: { name: '', address },
      language,
      subject: say(messages.settings.mailSubject({ portal })),
      ...writeLetter({
        language,
        portalTitle: portal,
        paragraphs: [{ text: say(messages.settings.mailText) }],
        footer: [{ text: say(messages.notices.mailWhy) }],
      }),
    })
    .then(
      () => undefined,
      (error: unknown) => refusalOf(error as MailError, settings),
    )
    .finally(mails.stop)
  const { values, key } = refusal ?? {}
  const details = {
    to: address,
    ...(key ? { refusal: key, host: String(values?.['host']), reason: String(values?.['reason'] ?? '') } : {}),
  }
  await auditedTransaction(database, actor, (tx) => portalSettings(tx).recordMailTest(details))
  if (refusal) throw new Conflict(refusal)
  return address
}

/** The reason of a refusal, in words. It has nothing of SMTP_URL but its host, because SMTP_URL contains a password. */
function refusalOf({ code = '', response = '' }: MailError, { SMTP_URL = '' }: Settings) {
  const { mailSignIn, mailUnknownHost, mailSlow, mailEncryption, mailRefused, mailUnreachable } = messages.settings
  const { host, password } = new URL(SMTP_URL)
  if (code === 'EAUTH') return mailSignIn({ host })
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') return mailUnknownHost({ host })
  if (code === 'ETIMEDOUT') return mailSlow({ host })
  if (code === 'ETLS' || /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_/.test(code)) return mailEncryption({ host })
  // The reason is in the server's own words, if it said something.
  const reason = response.replace(/\s+/g, ' ').trim().slice(0, 200)
  const secrets = [password, decodeURIComponent(password)].filter(Boolean)
  if (reason) return mailRefused({ host, reason: secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason) })
  return mailUnreachable({ host })
}
