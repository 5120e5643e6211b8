import type { z } from 'zod'
import { type ActivityType, activityTypes, type Title, titleCodes } from '../../../contract/codes.ts'
import { decode, type Message } from '../../../contract/languages/catalogue.ts'
import { readNumber } from '../../../contract/numbers.ts'
import type { Limit, RulesVersion } from '../../../contract/rules.ts'

/** The name of the form's draft, and of its open state. */
export const rulesForm = 'rules'

/** The typed values of a limit: text, also where it is no number yet. */
export type LimitValues = {
  /** The subject of the limit, `activity 5` or `type Elective`; empty until chosen. */
  what: string
  times: string
  points: string
}
export type RulesValues = {
  /** The bounds without that of the lowest grade, which begins at 0. */
  bands: Record<Title, string[]>
  limits: LimitValues[]
  most_tp: string
  most_fb: string
  note: string
  term_ids: string[]
}

export function whatOf({ activity_id, type }: Pick<Limit, 'activity_id' | 'type'>): string {
  return type ? `type ${type}` : `activity ${activity_id}`
}

export const blankLimit: LimitValues = { what: '', times: '', points: '' }

/** The next version begins as the newest one. */
export function valuesOf({ bands, limits, most_tp, most_fb }: RulesVersion): RulesValues {
  return {
    bands: Object.fromEntries(titleCodes.map((title) => [title, bands[title].slice(1).map(String)])) as RulesValues['bands'],
    limits: limits.map((limit) => ({
      what: whatOf(limit),
      times: limit.most_times === null ? '' : String(limit.most_times),
      points: limit.most_points === null ? '' : String(limit.most_points),
    })),
    most_tp: String(most_tp),
    most_fb: String(most_fb),
    note: '',
    term_ids: [],
  }
}

/** A number, null for an empty text, and NaN for any other text, so that the contract refuses it. */
const optionalNumber = (text: string, decimals: 0 | 2) => (text.trim() === '' ? null : readNumber(text, decimals))

/** The rules in the form of the contract. */
export function rulesIn({ bands, limits, most_tp, most_fb }: RulesValues) {
  return {
    bands: Object.fromEntries(titleCodes.map((title) => [title, [0, ...bands[title].map((bound) => readNumber(bound, 1))]])),
    limits: limits.map(({ what, times, points }) => {
      const [kind, name] = what.split(' ')
      const type: ActivityType | undefined = activityTypes.find((code) => kind === 'type' && code === name)
      return {
        activity_id: kind === 'activity' ? Number(name) : null,
        type: type ?? null,
        most_times: optionalNumber(times, 0),
        most_points: optionalNumber(points, 2),
      }
    }),
    most_tp: readNumber(most_tp, 1),
    most_fb: readNumber(most_fb, 1),
  }
}

export type FieldError = { field: string; message: Message }

const limitFields: Readonly<Record<string, string>> = {
  activity_id: 'what',
  type: 'what',
  most_times: 'times',
  most_points: 'points',
}

/** The field of the form that a field of the contract is typed into. */
function fieldOf(path: readonly string[]): string {
  const [part, first = '', second = ''] = path
  // The lowest grade has no field.
  if (part === 'bands') return `bands.${first}.${Math.max(Number(second) - 1, 0)}`
  if (part === 'limits') return `limits.${first}.${limitFields[second] ?? 'what'}`
  return part ?? ''
}

/** The errors of the contract's schema at the fields of the form, the first message for each. */
export function errorsIn(schema: z.ZodType, input: unknown): FieldError[] {
  const { error } = schema.safeParse(input)
  return uniqueFields(
    (error?.issues ?? []).map(({ path, message }) => ({ field: fieldOf(path.map(String)), message: decode(message) })),
  )
}

/** The errors of the server at the fields of the form. */
export function errorsOf(errors: readonly FieldError[]): FieldError[] {
  return uniqueFields(errors.map(({ field, message }) => ({ field: fieldOf(field.split('.')), message })))
}

function uniqueFields(errors: readonly FieldError[]): FieldError[] {
  return errors.filter(({ field }, index) => errors.findIndex((other) => other.field === field) === index)
}
