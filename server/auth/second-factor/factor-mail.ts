import type { Logger } from 'pino'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { Database } from '../../../database/connect.ts'
import { sayIn } from '../../http/language.ts'
import { type MailSettings, mailer, sendingDue } from '../../mail/mailer.ts'
import { type FactorChange, type FactorMail, factorMails } from './factor-mail.queries.ts'

const { mail } = messages.signInSecurity

function sentenceOf({ change, passkey }: Pick<FactorMail, 'change' | 'passkey'>): Message {
  const name = passkey ?? ''
  const sentences: Record<FactorChange, Message> = {
    'passkey added': mail.passkeyAdded({ name }),
    'passkey removed': mail.passkeyRemoved({ name }),
    'app added': mail.appAdded,
    'app removed': mail.appRemoved,
    'codes made': mail.codesMade,
    'code used': mail.codeUsed,
    'factors removed': mail.factorsRemoved,
  }
  return sentences[change]
}

/** At once, and whether or not somebody has looked into the portal: it may be a thief who changed something. */
export function factorMail(database: Database, settings: MailSettings, logger: Pick<Logger, 'warn'>) {
  const mails = mailer(settings)
  if (!mails) return undefined
  const { PORTAL_TITLE, DEFAULT_LANGUAGE } = settings

  async function sendOne(): Promise<boolean> {
    const found = await factorMails(database).take()
    if (!found) return false
    const language = found.language ?? DEFAULT_LANGUAGE
    const say = sayIn(language)
    const greeting = say(messages.notices.mailGreeting({ name: found.name }))
    await mails?.send({
      to: { name: found.name, address: found.email },
      subject: say(mail.subject({ portal: PORTAL_TITLE })),
      lines: [greeting, '', say(sentenceOf(found)), say(mail.notYou), '', say(messages.notices.mailWhy)],
      language,
    })
    await factorMails(database).remove(found.id)
    return true
  }

  return { sendDue: sendingDue(sendOne, logger, 'an e-mail about a second factor could not be sent'), stop: mails.stop }
}
