import type { Delegation, DelegationInput } from '../../contract/delegations.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { longestDelegationDays } from '../../contract/limits.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, actAs, authorizedTransaction } from '../../database/transaction.ts'
import { BadRequest, Conflict, Forbidden, NotFound } from '../errors/errors.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { can, isAdmin, ownCapacity, type Viewer } from '../policy/policy.ts'
import { delegations } from './delegations.queries.ts'

async function lockLender(tx: Sql, actor: Actor, settings: PolicySettings): Promise<Viewer> {
  const lender = await viewers(tx, settings).lock(actor.id)
  if (!can(lender, 'lend')) throw new Forbidden()
  return lender
}

/** Lends Review, as the lender may do it at each moment; not what was lent to the lender. */
export async function lendReview(
  database: Database,
  settings: PolicySettings,
  input: DelegationInput,
  actor: Actor,
): Promise<Delegation> {
  const lent = { lenderId: actor.id, delegateId: input.delegate_id, lastDay: input.last_day }
  return authorizedTransaction(
    database,
    actor,
    (tx) => lockLender(tx, actor, settings),
    async (tx, by, lender) => {
      if (lent.delegateId === by) throw new BadRequest(messages.delegations.notToOneself, 'delegate_id')
      const { is_over, is_too_far } = await delegations(tx).checkDay(lent)
      if (is_over) throw new BadRequest(messages.delegations.dayPassed, 'last_day')
      if (is_too_far) throw new BadRequest(messages.delegations.dayTooFar({ days: longestDelegationDays }), 'last_day')
      const name = await delegations(tx).lockPeople(lent)
      if (name === undefined) throw new BadRequest(messages.delegations.delegateRequired, 'delegate_id')
      if (await delegations(tx).isLent(lent)) throw new Conflict(messages.delegations.alreadyLent({ name }), 'delegate_id')
      await actAs(tx, { ...actor, capacity: ownCapacity(lender) })
      return delegations(tx).byId(await delegations(tx).add(lent))
    },
  )
}

/** Ends a delegation. That of another person is not found, except by an administrator. A former head or dean may still end what they lent. */
export async function endDelegation(database: Database, settings: PolicySettings, id: number, actor: Actor): Promise<Delegation> {
  return authorizedTransaction(
    database,
    actor,
    async (tx) => {
      const viewer = await viewers(tx, settings).lock(actor.id)
      const { lender_id } = await delegations(tx).byId(id)
      if (lender_id !== viewer.id && !isAdmin(viewer)) throw new NotFound(messages.delegations.notFound)
      return viewer
    },
    async (tx, by, viewer) => {
      await actAs(tx, { ...actor, capacity: ownCapacity(viewer) })
      if (!(await delegations(tx).end(id, by)))
        throw await conflictWith(tx, { subject: 'delegation', id, kinds: ['ended'] }, messages.delegations.alreadyEnded)
      return delegations(tx).byId(id)
    },
  )
}
