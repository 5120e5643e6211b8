import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedInUser } from '../../contract/auth.ts'
import type { Database } from '../../database/connect.ts'
import { actAs } from '../../database/transaction.ts'
import { logOf } from '../logging.ts'
import { audit } from './audit.queries.ts'

/** Somebody signed in who asks for what is not theirs is worth knowing; the crowd that is not signed in is the log's business. */
export function recordRefusals(app: FastifyInstance, database: Database) {
  async function record(request: FastifyRequest, who: SignedInUser) {
    try {
      await database.begin(async (tx) => {
        await actAs(tx, { id: who.id, address: request.ip })
        await audit(tx).record({
          kind: 'refused',
          personId: who.id,
          details: { call: `${request.method} ${request.routeOptions.url ?? ''}` },
        })
      })
    } catch (error) {
      logOf(request).warn({ err: error }, 'a refusal could not be recorded')
    }
  }

  app.addHook('onResponse', (request, reply, done) => {
    const who = request.signedIn
    // Another member's posting is simply not found; who asks for it is refused all the same.
    const isRefused = reply.statusCode === 403 || (reply.statusCode === 404 && request.routeOptions.config.access === 'staff')
    if (who && isRefused) void record(request, who).then(() => done())
    else done()
  })
}
