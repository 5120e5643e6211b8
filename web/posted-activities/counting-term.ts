import { formatDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'
import { dayOf } from '../ui/dates.ts'

export function termContaining(terms: readonly Term[], day: string): Term | undefined {
  return terms.find(({ start_date, end_date }) => start_date <= day && day <= end_date)
}

/** The term that contains the day, or else the current one. */
export function countingTerm(terms: readonly Term[], day: string): Term | undefined {
  return termContaining(terms, day) ?? terms.find(({ is_current }) => is_current)
}

type Counting = { sentence: Message; isClosed: boolean }

/**
 * The term in which a posting of that date would count, and whether it is open. The server decides; this is a preview. Of a closed term,
 * since when and whom to tell: another date would be a false one.
 */
export function whereItCounts(say: Say, terms: readonly Term[], day: string, contact: string): Counting | undefined {
  const term = countingTerm(terms, day)
  if (!term) return undefined
  const isContained = termContaining(terms, day) !== undefined
  const { countsIn, countsInCurrent, countsInClosed, outsideClosed, tellContact, tellOffice } = messages.postedActivities
  if (term.status === 'open')
    return { sentence: (isContained ? countsIn : countsInCurrent)({ term: term.name }), isClosed: false }
  const tell = contact ? tellContact({ contact }) : tellOffice
  return { sentence: (isContained ? countsInClosed : outsideClosed)({ closed: closedSince(say, term), tell }), isClosed: true }
}

/** A server of the release before this one does not say since when. */
function closedSince(say: Say, { name: term, closed_at }: Term): Message {
  const { closed, closedSince: since } = messages.postedActivities
  return closed_at ? since({ term, day: formatDay(say, dayOf(new Date(closed_at))) }) : closed({ term })
}

/** "Autumn 2026 is open until 31 Jan 2027". */
export function describeTerm(say: Say, { name: term, status, start_date, end_date }: Term, today: string): string {
  const { isFrozen, endedOn, beginsOn, isOpenUntil } = messages.terms
  if (status === 'closed') return say(isFrozen({ term }))
  if (end_date < today) return say(endedOn({ term, day: formatDay(say, end_date) }))
  if (start_date > today) return say(beginsOn({ term, day: formatDay(say, start_date) }))
  return say(isOpenUntil({ term, day: formatDay(say, end_date) }))
}
