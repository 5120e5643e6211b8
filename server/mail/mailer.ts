import type { Logger } from 'pino'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { mail } from '../../contract/limits.ts'
import type { Settings } from '../settings.ts'

type MailSettings = Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_BOUNCES' | 'PUBLIC_URL'>

export interface Mail {
  /** The title of the portal in that language: the sender's name. */
  portalTitle: string
  to: { name: string; address: string }
  language: Language
  subject: string
  /** The text, line by line. */
  lines: readonly string[]
  /** The text as HTML. */
  html: string
  headers?: Readonly<Record<string, string>>
  /** The address to which mail servers report that they could not deliver it; without one, that of the sender. */
  returnTo?: string | undefined
}

/** Whether the mail server refuses e-mail for this address, now (4xx) or at all (5xx). Any other failure is not the address's. */
export function isAboutAddress(error: unknown): error is Error & { responseCode: number; response?: string } {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  return error instanceof Error && typeof responseCode === 'number' && (command === 'RCPT TO' || command === 'DATA')
}

/** With these headers, mail programs unsubscribe with one click (RFC 8058). */
export function stopHeaders(link: string | undefined): Readonly<Record<string, string>> {
  return link ? { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {}
}

/** The sender's address. */
export function senderOf({ MAIL_FROM, PUBLIC_URL }: Pick<MailSettings, 'MAIL_FROM' | 'PUBLIC_URL'>): string {
  return MAIL_FROM || `portal@${PUBLIC_URL ? new URL(PUBLIC_URL).hostname : 'localhost'}`
}

/** Sends e-mails in the name of the portal; undefined without a mail server in the settings. */
export function mailer(settings: MailSettings, limits: Pick<typeof mail, 'connect' | 'greeting' | 'silence'> = mail) {
  const { SMTP_URL } = settings
  if (!SMTP_URL) return undefined
  const timeouts = { connectionTimeout: limits.connect, greetingTimeout: limits.greeting, socketTimeout: limits.silence }
  // The library is loaded with the first e-mail: most processes of a cluster never send one.
  const open = async () => (await import('nodemailer')).default.createTransport(SMTP_URL, timeouts as never)
  let transport: ReturnType<typeof open> | undefined
  const address = senderOf(settings)
  return {
    bounces: settings.MAIL_BOUNCES,
    async send({ portalTitle, to, language, subject, lines, html, headers, returnTo }: Mail) {
      transport ??= open()
      await (await transport).sendMail({
        from: { name: portalTitle, address },
        to,
        ...(returnTo && { envelope: { from: returnTo, to: to.address } }),
        subject: withoutDirectionMarks(subject),
        text: `${lines.join('\n')}\n`,
        html,
        // These headers suppress out-of-office replies.
        headers: {
          'Content-Language': language,
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          ...headers,
        },
      })
    },
    async stop() {
      if (transport) (await transport).close()
    },
  }
}

export type Mailer = NonNullable<ReturnType<typeof mailer>>

/**
 * Sends every e-mail that is due, by `sendOne`, which returns false at the end. One that fails is retried later, and the others are sent.
 * If the mail server itself fails, no more are tried for now.
 */
export function sendingDue(sendOne: () => Promise<boolean>, logger: Pick<Logger, 'warn'>, whenFailed: string) {
  let isSending = false
  return async () => {
    if (isSending) return
    isSending = true
    try {
      for (let failures = 0; failures < 5; ) {
        const isSent = await sendOne().catch((error) => {
          logger.warn({ err: error }, whenFailed)
          if (!isAboutAddress(error)) failures += 1
          return true
        })
        if (!isSent) return
      }
    } finally {
      isSending = false
    }
  }
}
