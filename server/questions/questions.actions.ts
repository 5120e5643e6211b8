import { messages } from '../../contract/languages/catalogue.ts'
import type { AcceptInput, Question, QuestionInput } from '../../contract/questions.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, actAs, authorizedTransaction } from '../../database/transaction.ts'
import { BadRequest, Conflict, Forbidden } from '../errors/errors.ts'
import { closedTerm, conflictWith } from '../http/who-changed.queries.ts'
import { declarePolicy, type PolicySettings, viewers } from '../policy/policy.queries.ts'
import { can } from '../policy/policy.ts'
import { evidenceQuota } from '../posted-activities/evidence-quota.queries.ts'
import { postedActivities } from '../posted-activities/posted-activities.queries.ts'
import { authorizeReview, decideWithin } from '../review/review.actions.ts'
import { authorizeScoring, correctScore } from '../scoring/scoring.actions.ts'
import { terms } from '../terms/terms.queries.ts'
import { questions } from './questions.queries.ts'

/** Asks about a posting that was decided, a score, or something that is missing; in an open term, until its last day for questions. */
export async function askQuestion(
  database: Database,
  settings: PolicySettings,
  quota: number,
  { subject, posting_id, term_id, text, link }: QuestionInput,
  image: Buffer | undefined,
  actor: Actor,
): Promise<Question> {
  return authorizedTransaction(
    database,
    actor,
    (tx) => viewers(tx, settings).read(actor.id),
    async (tx, by, viewer) => {
      const posting =
        posting_id === undefined ? undefined : { id: posting_id, ...(await questions(tx).lockPosting(posting_id, by)) }
      const termId = posting?.term_id ?? (await terms(tx).idOrCurrent(term_id))
      if (await questions(tx).lockTerm(termId)) throw await closedTerm(tx, termId)
      // The member had asked in time: a question that ended with a closing may be asked again.
      if (!(await questions(tx).endedUnanswered(by, termId, subject, posting_id))) await questions(tx).refuseAfterDay(by, termId)
      if (posting?.state === 'posted') throw new Conflict(messages.questions.notDecided)
      await declarePolicy(tx, settings)
      const id = await questions(tx).add(by, { subject, text, link, termId, posting }, image)
      if (image) await evidenceQuota(tx, quota).refuseOverQuota(by, termId, image.length, 'image')
      return questions(tx).byId(viewer, id)
    },
  )
}

/** Writes a message of either side. The database checks that the question is still open (database/functions/questions.sql). */
export async function writeToQuestion(
  database: Database,
  settings: PolicySettings,
  id: number,
  text: string,
  actor: Actor,
): Promise<Question> {
  return authorizedTransaction(
    database,
    actor,
    async (tx) => {
      const viewer = await viewers(tx, settings).lock(actor.id)
      await questions(tx).byId(viewer, id)
      return viewer
    },
    async (tx, by, viewer) => {
      await actAs(tx, { ...actor, capacity: await questions(tx).capacity(viewer, id) })
      await questions(tx).write(id, by, text)
      return questions(tx).byId(viewer, id)
    },
  )
}

/** Refuses a question that is not as it was seen, or has an answer. */
async function refuseChanged(
  tx: Sql,
  id: number,
  { state, version, term_id, is_term_closed }: Authorized['question'],
  seen: number,
) {
  if (is_term_closed) throw await closedTerm(tx, term_id)
  const kinds = ['accepted', 'declined', 'withdrawn', 'unanswered']
  if (state !== 'open' || version !== seen)
    throw await conflictWith(tx, { subject: 'question', id, kinds }, messages.questions.alreadyAnswered)
}

export async function withdrawQuestion(
  database: Database,
  settings: PolicySettings,
  id: number,
  seen: number,
  actor: Actor,
): Promise<Question> {
  return authorizedTransaction(
    database,
    actor,
    (tx) => viewers(tx, settings).read(actor.id),
    async (tx, by, viewer) => {
      await refuseChanged(tx, id, await questions(tx).lock(viewer, id, 'own'), seen)
      await questions(tx).withdraw(id, by)
      return questions(tx).byId(viewer, id)
    },
  )
}

/** The question, locked, and the rights of the person who answers. */
async function authorizeAnswer(tx: Sql, settings: PolicySettings, id: number, actor: Actor) {
  const viewer = await viewers(tx, settings).lock(actor.id)
  if (!can(viewer, 'review')) throw new Forbidden()
  const question = await questions(tx).lock(viewer, id, 'to answer')
  await actAs(tx, { ...actor, capacity: await questions(tx).capacity(viewer, id) })
  return { viewer, question }
}

type Authorized = Awaited<ReturnType<typeof authorizeAnswer>>

const refusals = {
  decided: messages.questions.decidedYourself,
  lender: messages.questions.decidedByLender,
  score: messages.questions.needsScore,
} as const

/**
 * The decider is refused apart from the rights: after an acceptance the actor has decided the line, and a repeated request must get its
 * reply. Returns whether the actor decided the line before and answers only because no other person may.
 */
async function refuseDecider(tx: Sql, id: number, { viewer }: Authorized): Promise<boolean> {
  const { obstacle, last_resort } = await questions(tx).answering(viewer, id)
  if (obstacle) throw new Forbidden(refusals[obstacle])
  return last_resort
}

export async function declineQuestion(
  database: Database,
  settings: PolicySettings,
  id: number,
  { version, answer }: { version: number; answer: string },
  actor: Actor,
): Promise<Question> {
  return authorizedTransaction(
    database,
    actor,
    (tx) => authorizeAnswer(tx, settings, id, actor),
    async (tx, by, granted) => {
      await refuseChanged(tx, id, granted.question, version)
      const lastResort = await refuseDecider(tx, id, granted)
      await questions(tx).answer(id, { state: 'declined', answer, value: null, lastResort }, by)
      return questions(tx).byId(granted.viewer, id)
    },
  )
}

/** Accepts a question. The line changes by the same actions as in Review and in the Staff panel, in the transaction of the answer. */
export async function acceptQuestion(
  database: Database,
  settings: PolicySettings,
  id: number,
  input: AcceptInput,
  actor: Actor,
): Promise<Question> {
  return authorizedTransaction(
    database,
    actor,
    (tx) => authorizeAnswer(tx, settings, id, actor),
    async (tx, by, granted) => {
      await refuseChanged(tx, id, granted.question, input.version)
      const lastResort = await refuseDecider(tx, id, granted)
      const value = await changeLine(tx, settings, granted, input, actor)
      await questions(tx).answer(id, { state: 'accepted', answer: input.answer, value, lastResort }, by)
      return questions(tx).byId(granted.viewer, id)
    },
  )
}

/** Changes the line, and returns the score that was set; null for any other subject. */
async function changeLine(
  tx: Sql,
  settings: PolicySettings,
  { question }: Authorized,
  { value, previous, posting_version }: AcceptInput,
  actor: Actor,
): Promise<number | null> {
  const { subject, user_id: userId, term_id: termId, posted_activity_id: postingId } = question
  if (subject === 'tp' || subject === 'fb') {
    if (value === undefined) throw new BadRequest(messages.questions.valueRequired, 'value')
    const score = { userId, termId, column: subject }
    const granted = await authorizeScoring(tx, settings, actor, score)
    await correctScore(tx, granted, { ...score, value, previous })
    return value
  }
  if (postingId !== null) {
    const granted = await authorizeReview(tx, settings, [postingId], actor.id, 'member')
    const [posting] = await postedActivities(tx).byIds([postingId])
    if (posting) {
      const postings = [{ id: postingId, version: posting_version ?? posting.version }]
      // A returned posting counts again; a verified one is unlocked, so that its owner can correct it.
      const state = posting.state === 'verified' ? 'posted' : 'verified'
      await decideWithin(tx, granted, { state, postings }, actor)
    }
  }
  return null
}
