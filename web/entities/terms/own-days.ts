import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../../contract/dates.ts'
import { messages, type Say } from '../../../contract/languages/catalogue.ts'
import { type DayPart, dayOfPart, dayParts, daysBetween } from '../../../contract/term-days.ts'
import type { Term } from '../../../contract/terms.ts'
import { call } from '../../http/api.ts'
import { useTerms } from './terms.api.ts'

/** The last day of a part of a term for the reader: that of the term, or a later one. Undefined without a day. */
export type OwnDay = (term: Term, part: DayPart) => string | undefined

/** The days of the reader. They are those of the terms, until it is known what is open longer. */
export function useOwnDay(): OwnDay {
  const { data: terms } = useTerms()
  const hasDay = (term: Term) => term.status === 'open' && dayParts.some((part) => term[dayOfPart[part]])
  const { data: extensions = [] } = useQuery({
    queryKey: ['own-extensions'],
    queryFn: async () => (await call('GET /calendar/own')).extensions,
    enabled: terms?.some(hasDay) ?? false,
    meta: { isOwn: true },
  })
  return (term, part) => {
    const day = term[dayOfPart[part]]
    const own = extensions.find((one) => one.term_id === term.id && one.part === part)?.last_day ?? ''
    return day ? (own > day ? own : day) : undefined
  }
}

export function isOver(day: string | undefined, today: string): boolean {
  return day !== undefined && day < today
}

/** The days of an open term that concern the reader, each in a few words: "Posting until 12 Dec 2026 (24 days left)". */
export function describeDays(say: Say, term: Term, parts: readonly DayPart[], ownDay: OwnDay, today: string): string[] {
  if (term.status === 'closed') return []
  const ofParts = parts.flatMap((part) => {
    const day = ownDay(term, part)
    if (!day) return []
    const words = isOver(day, today) ? messages.termDays.ended : messages.termDays.until
    return [withLeft(say, say(words[part]({ day: formatDay(say, day) })), day, today)]
  })
  const release = term.release_on
  if (!release || release < today || !parts.includes('posting')) return ofParts
  const { until } = messages.termDays
  return [...ofParts, withLeft(say, say(until.release({ day: formatDay(say, release) })), release, today)]
}

function withLeft(say: Say, what: string, day: string, today: string): string {
  const count = daysBetween(today, day)
  if (count < 0) return what
  const { left, today: isToday, withLeft: words } = messages.termDays
  return say(words({ what, left: count === 0 ? isToday : left({ count }) }))
}
