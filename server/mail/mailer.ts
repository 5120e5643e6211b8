import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import type { Language } from '../../contract/languages/languages.ts'
import type { Settings } from '../settings.ts'

export type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'PORTAL_TITLE' | 'DEFAULT_LANGUAGE'>

interface Mail {
  to: { name: string; address: string }
  language: Language
  subject: string
  /** Line by line. */
  lines: readonly string[]
}

/** Sends e-mails in the name of the portal; without a mail server in the settings there is none. */
export function mailer({ SMTP_URL, MAIL_FROM, PUBLIC_URL, PORTAL_TITLE }: MailSettings) {
  if (!SMTP_URL) return undefined
  const transport = nodemailer.createTransport(SMTP_URL, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as never)
  const address = MAIL_FROM || `portal@${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'}`
  return {
    async send({ to, language, subject, lines }: Mail) {
      await transport.sendMail({
        from: { name: PORTAL_TITLE, address },
        to,
        subject,
        text: `${lines.join('\n')}\n`,
        // Suppresses out-of-office replies.
        headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    },
    stop: () => transport.close(),
  }
}

/** Everything that is due, by `sendOne`, which returns false at the end. One that fails is tried again later, and the others are sent. */
export function sendingDue(sendOne: () => Promise<boolean>, logger: Pick<Logger, 'warn'>, whenFailed: string) {
  let isSending = false
  return async () => {
    if (isSending) return
    isSending = true
    try {
      for (let failures = 0; failures < 5; ) {
        const isSent = await sendOne().catch((error) => {
          logger.warn({ err: error }, whenFailed)
          failures += 1
          return true
        })
        if (!isSent) return
      }
    } finally {
      isSending = false
    }
  }
}
