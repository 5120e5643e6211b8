import { formatDay } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'

/** Dates as written in the PDF and on the page that confirms it: in UTC, because neither has the time zone of its reader. */

/** '2026-11-12' and '2026-11-12T08:00:00Z' as 12 Nov 2026. */
export function formatUtcDay(say: Say, text: string): string {
  return formatDay(say, text.slice(0, 10))
}

/** 12 Nov 2026, 08:00 UTC. */
export function formatUtcMoment(say: Say, text: string): string {
  return say(messages.dates.utcMoment({ date: formatUtcDay(say, text), time: text.slice(11, 16) }))
}
