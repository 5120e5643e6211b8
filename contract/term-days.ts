/** The days of a term, in the order in which they pass: none may be before one that stands in front of it. */
export const termDays = ['posting_until', 'review_until', 'scores_until', 'release_on', 'questions_until', 'closing_on'] as const
export type TermDay = (typeof termDays)[number]
export type TermDays = { readonly [Day in TermDay]: string | null }

/** What a day of a term closes. */
export const dayParts = ['posting', 'review', 'questions'] as const
export type DayPart = (typeof dayParts)[number]
export const dayOfPart = { posting: 'posting_until', review: 'review_until', questions: 'questions_until' } as const

const msPerDay = 86_400_000

/** The number of days from one day to another: 1 from today to tomorrow. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay)
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * msPerDay).toISOString().slice(0, 10)
}
