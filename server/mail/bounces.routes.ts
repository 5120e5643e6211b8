import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { longestParameter, smallForm } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { NotFound } from '../errors/errors.ts'
import { bounceIds } from './bounces.queries.ts'
import { hashBounceId, readReport } from './bounces.ts'

/** The mail server hands in delivery reports as they are, by the id of the e-mail, which proves that it was sent: docs/running.md. */
export function bouncesRoutes(database: Database): FastifyPluginAsyncZod {
  return async (app) => {
    app.addContentTypeParser(
      'message/rfc822',
      { parseAs: 'string', bodyLimit: smallForm.deliveryReport },
      (_request, body, done) => done(null, body),
    )
    const config = { access: 'public', crossOrigin: true } as const
    const schema = { hide: true, params: z.object({ id: z.string().max(longestParameter) }) } as const
    app.post('/mail/bounces/:id', { config, schema }, async (request) => {
      const idHash = hashBounceId(request.params.id)
      if (!(await bounceIds(database).isKnown(idHash))) throw new NotFound()
      const failure = typeof request.body === 'string' ? readReport(request.body) : undefined
      return { noted: failure !== undefined && (await bounceIds(database).markFailed(idHash, failure)) }
    })
  }
}
