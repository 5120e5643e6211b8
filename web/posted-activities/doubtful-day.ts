import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { termContaining } from '../entities/postings/counting-term.ts'
import { termName } from '../entities/terms/term-name.ts'

/** The reason why a day is perhaps a typing mistake, and what it means if it is none: the user is asked once. */
export function doubtAbout(day: string, terms: readonly Term[], today: string): Message | undefined {
  const { inFuture, inFutureCounts, inFutureOutside, outside, longAgo, longAgoOutside } = messages.postedActivities
  const containing = termContaining(terms, day)
  const current = terms.find(({ is_current }) => is_current)
  if (day > today) {
    if (containing) return inFutureCounts({ term: termName(containing) })
    return current ? inFutureOutside({ term: termName(current) }) : inFuture
  }
  if (!current) return undefined
  const isLongAgo = day < yearBefore(current.start_date)
  if (containing) return isLongAgo ? longAgo({ term: termName(current) }) : undefined
  return (isLongAgo ? longAgoOutside : outside)({ term: termName(current) })
}

/** The day one year before, as text: '2028-02-29' becomes '2027-02-29', which is right for a comparison. */
function yearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
}
