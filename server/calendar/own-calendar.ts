import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { type TermDay, termDays } from '../../contract/term-days.ts'
import type { Sql } from '../../database/connect.ts'
import { events as eventsOf } from '../events/events.queries.ts'
import { can, readsAll, type Viewer } from '../policy/policy.ts'
import { calendarAddresses } from './addresses.queries.ts'
import { type CalendarEvent, icalendar } from './icalendar.ts'

/** The days that concern a person: administrators all, members those of their own, and who reviews or scores those of that, too. */
function concernedDays(viewer: Viewer): readonly TermDay[] {
  if (readsAll(viewer)) return termDays
  const own: readonly TermDay[] = ['posting_until', 'release_on', 'questions_until', 'closing_on']
  return termDays.filter(
    (day) =>
      own.includes(day) || (day === 'review_until' && can(viewer, 'review')) || (day === 'scores_until' && can(viewer, 'score')),
  )
}

/** Marks that isolate directions in a page are boxes in some calendars. */
const withoutMarks = (text: string) => text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '')

/** The calendar of a person in their language. */
export async function ownCalendar(
  sql: Sql,
  viewer: Viewer,
  { say, language, portal, host }: { say: Say; language: Language; portal: string; host: string },
): Promise<string> {
  const terms = await calendarAddresses(sql).termsOf(viewer.id)
  const days = concernedDays(viewer)
  const events = terms.flatMap((term) =>
    days.flatMap((day): CalendarEvent[] => {
      const date = term[day]
      if (!date) return []
      const { event, events: names } = messages.calendar
      const summary = say(event({ what: names[day], term: localized(language, term, 'name') }))
      return [{ uid: `term-${term.id}-${day}@${host}`, day: date, summary: withoutMarks(summary) }]
    }),
  )
  const sessions = (await eventsOf(sql).inCalendar(viewer)).map(
    ({ id, session_id, name, names, is_coming, state, ...times }): CalendarEvent => ({
      uid: `event-${id}-${session_id}@${host}`,
      summary: withoutMarks(localized(language, { name, names }, 'name')),
      isTaken: is_coming,
      isCancelled: state === 'cancelled',
      ...times,
    }),
  )
  return icalendar(portal, [...events, ...sessions], new Date())
}
