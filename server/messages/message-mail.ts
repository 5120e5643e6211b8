import type { Logger } from 'pino'
import { messages } from '../../contract/languages/catalogue.ts'
import { mailReasonLength } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { brandings } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { deliver } from '../mail/deliver.ts'
import { writeLetter } from '../mail/letter.ts'
import { isAboutAddress, mailer, sendingDue, stopHeaders } from '../mail/mailer.ts'
import { makeStopLink, stopParagraph } from '../mail-choices/mail-stop.ts'
import type { Settings } from '../settings.ts'
import { messageLetter } from './message-letter.ts'
import { type DueMessage, messageMails } from './messages.queries.ts'

/** Sends messages of the office, one e-mail to each reader, from whichever server; undefined without a mail server in the settings. */
export function messageMail(database: Database, settings: Settings, logger: Pick<Logger, 'warn'>) {
  const sender = mailer(settings)
  if (!sender) return undefined
  const mails = sender
  const branding = brandings(database, settings)
  let isStopping = false
  let running: Promise<void> | undefined

  async function letterFor(due: DueMessage) {
    const current = await branding.read()
    const language = current.languageFor(due.language)
    const say = sayIn(language)
    const portalTitle = current.in(language).portal_title
    const stop = await makeStopLink(database, settings, due.user_id, 'messages')
    const { subject, paragraphs } = messageLetter({
      message: due,
      reader: due,
      say,
      language,
      portalTitle,
      address: settings.PUBLIC_URL,
    })
    const footer = [stopParagraph(say, 'messages', stop), { text: say(messages.notices.mailWhy) }]
    return {
      portalTitle,
      language,
      subject,
      ...writeLetter({ language, portalTitle, paragraphs, footer }),
      headers: stopHeaders(stop),
    }
  }

  async function sendOne(): Promise<boolean> {
    const due = await messageMails(database).take()
    if (!due) return false
    const letter = await letterFor(due)
    // It is marked as sent before it is sent: after a crash in between it is not sent twice.
    if (!(await messageMails(database).markSent(due))) return true
    try {
      await deliver(database, mails, due, letter)
    } catch (error) {
      const reason = isAboutAddress(error) ? (error.response ?? error.message).slice(0, mailReasonLength) : null
      await messageMails(database).markWaiting(due, reason)
      throw error
    }
    return true
  }

  const send = sendingDue(async () => !isStopping && sendOne(), logger, 'a message could not be sent by e-mail')

  async function sendAllDue() {
    await messageMails(database).settle()
    await send()
    await messageMails(database).settle()
  }

  return {
    sendDue(): Promise<void> {
      running ??= sendAllDue().finally(() => {
        running = undefined
      })
      return running
    },
    /** Stops after the e-mail that is being sent: if it were cut off, it would not be known whether it arrived. */
    async stop() {
      isStopping = true
      await running?.catch(() => undefined)
      await mails.stop()
    },
  }
}
