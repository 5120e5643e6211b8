import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { mostScoredAtOnce } from './limits.ts'
import { score } from './scoring.ts'

/** A score that the caller saw, null if it was not set. */
const seen = z.number().nullable().optional()

/** The new scores of one member, each with the one that the caller saw. */
const ScoredRow = z
  .object({
    id: Id,
    tp: score(messages.scoring.invalidTp).nullable().optional(),
    fb: score(messages.scoring.invalidFeedback).nullable().optional(),
    previous: z.object({ tp: seen, fb: seen }),
  })
  .refine(
    ({ tp, fb, previous }) =>
      (tp !== undefined || fb !== undefined) &&
      (tp === undefined || previous.tp !== undefined) &&
      (fb === undefined || previous.fb !== undefined),
    encode(messages.general.invalidInput),
  )
export type ScoredRow = z.infer<typeof ScoredRow>

export const ScoresInput = z.object({
  /** The current term, if there is none. */
  term_id: Id.optional(),
  rows: z
    .array(ScoredRow)
    .min(1)
    .max(mostScoredAtOnce, encode(messages.scoreSheet.tooMany({ most: mostScoredAtOnce })))
    .refine((rows) => new Set(rows.map(({ id }) => id)).size === rows.length, encode(messages.general.invalidInput)),
  /** Undo and redo: the last change of each score is the caller's own. Only then, null makes a score not set again. */
  restores: z.boolean().optional(),
})
export type ScoresInput = z.infer<typeof ScoresInput>

export const setScores = endpoint({
  method: 'PUT',
  path: '/scores',
  access: 'score',
  repeatable: true,
  summary: 'Set scores of several members in a term: all of them, or none if one was changed meanwhile',
  body: ScoresInput,
  replies: { 200: z.object({ message: z.string(), members: z.int() }) },
})
