import type { Logger } from 'pino'
import { push } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { sessions } from '../auth/auth.queries.ts'
import { brandings } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { senderOf, sendingDue } from '../mail/mailer.ts'
import { viewers } from '../policy/policy.queries.ts'
import type { Settings } from '../settings.ts'
import { encryptFor } from './encryption.ts'
import { type DueDevice, type PushedNotice, vapidKeys, waitingPushes } from './push.queries.ts'
import { pushMessage } from './push-message.ts'
import { type PushConnection, type PushReply, sendToService } from './push-request.ts'
import { isAtKnownService } from './push-services.ts'
import { authorizationFor } from './vapid.ts'

/** What the push service said of a device that does not exist any more. */
const gone = [404, 410]

/** A failure that names no address: that of a device is a secret. */
class NotSent extends Error {}

/**
 * Sends notices to devices; undefined if the settings say that there are none. Each is sent once, by whichever server takes it:
 * docs/decisions/0088-push-notices.md. `clock` is for tests; without it the database's own counts.
 */
export function pushSender(
  database: Database,
  settings: Settings,
  logger: Pick<Logger, 'warn'>,
  { clock, ...connection }: PushConnection & { clock?: () => Date } = {},
) {
  if (settings.PUSH_SERVICES.length === 0) return undefined
  const branding = brandings(database, settings)
  const subject = settings.PUBLIC_URL?.startsWith('https:') ? settings.PUBLIC_URL : `mailto:${senderOf(settings)}`
  const waiting = () => waitingPushes(database, clock?.())
  let running: Promise<void> | undefined
  let isStopping = false

  async function isStillMeant({ token_hash, endpoint }: DueDevice): Promise<boolean> {
    // The list of the settings may be another one than when the device was turned on.
    if (!isAtKnownService(endpoint, settings.PUSH_SERVICES)) return false
    return (await sessions(database).stillAlive([token_hash], settings)).length > 0
  }

  async function requestFor(device: DueDevice, notices: readonly PushedNotice[]) {
    const current = await branding.read()
    const language = current.languageFor(device.language)
    const viewer = await viewers(database, settings).read(device.user_id)
    const portalTitle = current.in(language).portal_title
    const message = pushMessage(notices, { viewer, say: sayIn(language), language, portalTitle, details: device.details })
    return {
      endpoint: device.endpoint,
      headers: {
        authorization: authorizationFor(device.endpoint, await vapidKeys(database), subject, new Date()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(push.hours * 3600),
        urgency: 'normal',
        // A message that the device has not fetched yet is replaced by the next one.
        topic: message.tag,
      },
      body: encryptFor(device, JSON.stringify(message)),
    }
  }

  async function handleReply(device: DueDevice, notices: readonly PushedNotice[], { status, retryAfter }: PushReply) {
    await waiting().endOutage()
    if (status >= 200 && status < 300) return waiting().markSent(device, notices)
    if (gone.includes(status)) return waiting().giveUp(device)
    const isTemporary = status === 429 || status >= 500
    // A redirect is refused, too: it could lead anywhere.
    if (!isTemporary && device.failures + 1 >= push.refusals) return waiting().giveUp(device)
    await waiting().retryLater(device, retryAfter)
    throw new NotSent(`The push service ${new URL(device.endpoint).host} replied with ${status}.`)
  }

  async function sendOne(): Promise<boolean> {
    const device = isStopping ? undefined : await waiting().take()
    if (!device) return false
    if (!(await isStillMeant(device))) {
      await waiting().giveUp(device)
      return true
    }
    const notices = await waiting().noticesFor(device)
    if (notices.length === 0) return true
    const request = await requestFor(device, notices)
    const reply = await sendToService(request, connection).catch(async (error: Error & { code?: string }) => {
      await waiting().beginOutage()
      await waiting().retryLater(device)
      throw new NotSent(`The push service ${new URL(device.endpoint).host} cannot be reached: ${error.code ?? error.name}.`)
    })
    await handleReply(device, notices, reply)
    return true
  }

  const send = sendingDue(sendOne, logger, 'notices could not be sent to a device')

  async function sendAllDue() {
    if (!(await waiting().isNight(settings.TIME_ZONE))) await send()
  }

  return {
    sendDue(): Promise<void> {
      running ??= sendAllDue().finally(() => {
        running = undefined
      })
      return running
    },
    /** Stops after the message that is being sent. */
    async stop() {
      isStopping = true
      await running?.catch(() => undefined)
    },
  }
}
