import type { Logger } from 'pino'
import { accountName } from '../../contract/account-names.ts'
import type { Branding } from '../../contract/branding.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { invitationDays } from '../../contract/limits.ts'
import { pages } from '../../contract/pages.ts'
import type { Database } from '../../database/connect.ts'
import { brandings } from '../branding/branding.ts'
import { makePasswordLink } from '../forgotten-password/forgotten-password.actions.ts'
import { sayIn } from '../http/language.ts'
import { invitations } from '../invitations/invitations.queries.ts'
import { accountMails, type DueMail, type FactorChange } from '../mail/account-mails.queries.ts'
import { deliver } from '../mail/deliver.ts'
import { type Paragraph, writeLetter } from '../mail/letter.ts'
import { mailer, sendingDue } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'

/** Sends links for new passwords, and notifies members of changes to their sign-in: a thief may have made them. */
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
    const content = await contentOf(database, settings, named, mail, language)
    if (content && mails) {
      await deliver(database, mails, mail, { portalTitle: named.portal_title, language, ...content })
      // A link that the member asked for meanwhile is sent in place of an invitation, and does the same.
      if (mail.kind === 'password link') await invitations(database).markSent(mail.user_id)
    }
    await accountMails(database).markSent(mail.id)
    return true
  }

  return { sendDue: sendingDue(sendOne, logger, 'an e-mail about an account could not be sent'), stop: mails.stop }
}

/** The content of an e-mail; undefined if nothing is to be sent any more. */
async function contentOf(
  database: Database,
  settings: Pick<Settings, 'PUBLIC_URL'>,
  { portal_title: portal, contact }: Branding,
  mail: DueMail,
  language: Language,
) {
  const { username, kind } = mail
  const say = sayIn(language)
  const { passwordMail, notices, signInMails, mails } = messages
  const address = settings.PUBLIC_URL
  const letter = (subject: Message, paragraphs: readonly Paragraph[]) => ({
    subject: say(subject),
    ...writeLetter({
      language,
      portalTitle: portal,
      paragraphs: [{ text: say(notices.mailGreeting({ name: accountName(say, mail.name) })) }, ...paragraphs],
      footer: [{ text: say(mails.account({ username })) }, { text: say(notices.mailWhy) }],
    }),
  })
  if (kind === 'password changed') {
    const help = contact ? passwordMail.helpContact({ contact }) : passwordMail.helpOffice
    return letter(passwordMail.changedSubject({ portal }), [
      { text: say(passwordMail.changed({ username })) },
      { text: say(help), ...linkTo(address, pages.forgotPassword, say(mails.newPassword)) },
    ])
  }
  if (kind !== 'password link')
    return letter(signInMails.subject({ portal }), [
      { text: say(sentenceOf(kind, mail.passkey ?? '')) },
      { text: say(signInMails.notYou), ...linkTo(address, pages.login, say(mails.openPortal)) },
    ])
  const token = await makePasswordLink(database, mail)
  const link = `${address}${pages.resetPassword}#${token}`
  const chosen = { link, label: say(mails.choosePassword) }
  if (token && mail.is_invitation) {
    const { subject, welcome, valid, later } = messages.invitationMail
    return letter(subject({ portal }), [
      { text: say(welcome({ portal, username })), ...chosen },
      { text: say(valid({ count: invitationDays })) },
      { text: say(later({ question: messages.forgottenPassword.question })), ...(address ? { link: address } : {}) },
    ])
  }
  return (
    token &&
    letter(passwordMail.linkSubject({ portal }), [
      { text: say(passwordMail.link({ username })), ...chosen },
      { text: say(passwordMail.linkValid) },
      { text: say(passwordMail.linkIgnore) },
    ])
  )
}

function linkTo(address: string | undefined, page: string, label: string): Pick<Paragraph, 'link' | 'label'> {
  return address ? { link: `${address}${page}`, label } : {}
}

function sentenceOf(change: FactorChange, name: string): Message {
  const { signInMails: mail, signInSecurity } = messages
  const sentences: Readonly<Record<FactorChange, Message>> = {
    'passkey added': mail.passkeyAdded({ name }),
    'passkey removed': mail.passkeyRemoved({ name }),
    'app added': mail.appAdded,
    'app removed': mail.appRemoved,
    'codes made': mail.codesMade,
    'code used': mail.codeUsed,
    'factors removed': signInSecurity.mail.factorsRemoved,
  }
  return sentences[change]
}
