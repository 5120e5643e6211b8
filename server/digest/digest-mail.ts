import type { Logger } from 'pino'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import type { Database } from '../../database/connect.ts'
import { hashToken, newToken } from '../auth/session-cookie.ts'
import { brandings } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { mailer, sendingDue } from '../mail/mailer.ts'
import { viewers } from '../policy/policy.queries.ts'
import type { Settings } from '../settings.ts'
import { type DigestReader, type DigestWeek, digests } from './digest.queries.ts'
import { memberPart, officePart } from './digest-content.ts'
import { htmlBody, type Paragraph, textLines } from './digest-letter.ts'
import { offPath } from './digest-page.ts'
import { sendsDigests } from './sends-digests.ts'

/**
 * Sends the weekly digests; undefined where the settings say that there are none. Each person gets one a week, from whichever server:
 * docs/decisions/0047-weekly-digest.md. `clock` is for tests; without it the database's own counts.
 */
export function digestMail(database: Database, settings: Settings, logger: Pick<Logger, 'warn'>, clock?: () => Date) {
  const mails = sendsDigests(settings) ? mailer(settings) : undefined
  const address = settings.PUBLIC_URL
  if (!mails || !address) return undefined
  const branding = brandings(database, settings)
  let due: DigestWeek | undefined
  let isStopping = false
  let running: Promise<void> | undefined

  /** Undefined if there is nothing to say. */
  async function contentFor(reader: DigestReader, language: Language, week: DigestWeek): Promise<Paragraph[] | undefined> {
    const term = await digests(database).currentTerm(week)
    if (!term) return undefined
    const viewer = await viewers(database, settings).read(reader.user_id)
    const context = { database, viewer, term, week, language, say: sayIn(language), address: address ?? '' }
    const parts = [...(await officePart(context)), ...(await memberPart(context))]
    return parts.length === 0 ? undefined : parts
  }

  async function sendOne(week: DigestWeek): Promise<boolean> {
    const reader = await digests(database).take(week)
    if (!reader) return false
    const current = await branding.read()
    const language = current.languageFor(reader.language)
    const content = await contentFor(reader, language, week)
    const token = content && newToken()
    // Before it is sent: after a crash in between it is not sent twice.
    const isMine = await digests(database).markDone(reader, week, token ? hashToken(token) : null)
    if (!isMine || !content) return true
    const say = sayIn(language)
    const portal = current.in(language).portal_title
    const off = `${address}${offPath}?token=${token}`
    const paragraphs = [
      { text: say(messages.notices.mailGreeting({ name: reader.name })) },
      ...content,
      { text: say(messages.digest.openPortal), link: `${address}${pages.login}` },
      { text: say(messages.digest.why), link: off },
      { text: say(messages.notices.mailWhy) },
    ]
    try {
      await mails?.send({
        portalTitle: portal,
        to: { name: reader.name, address: reader.email },
        language,
        subject: say(messages.digest.subject({ portal })),
        lines: textLines(paragraphs),
        html: htmlBody(language, paragraphs),
        // One click in the mail program itself (RFC 8058).
        headers: { 'List-Unsubscribe': `<${off}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
      })
    } catch (error) {
      await digests(database).markNotDone(reader, week)
      throw error
    }
    return true
  }

  const send = sendingDue(
    async () => !isStopping && due !== undefined && sendOne(due),
    logger,
    'a weekly digest could not be sent by e-mail',
  )

  async function sendAllDue() {
    due = await digests(database).dueWeek(settings.DIGEST_TIME_ZONE, clock?.())
    if (!due) return
    await digests(database).plan(due)
    await send()
  }

  return {
    sendDue(): Promise<void> {
      running ??= sendAllDue().finally(() => {
        running = undefined
      })
      return running
    },
    /** After the e-mail that is being sent: cut off, nobody would know whether it arrived. */
    async stop() {
      isStopping = true
      await running?.catch(() => undefined)
      mails.stop()
    },
  }
}
