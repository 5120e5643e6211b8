import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/sent-changes.ts'
import type { Database } from '../../database/connect.ts'
import { idempotencyKeys } from '../../database/idempotency-keys.ts'
import { signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { hashOfKey } from '../http/idempotency-key.ts'

export function sentChangesRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.readSentChange, async (request) => ({
      done: await idempotencyKeys(database).isDone(signedInUser(request).id, hashOfKey(request.params.key)),
    }))
  }
}
