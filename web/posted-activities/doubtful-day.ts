import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { termContaining } from './counting-term.ts'

/** Why a day is more likely a typing mistake than meant: the user is asked once. */
export function doubtAbout(day: string, terms: readonly Term[], today: string): Message | undefined {
  if (day > today) return messages.postedActivities.inFuture
  const current = terms.find(({ is_current }) => is_current)
  if (!current || day >= yearBefore(current.start_date)) return undefined
  const { longAgo, longAgoOutside } = messages.postedActivities
  return (termContaining(terms, day) ? longAgo : longAgoOutside)({ term: current.name })
}

/** As text: '2028-02-29' becomes '2027-02-29', which is right for a comparison. */
function yearBefore(day: string): string {
  return `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
}
