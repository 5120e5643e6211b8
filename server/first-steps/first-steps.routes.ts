import type { FastifyPluginAsync } from 'fastify'
import * as endpoints from '../../contract/first-steps.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { actorOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import type { Settings } from '../settings.ts'
import { firstSteps } from './first-steps.queries.ts'

export function firstStepsRoutes(database: Database, settings: Settings): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.readFirstSteps, async () => {
      const steps = await firstSteps(database).read()
      return { steps: { ...steps, university: steps.university || settings.UNIVERSITY_NAME !== undefined } }
    })

    handle(app, endpoints.confirmTerm, async (request) => {
      await auditedTransaction(database, actorOf(request), (tx, by) => firstSteps(tx).confirmCurrentTerm(by))
      return { message: sayTo(request)(messages.firstSteps.confirmed) }
    })
  }
}
