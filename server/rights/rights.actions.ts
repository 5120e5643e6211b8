import { isDeepStrictEqual } from 'node:util'
import { roles } from '../../contract/codes.ts'
import type { AdministratorRequest, PersonWithRights, RightsInput } from '../../contract/given-rights.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { GivenRight } from '../../contract/rights.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { BadRequest, Conflict, Forbidden, NotFound } from '../errors/errors.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { rights } from './rights.queries.ts'

/** Only who gives rights makes administrators, and takes that away. Their own right is locked until the end of the transaction. */
export async function refuseOthersThanGivers(tx: Sql, by: number) {
  if (!(await rights(tx).gives(by))) throw new Forbidden(messages.givenRights.onlyGivers)
}

/** Where a second person confirms administrators, asks for one. False where nobody has to confirm it: then it may be done. */
export async function waitsForSecond(
  tx: Sql,
  userId: number,
  { kind, wanted = [] }: { kind: AdministratorRequest['by']; wanted?: readonly GivenRight[] },
  by: number,
): Promise<boolean> {
  if (!(await rights(tx).areConfirmed())) return false
  if (!(await rights(tx).ask(userId, kind, wanted, by))) throw new Conflict(messages.givenRights.alreadyAsked)
  await rights(tx).record('administrator asked', userId)
  return true
}

type Saved = { person: PersonWithRights; waits: boolean }

/** Sets all rights of a person at once. With `previous`, only if they are still those that were seen. */
export async function setRights(database: Database, id: number, input: RightsInput, actor: Actor): Promise<Saved> {
  return auditedTransaction(database, actor, async (tx, by) => {
    // Nobody gives rights to themselves, nor takes from themselves what only another person can give back.
    if (id === by) throw new Forbidden(messages.givenRights.notOwn)
    await refuseOthersThanGivers(tx, by)
    const person = await rights(tx).lockPerson(id)
    if (!person) throw new NotFound(messages.users.notFound)
    const now = await rights(tx).lock(id)
    const isAdministrator = person.role_id === roles.admin || now.includes('administrator')
    const wanted = person.role_id === roles.admin ? input.rights.filter((right) => right !== 'administrator') : input.rights
    if (wanted.includes('give_rights') && person.role_id !== roles.admin && !wanted.includes('administrator'))
      throw new BadRequest(messages.givenRights.needsAdministrator, 'rights')
    if (input.previous && !isDeepStrictEqual(new Set(now), new Set(input.previous.filter(isRowOf(person)))))
      throw await conflictWith(
        tx,
        { subject: 'user', id, kinds: ['right given', 'right taken', 'role changed'] },
        messages.givenRights.changedMeanwhile,
        'rights',
      )
    const becomesOne = wanted.includes('administrator') && !isAdministrator
    const waits = becomesOne && (await waitsForSecond(tx, id, { kind: 'right', wanted }, by))
    if (!waits) await rights(tx).set(id, wanted, by)
    return { person: await personOf(tx, id), waits }
  })
}

const isRowOf =
  ({ role_id }: { role_id: number }) =>
  (right: GivenRight) =>
    role_id !== roles.admin || right !== 'administrator'

async function personOf(tx: Sql, id: number): Promise<PersonWithRights> {
  const person = await rights(tx).of(id)
  if (!person) throw new NotFound(messages.users.notFound)
  return person
}

/** What was asked for happens, by the person who confirms it. */
export async function confirmAdministrator(database: Database, id: number, actor: Actor) {
  await auditedTransaction(database, actor, async (tx, by) => {
    await refuseOthersThanGivers(tx, by)
    const request = await takeRequest(tx, id)
    if (by === request.asked_by || by === request.user_id) throw new Forbidden(messages.givenRights.ownRequest)
    if (!(await rights(tx).lockPerson(request.user_id))) throw new Conflict(messages.givenRights.noRequest)
    await rights(tx).record('administrator confirmed', request.user_id)
    await rights(tx).tell(request, 'administrator confirmed', by)
    if (request.by === 'role') await rights(tx).makeAdministrator(request.user_id, by)
    else await rights(tx).set(request.user_id, request.rights, by)
  })
}

/** Nothing happens. Who asked takes it back in the same way. */
export async function refuseAdministrator(database: Database, id: number, actor: Actor) {
  await auditedTransaction(database, actor, async (tx, by) => {
    await refuseOthersThanGivers(tx, by)
    const request = await takeRequest(tx, id)
    await rights(tx).record('administrator refused', request.user_id)
    await rights(tx).tell(request, 'administrator refused', by)
  })
}

async function takeRequest(tx: Sql, id: number) {
  const request = await rights(tx).take(id)
  if (!request) throw new Conflict(messages.givenRights.noRequest)
  return request
}
