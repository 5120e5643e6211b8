import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusalsWithin } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { actAs } from '../../database/transaction.ts'
import { viewerOf } from '../http/access.ts'
import { can } from '../policy/policy.ts'
import { audit } from './audit.queries.ts'

interface Refusals {
  personId: number
  /** The method and the path. */
  call: string
  /** The action that the call would have done, in words. */
  action: string
  address: string
  recordedAt: number
  /** The number of refusals since then, which are not recorded yet. */
  pending: number
}

/**
 * Refusals have at most one record per person, route and minute: the trail is append-only, so no member may fill it. A record has the count
 * of its refusals: the first is recorded at once, later ones together after a minute.
 */
export function refusalCounter(record: (refusals: Refusals, count: number) => Promise<void>, now = () => performance.now()) {
  const byKey = new Map<string, Refusals>()

  async function write(refusals: Refusals) {
    const count = refusals.pending
    refusals.pending = 0
    refusals.recordedAt = now()
    await record(refusals, count)
  }

  return {
    async add({ personId, call, action, address }: Pick<Refusals, 'personId' | 'call' | 'action' | 'address'>) {
      const key = `${personId} ${call}`
      const known = byKey.get(key)
      const refusals = known ?? { personId, call, action, address, recordedAt: 0, pending: 0 }
      byKey.set(key, refusals)
      refusals.pending += 1
      refusals.address = address
      if (!known) await write(refusals)
    },

    /** Called regularly: records refusals that have waited for a minute, and forgets people who have stopped. */
    async sweep(isLast = false) {
      for (const [key, refusals] of byKey) {
        if (!isLast && now() - refusals.recordedAt < refusalsWithin) continue
        if (refusals.pending > 0) await write(refusals)
        else byKey.delete(key)
      }
    },
  }
}

/** Refusals of signed-in people are audited; those of anonymous requests are only logged. */
export function recordRefusals(app: FastifyInstance, database: Database) {
  const counter = refusalCounter(async ({ personId, call, action, address }, count) => {
    try {
      await database.begin(async (tx) => {
        await actAs(tx, { id: personId, address })
        await audit(tx).record({ kind: 'refused', personId, details: { call, action, count } })
      })
    } catch (error) {
      app.log.warn({ err: error }, 'a refusal could not be recorded')
    }
  })
  const sweeping = setInterval(() => void counter.sweep(), refusalsWithin / 4).unref()
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    await counter.sweep(true)
  })

  function isRefused(request: FastifyRequest, statusCode: number): boolean {
    if (statusCode === 403) return true
    // Another member's posting is a 404 and still a refusal, and so is a member of another department for a head.
    const { access = 'public' } = request.routeOptions.config
    const isScoped = access === 'staff' || (['see-member', 'score'].includes(access) && !can(viewerOf(request), 'admin'))
    return statusCode === 404 && isScoped
  }
  app.addHook('onResponse', async (request, reply) => {
    const person = request.session?.user
    if (!person || !isRefused(request, reply.statusCode)) return
    const { url = '', schema } = request.routeOptions
    const action = (schema as { summary?: string } | undefined)?.summary ?? ''
    await counter.add({ personId: person.id, call: `${request.method} ${url}`, action, address: request.ip })
  })
}
