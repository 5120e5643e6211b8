import nodemailer from 'nodemailer'
import type { Logger } from 'pino'
import type { Language } from '../../contract/languages/languages.ts'
import type { Settings } from '../settings.ts'

type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>

interface Mail {
  /** The title of the portal in that language: the sender's name. */
  portalTitle: string
  to: { name: string; address: string }
  language: Language
  subject: string
  /** Line by line. */
  lines: readonly string[]
  /** The same as HTML, beside the lines. */
  html?: string
  headers?: Readonly<Record<string, string>>
}

/** The sender's address. */
export function senderOf({ MAIL_FROM, PUBLIC_URL }: Pick<MailSettings, 'MAIL_FROM' | 'PUBLIC_URL'>): string {
  return MAIL_FROM || `portal@${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'}`
}

const usualTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends e-mails in the name of the portal; without a mail server in the settings there is none. */
export function mailer(settings: MailSettings, timeouts = usualTimeouts) {
  const { SMTP_URL } = settings
  if (!SMTP_URL) return undefined
  const transport = nodemailer.createTransport(SMTP_URL, timeouts as never)
  const address = senderOf(settings)
  return {
    async send({ portalTitle, to, language, subject, lines, html, headers }: Mail) {
      await transport.sendMail({
        from: { name: portalTitle, address },
        to,
        subject,
        text: `${lines.join('\n')}\n`,
        ...(html === undefined ? {} : { html }),
        // Suppresses out-of-office replies.
        headers: {
          'Content-Language': language,
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...headers,
        },
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
