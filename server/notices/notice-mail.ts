import type { Logger } from 'pino'
import { accountName } from '../../contract/account-names.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { mail } from '../../contract/limits.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Database } from '../../database/connect.ts'
import { brandings } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { deliver } from '../mail/deliver.ts'
import { mailer, sendingDue } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'
import { notices, type UnmailedNotices } from './notices.queries.ts'

function linesOf(language: Language, { name, notices }: UnmailedNotices, address: string | undefined) {
  const say = sayIn(language)
  return [
    say(messages.notices.mailGreeting({ name: accountName(say, name) })),
    '',
    ...notices.map((notice) => `- ${noticeSentence(say, language, notice)}`),
    '',
    ...(address ? [withPlainAddress(say(messages.notices.mailWhere({ address })), address)] : []),
    say(messages.notices.mailWhy),
  ]
}

/** The line without directional isolates around the address: a mail program would make the closing one a part of the link. */
function withPlainAddress(line: string, address: string): string {
  return line.replace(`\u2068${address}\u2069`, () => address)
}

/** Sends notices that were not sent yet; undefined without a mail server in the settings. */
export function noticeMail(database: Database, settings: Settings, logger: Pick<Logger, 'warn'>, quiet = mail.quietSeconds) {
  const sender = mailer(settings)
  if (!sender) return undefined
  const mails = sender
  const branding = brandings(database, settings)

  async function sendOne(): Promise<boolean> {
    const due = await notices(database).takeUnmailed(quiet)
    if (!due) return false
    const current = await branding.read()
    const language = current.languageFor(due.language)
    const portal = current.in(language).portal_title
    await deliver(database, mails, due, {
      portalTitle: portal,
      language,
      subject: sayIn(language)(messages.notices.mailSubject({ portal, count: due.ids.length })),
      lines: linesOf(language, due, settings.PUBLIC_URL),
    })
    await notices(database).markMailed(due.ids)
    return true
  }

  return { sendDue: sendingDue(sendOne, logger, 'a notice could not be sent by e-mail'), stop: mails.stop }
}
