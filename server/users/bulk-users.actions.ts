import type { BulkReply, MoveUsersInput, SeenUsersInput, SkipReason } from '../../contract/bulk-users.ts'
import { roles } from '../../contract/codes.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { DatabaseError } from '../../database/errors.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { bulkUsers, type LockedUser, type Skipped } from './bulk-users.queries.ts'

type Outcome = Omit<BulkReply, 'message'>
type Seen = SeenUsersInput['users'][number]

/**
 * The reason why a user is skipped, by the rules of editing or removing one user: an administrator is neither, and a row that was changed
 * since is not overwritten.
 */
function whyNot({ is_removed, role_id, version }: LockedUser, seen: Seen): SkipReason | undefined {
  if (is_removed) return 'gone'
  if (role_id === roles.admin) return 'admin'
  return version === seen.version ? undefined : 'changed'
}

/** Locks the users and divides them: to be changed, or skipped with the reason. An unknown id is skipped without a name. */
async function divide<Wanted extends Seen>(
  tx: Sql,
  wanted: readonly Wanted[],
  reasonOf: (user: LockedUser, seen: Wanted) => SkipReason | undefined,
) {
  const byId = new Map(wanted.map((seen) => [seen.id, seen]))
  const locked = new Map((await bulkUsers(tx).lock([...byId.keys()])).map((user) => [user.id, user]))
  const skipped: Skipped[] = []
  const chosen: { user: LockedUser; seen: Wanted }[] = []
  for (const [id, seen] of byId) {
    const user = locked.get(id)
    const reason = user ? reasonOf(user, seen) : 'gone'
    if (user && !reason) chosen.push({ user, seen })
    else skipped.push({ id, name: user?.name ?? '', reason: reason ?? 'gone' })
  }
  return { chosen, skipped }
}

function outcomeOf(
  changed: readonly { id: number; version: number }[],
  chosen: readonly { user: LockedUser }[],
  skipped: Skipped[],
): Outcome {
  const versions = new Map(changed.map(({ id, version }) => [id, version]))
  const done = chosen.map(({ user: { id, version, department_id } }) => ({
    id,
    version: versions.get(id) ?? version,
    former_department_id: department_id,
  }))
  return { done, skipped }
}

export async function moveUsers(database: Database, { users }: MoveUsersInput, actor: Actor): Promise<Outcome> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const there = await bulkUsers(tx).departmentsThere([...new Set(users.map(({ department_id }) => department_id))])
    const { chosen, skipped } = await divide(tx, users, (user, seen) => {
      const reason = whyNot(user, seen)
      if (reason) return reason
      // The department decides on who reviews.
      if (user.id === by) return 'admin'
      if (user.department_id === seen.department_id) return 'same'
      return there.has(seen.department_id) ? undefined : 'department'
    })
    const moves = chosen.map(({ seen: { id, department_id } }) => ({ id, department_id }))
    return outcomeOf(await bulkUsers(tx).move(moves, by), chosen, skipped)
  })
}

export async function removeUsers(database: Database, { users }: SeenUsersInput, actor: Actor): Promise<Outcome> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const { chosen, skipped } = await divide(tx, users, (user, seen) => (user.is_administrator ? 'admin' : whyNot(user, seen)))
    const ids = chosen.map(({ user }) => user.id)
    return outcomeOf(await bulkUsers(tx).setRemoved(ids, true, by), chosen, skipped)
  })
}

async function restoreAvailable(database: Database, { users }: SeenUsersInput, actor: Actor): Promise<Outcome> {
  return auditedTransaction(database, actor, async (tx, by) => {
    const taken = await bulkUsers(tx).whoseNameIsTaken(users.map(({ id }) => id))
    const { chosen, skipped } = await divide(tx, users, ({ id, is_removed, role_id, version }, seen) => {
      if (!is_removed) return 'same'
      if (role_id === roles.admin) return 'admin'
      if (version !== seen.version) return 'changed'
      return taken.has(id) ? 'taken' : undefined
    })
    const ids = chosen.map(({ user }) => user.id)
    return outcomeOf(await bulkUsers(tx).setRemoved(ids, false, by), chosen, skipped)
  })
}

const isNameTaken = (error: unknown) =>
  error instanceof DatabaseError && ['users_username_unique', 'users_email_unique'].includes(error.constraint ?? '')

/** A name may be taken between the check and the change: the next attempt sees it, and leaves out that user alone. */
export async function restoreUsers(database: Database, input: SeenUsersInput, actor: Actor): Promise<Outcome> {
  for (let attemptsLeft = 3; ; attemptsLeft -= 1) {
    try {
      return await restoreAvailable(database, input, actor)
    } catch (error) {
      if (!isNameTaken(error) || attemptsLeft === 1) throw error
    }
  }
}
