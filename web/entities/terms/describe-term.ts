import { formatDay } from '../../../contract/dates.ts'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Term } from '../../../contract/terms.ts'
import { termName } from './term-name.ts'

/** The state of a term as text: "Autumn 2026 is open until 31 Jan 2027". */
export function describeTerm(
  say: Say,
  { status, start_date, end_date, ...named }: Pick<Term, 'name' | 'names' | 'status' | 'start_date' | 'end_date'>,
  today: string,
): string {
  const term = termName(named)
  const { isFrozen, endedOn, beginsOn, isOpenUntil } = messages.terms
  if (status === 'closed') return say(isFrozen({ term }))
  if (end_date < today) return say(endedOn({ term, day: formatDay(say, end_date) }))
  if (start_date > today) return say(beginsOn({ term, day: formatDay(say, start_date) }))
  return say(isOpenUntil({ term, day: formatDay(say, end_date) }))
}
