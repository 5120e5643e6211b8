import type { Logger } from 'pino'
import { accountName } from '../../contract/account-names.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import type { Database } from '../../database/connect.ts'
import { hashToken, newToken } from '../auth/session-cookie.ts'
import { brandings } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { deliver } from '../mail/deliver.ts'
import { type Paragraph, writeLetter } from '../mail/letter.ts'
import { mailer, sendingDue, stopHeaders } from '../mail/mailer.ts'
import { viewers } from '../policy/policy.queries.ts'
import { type Settings, sendsDigests } from '../settings.ts'
import { type DigestReader, type DigestWeek, digests } from './digest.queries.ts'
import { memberPart, officePart } from './digest-content.ts'

/** The path to which the link of each digest leads. */
export const digestOffPath = '/digest/off'

/**
 * Sends the weekly digests; undefined if the settings say that there are none. Each person gets one a week, from whichever server:
 * docs/decisions/0047-weekly-digest.md. `clock` is for tests; without it the database's own counts.
 */
export function digestMail(database: Database, settings: Settings, logger: Pick<Logger, 'warn'>, clock?: () => Date) {
  const sender = sendsDigests(settings) ? mailer(settings) : undefined
  const address = settings.PUBLIC_URL
  if (!sender || !address) return undefined
  const mails = sender
  const branding = brandings(database, settings)
  let due: DigestWeek | undefined
  let isStopping = false
  let running: Promise<void> | undefined

  /** The content for a reader; undefined if there is nothing to say. */
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
    // The digest is marked as done before it is sent: after a crash in between it is not sent twice.
    const isMine = await digests(database).markDone(reader, week, token ? hashToken(token) : null)
    if (!isMine || !content) return true
    const say = sayIn(language)
    const portal = current.in(language).portal_title
    const off = `${address}${digestOffPath}?token=${token}`
    const paragraphs = [
      { text: say(messages.notices.mailGreeting({ name: accountName(say, reader.name) })) },
      ...content,
      { text: say(messages.digestMail.openPortal), link: `${address}${pages.login}` },
    ]
    const footer = [{ text: say(messages.digestMail.why), link: off }, { text: say(messages.notices.mailWhy) }]
    try {
      await deliver(database, mails, reader, {
        portalTitle: portal,
        language,
        subject: say(messages.digestMail.subject({ portal })),
        ...writeLetter({ language, portalTitle: portal, paragraphs, footer }),
        headers: stopHeaders(off),
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
    due = await digests(database).dueWeek(settings, clock?.())
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
    /** Stops after the e-mail that is being sent: if it were cut off, it would not be known whether it arrived. */
    async stop() {
      isStopping = true
      await running?.catch(() => undefined)
      mails.stop()
    },
  }
}
