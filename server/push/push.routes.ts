import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/push.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { BadRequest, Conflict } from '../errors/errors.ts'
import { actorOf, sessionOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import type { Settings } from '../settings.ts'
import { areKeys } from './encryption.ts'
import { outageSince, pushChoices, pushDevices, vapidKeys } from './push.queries.ts'
import { isAtKnownService } from './push-services.ts'

export function pushRoutes(database: Database, { PUSH_SERVICES }: Pick<Settings, 'PUSH_SERVICES'>): FastifyPluginAsync {
  const isSent = PUSH_SERVICES.length > 0

  return async (app) => {
    handle(app, endpoints.readPush, async (request) => {
      const { user, tokenHash } = sessionOf(request)
      const choices = await pushChoices(database).read(user.id)
      return {
        key: isSent ? (await vapidKeys(database)).public_key.toString('base64url') : null,
        is_on: isSent && (await pushDevices(database).isOn(tokenHash)),
        unreachable_since: isSent ? await outageSince(database) : null,
        ...choices,
      }
    })

    handle(app, endpoints.choosePush, async (request) => {
      await auditedTransaction(database, actorOf(request), (tx, by) => pushChoices(tx).set(by, request.body))
      return { message: sayTo(request)(messages.digest.saved) }
    })

    handle(app, endpoints.startPush, async (request) => {
      if (!isSent) throw new Conflict(messages.pushing.notSent)
      const { endpoint, keys } = request.body
      if (!isAtKnownService(endpoint, PUSH_SERVICES)) throw new BadRequest(messages.pushing.unknownService)
      const device = { endpoint, p256dh: Buffer.from(keys.p256dh, 'base64url'), auth: Buffer.from(keys.auth, 'base64url') }
      if (!areKeys(device)) throw new BadRequest(messages.pushing.invalid)
      const { tokenHash } = sessionOf(request)
      await auditedTransaction(database, actorOf(request), (tx, by) => pushDevices(tx).set(by, tokenHash, device))
      return { message: sayTo(request)(messages.pushing.turnedOn) }
    })

    handle(app, endpoints.endPush, async (request) => {
      const { tokenHash } = sessionOf(request)
      await auditedTransaction(database, actorOf(request), (tx) => pushDevices(tx).remove(tokenHash))
      return { message: sayTo(request)(messages.pushing.turnedOff) }
    })
  }
}
