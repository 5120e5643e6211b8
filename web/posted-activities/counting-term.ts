import { formatDay } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Term } from '../../contract/terms.ts'

export function termContaining(terms: readonly Term[], day: string): Term | undefined {
  return terms.find(({ start_date, end_date }) => start_date <= day && day <= end_date)
}

/** The term in which a posting of that date would count, and whether it is open. The server decides; this is a preview. */
export function whereItCounts(terms: readonly Term[], day: string): { sentence: string; isClosed: boolean } | undefined {
  const containing = termContaining(terms, day)
  const term = containing ?? terms.find(({ is_current }) => is_current)
  if (!term) return undefined
  const { countsIn, countsInCurrent, countsInClosed } = messages.postedActivities
  if (term.status === 'closed') return { sentence: countsInClosed(term.name), isClosed: true }
  return { sentence: containing ? countsIn(term.name) : countsInCurrent(term.name), isClosed: false }
}

/** "Autumn 2026 is open until 31 Jan 2027". */
export function describeTerm({ name, status, start_date, end_date }: Term, today: string): string {
  if (status === 'closed') return `${name} is closed: its scores stay as they are`
  if (end_date < today) return `${name} ended on ${formatDay(end_date)} and is still open`
  if (start_date > today) return `${name} begins on ${formatDay(start_date)}`
  return `${name} is open until ${formatDay(end_date)}`
}
