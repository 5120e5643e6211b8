import type { Logger } from 'pino'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Database } from '../../database/connect.ts'
import { brandings } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { mailer, sendingDue } from '../mail/mailer.ts'
import type { Settings } from '../settings.ts'
import { notices, type UnmailedNotices } from './notices.queries.ts'

/** What happens within a minute goes into one message. */
const quietSeconds = 60

function linesOf(language: Language, { name, notices }: UnmailedNotices, address: string | undefined) {
  const say = sayIn(language)
  return [
    say(messages.notices.mailGreeting({ name })),
    '',
    ...notices.map((notice) => `- ${noticeSentence(say, language, notice)}`),
    '',
    ...(address ? [withPlainAddress(say(messages.notices.mailWhere({ address })), address)] : []),
    say(messages.notices.mailWhy),
  ]
}

/** Without directional isolates around the address: a mail program would make the closing one a part of the link. */
function withPlainAddress(line: string, address: string): string {
  return line.replace(`\u2068${address}\u2069`, () => address)
}

/** Sends what has not been sent; without a mail server in the settings there is none. */
export function noticeMail(database: Database, settings: Settings, logger: Pick<Logger, 'warn'>, quiet = quietSeconds) {
  const mails = mailer(settings)
  if (!mails) return undefined
  const branding = brandings(database, settings)

  async function sendOne(): Promise<boolean> {
    const due = await notices(database).takeUnmailed(quiet)
    if (!due) return false
    const current = await branding.read()
    const language = current.languageFor(due.language)
    const portal = current.in(language).portal_title
    await mails?.send({
      portalTitle: portal,
      to: { name: due.name, address: due.email },
      language,
      subject: sayIn(language)(messages.notices.mailSubject({ portal, count: due.ids.length })),
      lines: linesOf(language, due, settings.PUBLIC_URL),
    })
    await notices(database).markMailed(due.ids)
    return true
  }

  return { sendDue: sendingDue(sendOne, logger, 'a notice could not be sent by e-mail'), stop: mails.stop }
}
