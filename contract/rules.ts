import { z } from 'zod'
import { type ActivityType, activityTypes, type titleCodes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { hasDecimals, Id, paragraph, Translations } from './fields.ts'
import { grades } from './grading.ts'
import { encode, messages } from './languages/catalogue.ts'
import { largestBound, mostRuleLimits, mostRuleTimes } from './limits.ts'

/** The reason why a posting counts 0: the limit that it would have exceeded, of its activity or of its type. */
export const OverLimit = z.object({ of: z.enum(['activity', 'type']), by: z.enum(['times', 'points']), most: z.number() })
export type OverLimit = z.infer<typeof OverLimit>

/** The limit of what counts of one activity, or of all activities of a type, per member and term. */
export interface Limit {
  activity_id: number | null
  type: ActivityType | null
  most_times: number | null
  most_points: number | null
}

const wrongBound = encode(messages.rulesEditor.invalidBound)

/** The lower bounds of E to A+. */
const BoundsInput = z
  .array(
    z
      .number(wrongBound)
      .min(0, wrongBound)
      .max(largestBound, wrongBound)
      .refine((value) => hasDecimals(value, 1), wrongBound),
    wrongBound,
  )
  .length(grades.length, wrongBound)
  .superRefine((bounds, context) => {
    for (const [index, value] of bounds.entries()) {
      const message = index === 0 ? messages.rulesEditor.firstBound : messages.rulesEditor.boundsIncrease
      const isFine = index === 0 ? value === 0 : value > (bounds[index - 1] ?? 0)
      if (!isFine) context.addIssue({ code: 'custom', path: [index], message: encode(message) })
    }
  })

const BandsInput = z.object(
  { p: BoundsInput, ap: BoundsInput, l: BoundsInput, al: BoundsInput } satisfies Record<(typeof titleCodes)[number], unknown>,
  encode(messages.rulesEditor.invalidBound),
)

const wrongTimes = encode(messages.rulesEditor.invalidTimes)
const wrongPoints = encode(messages.rulesEditor.invalidPoints)

const LimitInput = z
  .object({
    activity_id: Id.nullable(),
    type: z.enum(activityTypes, encode(messages.rulesEditor.limitOfWhat)).nullable(),
    most_times: z.int(wrongTimes).min(1, wrongTimes).max(mostRuleTimes, wrongTimes).nullable(),
    most_points: z
      .number(wrongPoints)
      .gt(0, wrongPoints)
      .max(largestBound, wrongPoints)
      .refine((value) => hasDecimals(value, 2), wrongPoints)
      .nullable(),
  })
  .refine((limit) => (limit.activity_id === null) !== (limit.type === null), {
    path: ['activity_id'],
    message: encode(messages.rulesEditor.limitOfWhat),
  })
  .refine((limit) => limit.most_times !== null || limit.most_points !== null, {
    path: ['most_times'],
    message: encode(messages.rulesEditor.limitOfNothing),
  })

const wrongMost = encode(messages.rulesEditor.invalidMost)

/** The highest score that an administrator may set as tp, or as fb. Left out, it is as in the version before. */
const MostScore = z
  .number(wrongMost)
  .gt(0, wrongMost)
  .max(largestBound, wrongMost)
  .refine((value) => hasDecimals(value, 1), wrongMost)
  .optional()

const LimitsInput = z
  .array(LimitInput)
  .max(mostRuleLimits, encode(messages.general.invalidInput))
  .superRefine((limits, context) => {
    const seen = new Set<string>()
    for (const [index, { activity_id, type }] of limits.entries()) {
      const key = `${activity_id} ${type}`
      if (seen.has(key))
        context.addIssue({ code: 'custom', path: [index, 'activity_id'], message: encode(messages.rulesEditor.limitTwice) })
      seen.add(key)
    }
  })

const rules = { bands: BandsInput, limits: LimitsInput, most_tp: MostScore, most_fb: MostScore }

export const SimulationInput = z.object({ ...rules, term_id: Id })
export type SimulationInput = z.infer<typeof SimulationInput>

export const RulesInput = z.object({
  ...rules,
  note: paragraph(500, messages.rulesEditor.noteRequired),
  /** The newest version that the administrator saw: if there is a newer one, nothing is published. */
  based_on: Id,
  /** The open terms that take the new version at once; the others keep theirs. */
  term_ids: z.array(Id).max(100),
})
export type RulesInput = z.infer<typeof RulesInput>

const Bounds = z.array(z.number()).length(grades.length)

const RulesLimit = z.object({
  activity_id: z.int().nullable(),
  activity_name: z.string().nullable(),
  activity_names: Translations.nullable(),
  type: z.enum(activityTypes).nullable(),
  most_times: z.int().nullable(),
  most_points: z.number().nullable(),
})
export type RulesLimit = z.infer<typeof RulesLimit>

export const RulesVersion = z.object({
  number: z.int(),
  published_at: z.string(),
  /** Null for the first version, which came with the portal. */
  published_by: z.string().nullable(),
  note: z.string().nullable(),
  bands: z.object({ p: Bounds, ap: Bounds, l: Bounds, al: Bounds }),
  limits: z.array(RulesLimit),
  most_tp: z.number(),
  most_fb: z.number(),
  /** The terms that are scored by it, newest first. */
  terms: z.array(z.object({ id: z.int(), name: z.string(), names: Translations, status: z.enum(['open', 'closed']) })),
})
export type RulesVersion = z.infer<typeof RulesVersion>

const Standing = z.object({ total: z.number(), grade: z.string() })

const Move = z.object({
  id: z.int(),
  name: z.string(),
  title: z.string().nullable(),
  department_id: z.int().nullable(),
  before: Standing,
  after: Standing,
})
export type Move = z.infer<typeof Move>

const DepartmentMoves = z.object({
  department_id: z.int().nullable(),
  department_name: z.string().nullable(),
  department_names: Translations.nullable(),
  members: z.int(),
  /** Members with a higher and with a lower grade. */
  up: z.int(),
  down: z.int(),
})
export type DepartmentMoves = z.infer<typeof DepartmentMoves>

/** The changes that publishing the rules for the term would make. */
export const Simulation = z.object({
  term: z.object({ id: z.int(), name: z.string(), names: Translations }),
  departments: z.array(DepartmentMoves),
  /** The members who would have another grade or another total. */
  moves: z.array(Move),
  /** Postings that would count 0 because of a limit, and those that do so under the rules of the term. */
  over_limit_count: z.int(),
  over_limit_now: z.int(),
  /** Scores above the highest that these rules allow; they stay until they are changed. */
  above_most: z.int(),
})
export type Simulation = z.infer<typeof Simulation>

const RulesReply = z.object({ versions: z.array(RulesVersion) })

export const listRules = endpoint({
  method: 'GET',
  path: '/rules',
  access: 'signed-in',
  summary: 'All versions of the rules, newest first: grade bands and limits',
  replies: { 200: RulesReply },
})

export const simulateRules = endpoint({
  method: 'POST',
  path: '/rules/simulate',
  access: 'admin',
  summary: 'What rules would change in an open term, without changing anything',
  body: SimulationInput,
  replies: { 200: Simulation },
})

export const publishRules = endpoint({
  method: 'POST',
  path: '/rules',
  access: 'admin',
  repeatable: true,
  summary: 'Publish a new version of the rules',
  body: RulesInput,
  replies: { 201: z.object({ version: RulesVersion }) },
})
