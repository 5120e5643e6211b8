import { type Message, messages } from './languages/catalogue.ts'
import { type TermDay, termDays } from './term-days.ts'

type Checked = { readonly start_date: string } & { readonly [Day in TermDay]?: string | null | undefined }

/**
 * The days that cannot be: before the term begins, or before a day that comes first. A day after the end of the term is usual, because
 * scores are reviewed and released when the teaching is over.
 */
export function wrongDays(term: Checked): { day: TermDay; message: Message }[] {
  return termDays.flatMap((day, index) => {
    const value = term[day]
    if (!value) return []
    if (value < term.start_date) return [{ day, message: messages.calendar.beforeStart }]
    const other = termDays.slice(0, index).find((one) => value < (term[one] ?? ''))
    return other ? [{ day, message: messages.calendar.beforeOther({ other: messages.calendar.labels[other] }) }] : []
  })
}
