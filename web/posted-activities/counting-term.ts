import { formatDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'

export function termContaining(terms: readonly Term[], day: string): Term | undefined {
  return terms.find(({ start_date, end_date }) => start_date <= day && day <= end_date)
}

/** The term in which a posting of that date would count, and whether it is open. The server decides; this is a preview. */
export function whereItCounts(terms: readonly Term[], day: string): { sentence: Message; isClosed: boolean } | undefined {
  const containing = termContaining(terms, day)
  const term = containing ?? terms.find(({ is_current }) => is_current)
  if (!term) return undefined
  const { countsIn, countsInCurrent, countsInClosed, noTermOpen } = messages.postedActivities
  if (term.status === 'closed') {
    const isAnyOpen = terms.some(({ status }) => status === 'open')
    return { sentence: isAnyOpen ? countsInClosed({ term: term.name }) : noTermOpen, isClosed: true }
  }
  return { sentence: (containing ? countsIn : countsInCurrent)({ term: term.name }), isClosed: false }
}

/** "Autumn 2026 is open until 31 Jan 2027". */
export function describeTerm(say: Say, { name: term, status, start_date, end_date }: Term, today: string): string {
  const { isFrozen, endedOn, beginsOn, isOpenUntil } = messages.terms
  if (status === 'closed') return say(isFrozen({ term }))
  if (end_date < today) return say(endedOn({ term, day: formatDay(say, end_date) }))
  if (start_date > today) return say(beginsOn({ term, day: formatDay(say, start_date) }))
  return say(isOpenUntil({ term, day: formatDay(say, end_date) }))
}
