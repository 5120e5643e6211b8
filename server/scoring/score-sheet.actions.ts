import { roles } from '../../contract/codes.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { database as limits, mostNamedRows } from '../../contract/limits.ts'
import { formatPoints } from '../../contract/points.ts'
import type { ScoredRow, ScoresInput } from '../../contract/score-sheet.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, actAs, authorizedTransaction } from '../../database/transaction.ts'
import { BadRequest, Forbidden, HttpError, NotFound } from '../errors/errors.ts'
import { type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { can, scoringCapacity } from '../policy/policy.ts'
import { rules } from '../rules/rules.queries.ts'
import { terms } from '../terms/terms.queries.ts'
import { type EnteredScores, scoreSheet } from './score-sheet.queries.ts'
import { refusalOfOwn } from './scoring.actions.ts'
import { scores } from './scoring.queries.ts'

/** The rights of `authorizeScoring`, for every member of the rows. */
async function authorize(tx: Sql, settings: PolicySettings, actor: Actor, { term_id, rows }: ScoresInput) {
  const viewer = await viewers(tx, settings).lock(actor.id)
  if (!can(viewer, 'score')) throw new Forbidden()
  const term = await terms(tx).idOrCurrent(term_id)
  const ids = rows.map(({ id }) => id)
  const sheet = scoreSheet(tx, ids, term)
  const members = await sheet.members()
  if (ids.includes(viewer.id)) throw await refusalOfOwn(tx, viewer, term)
  const scorable = await sheet.scorable(viewer)
  if (!ids.every((id) => scorable.has(id))) throw new NotFound(messages.users.notFound)
  await actAs(tx, { ...actor, capacity: scoringCapacity(viewer) })
  return { term, sheet, members }
}

type Granted = Awaited<ReturnType<typeof authorize>>

/** Sets the scores of all rows, or of none. */
export async function setScores(database: Database, settings: PolicySettings, actor: Actor, input: ScoresInput) {
  return authorizedTransaction(
    database,
    actor,
    (tx) => authorize(tx, settings, actor, input),
    async (tx, by, granted) => {
      const { term, sheet } = granted
      const areHeld = await scores(tx).areHeld(term)
      await refuseOthers(granted)
      const now = await sheet.lock()
      refuseChanged(input.rows, now)
      if (input.restores) await refuseForeign(granted, input.rows, by)
      await refuseValues(tx, term, input, now)
      const values = input.rows.map(({ previous: _, ...row }) => row)
      if (areHeld) await scores(tx).setDrafts(values, term)
      else await sheet.set(values)
      return { members: input.rows.length }
    },
    { timeLimitMs: limits.long },
  )
}

/** In a term that was closed and reopened, its members of then can still be scored. */
async function refuseOthers({ members, sheet }: Granted) {
  const others = members.filter(({ role_id, is_removed }) => is_removed || role_id !== roles.staff)
  if (others.length === 0) return
  const frozen = await sheet.frozen()
  const wrong = others.find(({ id }) => !frozen.has(id))
  if (wrong?.is_removed) throw new NotFound(messages.users.notFound)
  if (wrong) throw new BadRequest(messages.scoring.onlyStaff)
}

type Cell = { id: number; column: 'tp' | 'fb'; value: number | null; previous: number | null | undefined }

function cellsOf(rows: readonly ScoredRow[]): Cell[] {
  return rows.flatMap(({ id, previous, ...row }) =>
    (['tp', 'fb'] as const).flatMap((column) => {
      const value = row[column]
      return value === undefined ? [] : [{ id, column, value, previous: previous[column] }]
    }),
  )
}

/** A refusal that names the scores it is about, `12.tp`; of very many the first ones. */
function refusal(status: number, reason: Message, cells: readonly Cell[], messageOf: (cell: Cell) => Message) {
  const errors = cells.slice(0, mostNamedRows).map((cell) => ({ field: `${cell.id}.${cell.column}`, message: messageOf(cell) }))
  return new HttpError(status, reason, { errors })
}

function refuseChanged(rows: readonly ScoredRow[], now: ReadonlyMap<number, EnteredScores>) {
  const valueNow = ({ id, column }: Cell) => now.get(id)?.[column] ?? null
  const changed = cellsOf(rows).filter((cell) => valueNow(cell) !== cell.previous)
  if (changed.length === 0) return
  const { changedMeanwhile, nowIs } = messages.scoreSheet
  throw refusal(409, changedMeanwhile({ count: changed.length }), changed, (cell) => {
    const value = valueNow(cell)
    return nowIs({ now: value === null ? messages.scoring.notSet : formatPoints(value) })
  })
}

/** What another person set to the same value, or what was released meanwhile, is not undone. */
async function refuseForeign({ sheet }: Granted, rows: readonly ScoredRow[], by: number) {
  const actors = await sheet.lastActors()
  const foreign = cellsOf(rows).filter(({ id, column }) => actors.get(`${id}.${column}`) !== by)
  const { cannotUndo } = messages.scoring
  if (foreign.length > 0)
    throw refusal(409, messages.scoreSheet.changedMeanwhile({ count: foreign.length }), foreign, () => cannotUndo)
}

/** The rules may have changed since a score was set: it may stay, but not come back. */
async function refuseValues(tx: Sql, term: number, { rows, restores }: ScoresInput, now: ReadonlyMap<number, EnteredScores>) {
  const most = await rules(tx).mostScores(term)
  const { invalidTp, invalidFeedback, aboveMost } = messages.scoring
  const cells = cellsOf(rows)
  const unset = restores ? [] : cells.filter(({ value }) => value === null)
  const invalid = ({ column }: Cell) => (column === 'tp' ? invalidTp : invalidFeedback)
  if (unset[0]) throw refusal(400, invalid(unset[0]), unset, invalid)
  const tooHigh = cells.filter(({ id, column, value }) => (value ?? 0) > most[column] && value !== now.get(id)?.[column])
  const above = ({ column }: Cell) => aboveMost({ most: formatPoints(most[column]) })
  if (tooHigh[0]) throw refusal(400, above(tooHigh[0]), tooHigh, above)
}
