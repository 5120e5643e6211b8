import type { Logger } from 'pino'
import type { Branding } from '../../contract/branding.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { Database } from '../../database/connect.ts'
import { brandings } from '../branding/branding.ts'
import { makePasswordLink } from '../forgotten-password/forgotten-password.actions.ts'
import { sayIn } from '../http/language.ts'
import type { Settings } from '../settings.ts'
import { accountMails, type DueMail, type FactorChange } from './account-mails.queries.ts'
import { mailer, sendingDue } from './mailer.ts'

/** Sends links for new passwords, and tells members what was changed about their sign-in: it may be a thief who changed it. */
export function accountMail(database: Database, settings: Settings, logger: Pick<Logger, 'warn'>) {
  const mails = mailer(settings)
  if (!mails) return undefined
  const branding = brandings(database, settings)

  async function sendOne(): Promise<boolean> {
    const mail = await accountMails(database).take()
    if (!mail) return false
    const current = await branding.read()
    const language = current.languageFor(mail.language)
    const named = current.in(language)
    const content = await contentOf(database, settings, named, mail, sayIn(language))
    const to = { name: mail.name, address: mail.email }
    if (content) await mails?.send({ portalTitle: named.portal_title, to, language, ...content })
    await accountMails(database).markSent(mail.id)
    return true
  }

  return { sendDue: sendingDue(sendOne, logger, 'an e-mail about an account could not be sent'), stop: mails.stop }
}

/** Undefined where nothing is to be sent any more. */
async function contentOf(
  database: Database,
  settings: Pick<Settings, 'PUBLIC_URL'>,
  { portal_title: portal, contact }: Branding,
  mail: DueMail,
  say: Say,
) {
  const { username, kind } = mail
  const { passwordMail, notices, signInSecurity } = messages
  const letter = (subject: Message, lines: readonly string[]) => ({
    subject: say(subject),
    lines: [say(notices.mailGreeting({ name: mail.name })), '', ...lines, '', say(notices.mailWhy)],
  })
  if (kind === 'password changed') {
    const help = contact ? passwordMail.helpContact({ contact }) : passwordMail.helpOffice
    return letter(passwordMail.changedSubject({ portal }), [say(passwordMail.changed({ username })), say(help)])
  }
  if (kind !== 'password link')
    return letter(signInSecurity.mail.subject({ portal }), [
      say(sentenceOf(kind, mail.passkey ?? '')),
      say(signInSecurity.mail.notYou),
    ])
  const token = await makePasswordLink(database, mail)
  // On a line of its own, where no sign of the sentence becomes a part of it.
  const link = `${settings.PUBLIC_URL}${pages.resetPassword}#${token}`
  return (
    token &&
    letter(passwordMail.linkSubject({ portal }), [
      say(passwordMail.link({ username })),
      '',
      link,
      '',
      say(passwordMail.linkValid),
      say(passwordMail.linkIgnore),
    ])
  )
}

function sentenceOf(change: FactorChange, name: string): Message {
  const { mail } = messages.signInSecurity
  const sentences: Readonly<Record<FactorChange, Message>> = {
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
