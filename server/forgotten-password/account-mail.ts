import type { Logger } from 'pino'
import { messages } from '../../contract/languages/catalogue.ts'
import { pages } from '../../contract/pages.ts'
import type { Database } from '../../database/connect.ts'
import { sayIn } from '../http/language.ts'
import { type MailSettings, mailer, sendingDue } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'
import { makePasswordLink } from './forgotten-password.actions.ts'
import { accountMails, type DueMail } from './forgotten-password.queries.ts'

/** A link needs the portal's address: that of a request is what its sender says it is. */
export function sendsPasswordLinks({ SMTP_URL, PUBLIC_URL }: Pick<Settings, 'SMTP_URL' | 'PUBLIC_URL'>): boolean {
  return SMTP_URL !== undefined && PUBLIC_URL !== undefined
}

/** Sends links for new passwords, and tells members that their password was changed. */
export function accountMail(
  database: Database,
  settings: MailSettings & Pick<Settings, 'CONTACT'>,
  logger: Pick<Logger, 'warn'>,
) {
  const { PUBLIC_URL, PORTAL_TITLE, DEFAULT_LANGUAGE, CONTACT } = settings
  const mails = sendsPasswordLinks(settings) ? mailer(settings) : undefined
  if (!mails) return undefined

  async function contentOf(mail: DueMail) {
    const say = sayIn(mail.language ?? DEFAULT_LANGUAGE)
    const texts = messages.passwordMail
    const { username } = mail
    const greeting = say(messages.notices.mailGreeting({ name: mail.name }))
    const origin = say(messages.notices.mailWhy)
    if (mail.kind === 'password changed') {
      const help = say(CONTACT ? texts.helpContact({ contact: CONTACT }) : texts.helpOffice)
      return {
        subject: say(texts.changedSubject({ portal: PORTAL_TITLE })),
        lines: [greeting, '', say(texts.changed({ username })), help, '', origin],
      }
    }
    const token = await makePasswordLink(database, mail)
    // On a line of its own, where no sign of the sentence becomes a part of it.
    const link = `${PUBLIC_URL}${pages.resetPassword}#${token}`
    return (
      token && {
        subject: say(texts.linkSubject({ portal: PORTAL_TITLE })),
        lines: [
          greeting,
          '',
          say(texts.link({ username })),
          '',
          link,
          '',
          say(texts.linkValid),
          say(texts.linkIgnore),
          '',
          origin,
        ],
      }
    )
  }

  async function sendOne(): Promise<boolean> {
    const mail = await accountMails(database).take()
    if (!mail) return false
    const content = await contentOf(mail)
    if (content)
      await mails?.send({ to: { name: mail.name, address: mail.email }, language: mail.language ?? DEFAULT_LANGUAGE, ...content })
    await accountMails(database).markSent(mail.id)
    return true
  }

  return { sendDue: sendingDue(sendOne, logger, 'an e-mail about an account could not be sent'), stop: mails.stop }
}
