import type { FastifyPluginAsync } from 'fastify'
import { readPolicy } from '../../contract/policy-table.ts'
import { viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { policyTable } from './policy-table.ts'

export function policyTableRoutes(): FastifyPluginAsync {
  return async (app) => {
    // The list is read with each request: routes that are registered later are in it, too.
    handle(app, readPolicy, async (request) => ({
      groups: policyTable(app.declaredEndpoints, viewerOf(request).headsMayScore),
    }))
  }
}
