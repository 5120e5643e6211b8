import { roles } from '../../contract/codes.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { formatPoints } from '../../contract/points.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, actAs, authorizedTransaction } from '../../database/transaction.ts'
import { BadRequest, Forbidden, NotFound } from '../errors/errors.ts'
import { conflictWith } from '../http/who-changed.queries.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { can, scoringCapacity, type Viewer } from '../policy/policy.ts'
import { rules } from '../rules/rules.queries.ts'
import { terms } from '../terms/terms.queries.ts'
import { scores } from './scoring.queries.ts'
import { staff } from './staff.queries.ts'

interface Score {
  userId: number
  termId: number | undefined
  column: 'tp' | 'fb'
}

/** The member and the rights of the actor, locked. Heads score the members of their department; nobody scores themselves. */
export async function authorizeScoring(tx: Sql, settings: PolicySettings, actor: Actor, { userId, termId, column }: Score) {
  const viewer = await viewers(tx, settings).lock(actor.id)
  if (!can(viewer, 'score')) throw new Forbidden()
  const term = await terms(tx).idOrCurrent(termId)
  const member = await scores(tx).member(userId)
  if (userId === viewer.id) throw await refusalOfOwn(tx, viewer, term, column)
  if (!(await staff(tx).isScorable(viewer, userId, term))) throw new NotFound(messages.users.notFound)
  await actAs(tx, { ...actor, capacity: scoringCapacity(viewer) })
  return { term, member }
}

/** Nobody sets their own scores. An administrator has none, unless of a term that was closed when they were staff. */
export async function refusalOfOwn(tx: Sql, viewer: Viewer, term: number, column?: Score['column']): Promise<Error> {
  const isScored = viewer.role_id === roles.staff || (await staff(tx).standing(viewer.id, term))?.was_frozen
  return isScored ? new Forbidden(messages.heads.notOwnScore) : new BadRequest(messages.scoring.onlyStaff, column)
}

type Granted = Awaited<ReturnType<typeof authorizeScoring>>

/** The score as it is now, locked. In a term that was closed and reopened, its members of then can still be scored. */
async function lockScore(tx: Sql, { userId, column }: Score, { term, member }: Granted) {
  const before = await staff(tx).standing(userId, term)
  if (!member || (member.is_removed && !before?.was_frozen)) throw new NotFound(messages.users.notFound)
  if (member.role_id !== roles.staff && !before?.was_frozen) throw new BadRequest(messages.scoring.onlyStaff, column)
  return scores(tx).lock(userId, term, column)
}

/** Refuses a score above the highest with a sentence; the database refuses it as well (database/functions/rules.sql). */
async function refuseAboveMost(tx: Sql, column: Score['column'], term: number, value: number | null) {
  const most = (await rules(tx).mostScores(term))[column]
  if (value !== null && value > most) throw new BadRequest(messages.scoring.aboveMost({ most: formatPoints(most) }), column)
}

/** Writes the score: as a draft, if the term holds its scores back. */
async function writeScore(tx: Sql, { userId, column }: Score, term: number, value: number | null) {
  if (await scores(tx).areHeld(term)) await scores(tx).setDrafts([{ id: userId, [column]: value }], term)
  else await scores(tx).set(userId, term, column, value)
  const saved = await staff(tx).standing(userId, term)
  if (!saved) throw new NotFound(messages.users.notFound)
  return saved
}

type NewScore = Score & { value: number; previous: number | undefined }

export async function setScore(database: Database, settings: PolicySettings, actor: Actor, score: NewScore) {
  return authorizedTransaction(
    database,
    actor,
    (tx) => authorizeScoring(tx, settings, actor, score),
    async (tx, _, granted) => {
      const { entered } = await lockScore(tx, score, granted)
      await refuseNewScore(tx, score, granted.term, entered)
      return writeScore(tx, score, granted.term, score.value)
    },
  )
}

async function refuseNewScore(tx: Sql, { userId, column, value, previous }: NewScore, term: number, now: number | null) {
  // A score that is not set is 0 to the caller.
  if (previous !== undefined && previous !== (now ?? 0))
    throw await conflictWith(
      tx,
      { subject: 'score', id: term, person: userId },
      messages.scoring.changedMeanwhile({ now: formatPoints(now ?? 0) }),
      column,
    )
  if (value !== now) await refuseAboveMost(tx, column, term, value)
}

/** Sets the score that its member sees, and has asked about, in a transaction that does more. */
export async function correctScore(tx: Sql, granted: Granted, score: NewScore) {
  const { published } = await lockScore(tx, score, granted)
  await refuseNewScore(tx, score, granted.term, published)
  await scores(tx).publish(score.userId, granted.term, score.column, score.value)
}

/** Undoes the actor's own last change, while nothing else happened to the score: the one way in which a score is not set again. */
export async function undoScore(database: Database, settings: PolicySettings, actor: Actor, score: Score & { saved: number }) {
  return authorizedTransaction(
    database,
    actor,
    (tx) => authorizeScoring(tx, settings, actor, score),
    async (tx, by, granted) => {
      const { entered } = await lockScore(tx, score, granted)
      const last = await scores(tx).lastChange(score.userId, granted.term, score.column)
      // What was released meanwhile is not undone by the one who entered it.
      if (entered !== score.saved || last?.actor_id !== by || last.kind === 'released')
        throw await conflictWith(tx, { subject: 'score', id: granted.term, person: score.userId }, messages.scoring.cannotUndo)
      // The rules may have changed since.
      await refuseAboveMost(tx, score.column, granted.term, last.before)
      return writeScore(tx, score, granted.term, last.before)
    },
  )
}
