import { createHash } from 'node:crypto'
import { messages } from '../../contract/languages/catalogue.ts'
import { database as limits } from '../../contract/limits.ts'
import type { Release, ReleaseInput, ReleasePreview } from '../../contract/releases.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { Conflict, NotFound } from '../errors/errors.ts'
import { closedTerm, conflictWith } from '../http/who-changed.queries.ts'
import type { Viewer } from '../policy/policy.ts'
import { terms } from '../terms/terms.queries.ts'
import { releases } from './releases.queries.ts'

type Departments = ReleaseInput['department_ids']

async function previewOf(sql: Sql, viewer: Viewer, termId: number, departments: Departments): Promise<ReleasePreview> {
  const changes = await releases(sql).changes(viewer, termId, departments)
  const seen = changes.map(({ id, before, after }) => [id, before, after])
  return {
    changes,
    not_scored: await releases(sql).notScored(viewer, termId, departments),
    members: await releases(sql).memberCount(termId, departments),
    releases: await releases(sql).list(termId),
    fingerprint: createHash('sha256').update(JSON.stringify(seen)).digest('base64url'),
  }
}

/** What a release would publish, from one snapshot. */
export async function previewRelease(
  database: Database,
  viewer: Viewer,
  termId: number,
  departments: Departments,
): Promise<ReleasePreview> {
  await terms(database).byId(termId)
  return database.begin((tx) => previewOf(tx, viewer, termId, departments), {
    mode: 'isolation level repeatable read, read only',
    timeLimitMs: limits.long,
  })
}

/** Scoring in the term waits for the end of the transaction. */
async function lockHolding(tx: Sql, termId: number) {
  const { status, holds_scores } = await terms(tx).lock(termId)
  if (status === 'closed') throw await closedTerm(tx, termId)
  if (!holds_scores) throw await conflictWith(tx, { subject: 'term', id: termId, kinds: ['edited'] }, messages.releases.notHeld)
}

/** Publishes the drafts that the administrator has seen, all or none. Returns the number of members. */
export async function releaseScores(
  database: Database,
  viewer: Viewer,
  termId: number,
  input: ReleaseInput,
  actor: Actor,
): Promise<number> {
  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      await lockHolding(tx, termId)
      const { changes, fingerprint } = await previewOf(tx, viewer, termId, input.department_ids)
      if (fingerprint !== input.fingerprint)
        throw await conflictWith(tx, { subject: 'score', id: termId }, messages.releases.changedSincePreview)
      if (changes.length === 0)
        throw await conflictWith(
          tx,
          { subject: 'term', id: termId, kinds: ['scores released'] },
          messages.releases.nothingToRelease,
        )
      return releases(tx).add(termId, input.department_ids, by)
    },
    { timeLimitMs: limits.long },
  )
}

const obstacles = {
  'taken back': messages.releases.alreadyTakenBack,
  'not the last': messages.releases.notTheLast,
  questioned: messages.releases.questioned,
} satisfies Record<NonNullable<Release['obstacle']>, unknown>

/** Makes the scores of a release drafts again. */
export async function takeBackRelease(database: Database, id: number, actor: Actor) {
  await auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      const found = await releases(tx).byId(id)
      if (!found) throw new NotFound(messages.releases.notFound)
      await lockHolding(tx, found.term_id)
      // A question may have been asked until the term was locked.
      const obstacle = (await releases(tx).byId(id))?.obstacle
      if (obstacle) {
        const kinds = [obstacle === 'taken back' ? 'release taken back' : 'scores released']
        throw obstacle === 'questioned'
          ? new Conflict(obstacles[obstacle])
          : await conflictWith(tx, { subject: 'term', id: found.term_id, kinds }, obstacles[obstacle])
      }
      await releases(tx).takeBack(id, by)
    },
    { timeLimitMs: limits.long },
  )
}
