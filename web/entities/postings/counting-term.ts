import { formatDay } from '../../../contract/dates.ts'
import { type Message, messages, type Say } from '../../../contract/languages/catalogue.ts'
import type { Term } from '../../../contract/terms.ts'
import { dayOf, today } from '../../ui/dates.ts'
import { isOver } from '../terms/own-days.ts'
import { termName } from '../terms/term-name.ts'

export function termContaining(terms: readonly Term[], day: string): Term | undefined {
  return terms.find(({ start_date, end_date }) => start_date <= day && day <= end_date)
}

/** The term that contains the day, or else the current one. */
export function countingTerm(terms: readonly Term[], day: string): Term | undefined {
  return termContaining(terms, day) ?? terms.find(({ is_current }) => is_current)
}

type Counting = { sentence: Message; isClosed: boolean }

/**
 * The term in which a posting of that date would count, and whether it is open. The server decides; this is a preview. For a closed term,
 * it says since when it is closed and whom to tell: another date would be a false one.
 */
export function whereItCounts(
  say: Say,
  terms: readonly Term[],
  day: string,
  contact: string,
  /** The last day on which it is posted there; none for what may still be mended. */
  lastDayIn: (term: Term) => string | undefined = () => undefined,
  now = today(),
): Counting | undefined {
  const term = countingTerm(terms, day)
  if (!term) return undefined
  const isContained = termContaining(terms, day) !== undefined
  const { countsIn, countsInCurrent, countsInClosed, outsideClosed, tellContact, tellOffice } = messages.postedActivities
  const lastDay = lastDayIn(term)
  if (term.status === 'open' && isOver(lastDay, now) && lastDay) {
    const over = { term: termName(term), day: formatDay(say, lastDay) }
    return { sentence: messages.termDays.postingOver(over), isClosed: true }
  }
  if (term.status === 'open')
    return { sentence: (isContained ? countsIn : countsInCurrent)({ term: termName(term) }), isClosed: false }
  const tell = contact ? tellContact({ contact }) : tellOffice
  return { sentence: (isContained ? countsInClosed : outsideClosed)({ closed: closedSince(say, term), tell }), isClosed: true }
}

/** The words for a closed term, with its day of closing, which a server of the previous release does not send. */
function closedSince(say: Say, { closed_at, ...named }: Term): Message {
  const term = termName(named)
  const { closed, closedSince: since } = messages.postedActivities
  return closed_at ? since({ term, day: formatDay(say, dayOf(new Date(closed_at))) }) : closed({ term })
}
