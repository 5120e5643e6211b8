import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Database } from '../../database/connect.ts'
import { sayIn } from '../http/language.ts'
import type { Settings } from '../settings.ts'
import { notices, type UnmailedNotices } from './notices.queries.ts'

export type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'PORTAL_TITLE' | 'DEFAULT_LANGUAGE'>

/** What happens within a minute goes into one message. */
const quietSeconds = 60

function textOf(language: Language, { name, notices }: UnmailedNotices, address: string | undefined) {
  const say = sayIn(language)
  const lines = [
    say(messages.notices.mailGreeting({ name })),
    '',
    ...notices.map((notice) => `- ${noticeSentence(say, language, notice)}`),
    '',
    ...(address ? [withPlainAddress(say(messages.notices.mailWhere({ address })), address)] : []),
    say(messages.notices.mailWhy),
  ]
  return `${lines.join('\n')}\n`
}

/** Without directional isolates around the address: a mail program would make the closing one a part of the link. */
function withPlainAddress(line: string, address: string): string {
  return line.replace(`\u2068${address}\u2069`, () => address)
}

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  language: Language
}

/** Sends e-mails of the portal; without a mail server in the settings there is none. */
export function mailSender({ SMTP_URL, MAIL_FROM, PUBLIC_URL, PORTAL_TITLE }: MailSettings) {
  if (!SMTP_URL) return undefined
  const transport = nodemailer.createTransport(SMTP_URL, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as never)
  const address = MAIL_FROM || `portal@${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'}`
  return {
    async send({ to, subject, text, language }: Mail) {
      await transport.sendMail({
        from: { name: PORTAL_TITLE, address },
        to,
        subject,
        text,
        // Suppresses out-of-office replies.
        headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    },
    stop: () => transport.close(),
  }
}

/** Sends what has not been sent; without a mail server in the settings there is none. */
export function noticeMail(database: Database, settings: MailSettings, logger: Pick<Logger, 'warn'>, quiet = quietSeconds) {
  const { PUBLIC_URL, PORTAL_TITLE, DEFAULT_LANGUAGE } = settings
  const sender = mailSender(settings)
  if (!sender) return undefined

  async function sendOne(send: NonNullable<typeof sender>['send']): Promise<boolean> {
    const mail = await notices(database).takeUnmailed(quiet)
    if (!mail) return false
    const language = mail.language ?? DEFAULT_LANGUAGE
    await send({
      to: { name: mail.name, address: mail.email },
      subject: sayIn(language)(messages.notices.mailSubject({ portal: PORTAL_TITLE, count: mail.ids.length })),
      text: textOf(language, mail, PUBLIC_URL),
      language,
    })
    await notices(database).markMailed(mail.ids)
    return true
  }

  let isSending = false
  return {
    /** Everything that is due. One that fails is tried again later, and the others are sent all the same. */
    async sendDue() {
      if (isSending) return
      isSending = true
      try {
        for (let failures = 0; failures < 5; ) {
          const isSent = await sendOne(sender.send).catch((error) => {
            logger.warn({ err: error }, 'a notice could not be sent by e-mail')
            failures += 1
            return true
          })
          if (!isSent) return
        }
      } finally {
        isSending = false
      }
    },
    stop: sender.stop,
  }
}
