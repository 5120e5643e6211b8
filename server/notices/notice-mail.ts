import type { Logger } from 'pino'
import { accountName } from '../../contract/account-names.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import { longestMailSubject, mail } from '../../contract/limits.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import { pages } from '../../contract/pages.ts'
import type { Database } from '../../database/connect.ts'
import { brandings } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { deliver } from '../mail/deliver.ts'
import { writeLetter } from '../mail/letter.ts'
import { mailer, sendingDue, stopHeaders } from '../mail/mailer.ts'
import { makeStopLink, stopParagraph } from '../mail-choices/mail-stop.ts'
import { viewers } from '../policy/policy.queries.ts'
import type { Settings } from '../settings.ts'
import { notices, type UnmailedNotices } from './notices.queries.ts'
import { placeAddress } from './place-address.ts'

/** Sends notices that were not sent yet; undefined without a mail server in the settings. */
export function noticeMail(database: Database, settings: Settings, logger: Pick<Logger, 'warn'>, quiet = mail.quietSeconds) {
  const sender = mailer(settings)
  if (!sender) return undefined
  const mails = sender
  const address = settings.PUBLIC_URL
  const branding = brandings(database, settings)

  async function letterFor(due: UnmailedNotices) {
    const current = await branding.read()
    const language = current.languageFor(due.language)
    const say = sayIn(language)
    const portal = current.in(language).portal_title
    const viewer = await viewers(database, settings).read(due.user_id)
    const stop = await makeStopLink(database, settings, due.user_id, 'notices')
    const items = due.notices.map((notice) => ({
      text: noticeSentence(say, language, notice),
      link: placeAddress(address, notice, viewer),
    }))
    const { mailSubject, mailGreeting, mailWhy } = messages.notices
    const [only] = items.length === 1 ? items : []
    return {
      portalTitle: portal,
      language,
      subject: say(
        only ? messages.mails.subject({ portal, what: shortened(only.text) }) : mailSubject({ portal, count: items.length }),
      ),
      ...writeLetter({
        language,
        portalTitle: portal,
        paragraphs: [
          { text: say(mailGreeting({ name: accountName(say, due.name) })), items },
          ...(address ? [{ text: '', link: `${address}${pages.login}`, label: say(messages.mails.openPortal) }] : []),
        ],
        footer: [stopParagraph(say, 'notices', stop), { text: say(mailWhy) }],
      }),
      headers: stopHeaders(stop),
    }
  }

  async function sendOne(): Promise<boolean> {
    const due = await notices(database).takeUnmailed(quiet)
    if (!due) return false
    await deliver(database, mails, due, await letterFor(due))
    await notices(database).markMailed(due.ids)
    return true
  }

  return { sendDue: sendingDue(sendOne, logger, 'a notice could not be sent by e-mail'), stop: mails.stop }
}

/** A sentence as a part of a subject, which mail programs cut anyway. */
function shortened(sentence: string): string {
  const text = withoutDirectionMarks(sentence).replace(/\s+/g, ' ')
  return text.length <= longestMailSubject ? text : `${text.slice(0, longestMailSubject).replace(/\s\S*$/, '')}…`
}
