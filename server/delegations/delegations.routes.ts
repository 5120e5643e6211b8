import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/delegations.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { sendJson } from '../http/send-json.ts'
import type { PolicySettings } from '../policy/policy.queries.ts'
import { endDelegation, lendReview } from './delegations.actions.ts'
import { delegations as delegationsOf } from './delegations.queries.ts'

export function delegationsRoutes(database: Database, settings: PolicySettings): FastifyPluginAsync {
  const delegations = delegationsOf(database)

  return async (app) => {
    handle(app, endpoints.listDelegations, async (request) => {
      const { id } = signedInUser(request)
      const [lent, borrowed] = await Promise.all([delegations.lentBy(id), delegations.borrowedBy(id)])
      return { lent, borrowed }
    })

    handle(app, endpoints.listAllDelegations, async () => ({ delegations: await delegations.all() }))

    handle(app, endpoints.listPossibleDelegates, async (request, reply) =>
      sendJson(request, reply, await delegations.possibleDelegates(signedInUser(request).id)),
    )

    handle(app, endpoints.lendReview, async (request) => {
      const delegation = await lendReview(database, settings, request.body, actorOf(request))
      return { message: sayTo(request)(messages.delegations.lent({ name: delegation.delegate_name })), delegation }
    })

    handle(app, endpoints.endDelegation, async (request) => {
      const delegation = await endDelegation(database, settings, request.params.id, actorOf(request))
      return { message: sayTo(request)(messages.delegations.ended({ name: delegation.delegate_name })), delegation }
    })
  }
}
