import { z } from 'zod'
import { dayIn, isDay, isoMomentIn } from '../../contract/dates.ts'
import { type Audience, EventInput, type NamedPerson, type PortalEvent } from '../../contract/events.ts'
import { momentIn, readClock } from '../../contract/moments.ts'
import { readNumber } from '../../contract/numbers.ts'
import { type TranslationValues, translationValues } from '../forms/translations.ts'
import { today } from '../ui/dates.ts'

/** A session as the form has it: by the clock of the portal's time zone. */
export type SessionValues = { id: number | null; day: string; begins: string; ends: string }

export type EventValues = {
  activity_id: string
  name: string
  names: TranslationValues
  place: string
  audience: Audience
  department_id: string
  faculty_id: string
  seats: string
  sessions: SessionValues[]
  organisers: NamedPerson[]
  invited: NamedPerson[]
}

const clockOf = (zone: string, moment: string) => isoMomentIn(zone, moment).slice(11, 16)

export function valuesOf(zone: string, event: PortalEvent): EventValues {
  const { activity_id, name, names, place, audience, department, faculty, seats, sessions, organisers = [], invited = [] } = event
  return {
    activity_id: String(activity_id),
    name,
    names: translationValues(names),
    place,
    audience,
    department_id: String(department?.id ?? ''),
    faculty_id: String(faculty?.id ?? ''),
    seats: String(seats ?? ''),
    sessions: sessions.map(({ id, begins_at, ends_at }) => ({
      id,
      day: dayIn(zone, begins_at),
      begins: clockOf(zone, begins_at),
      ends: clockOf(zone, ends_at),
    })),
    organisers,
    invited,
  }
}

export function newSession(after?: SessionValues): SessionValues {
  return { id: null, day: after?.day ?? today(), begins: '', ends: '' }
}

/** The moments of a session. */
function sessionInput(zone: string, { id, day, begins, ends }: SessionValues) {
  const [from, to] = [readClock(begins), readClock(ends)]
  const begin = isDay(day) && from ? momentIn(zone, day, from) : undefined
  const end = isDay(day) && to ? momentIn(zone, day, to) : undefined
  return { ...(id === null ? {} : { id }), begins_at: begin?.toISOString() ?? '', ends_at: end?.toISOString() ?? '' }
}

/** The contract’s own schema over what the form has. */
export function formSchema(zone: string) {
  return z
    .custom<EventValues>()
    .transform((values): z.input<typeof EventInput> => {
      const { activity_id, department_id, faculty_id, seats, sessions, organisers, invited, audience, ...texts } = values
      const idOf = (text: string) => Number(text) || null
      return {
        ...texts,
        audience,
        activity_id: Number(activity_id),
        department_id: audience === 'all' || audience === 'faculty' ? null : idOf(department_id),
        faculty_id: audience === 'all' || audience === 'department' ? null : idOf(faculty_id),
        seats: seats.trim() === '' ? null : readNumber(seats, 0),
        sessions: sessions.map((session) => sessionInput(zone, session)),
        organisers: organisers.map(({ id }) => id),
        invited: audience === 'chosen' ? invited.map(({ id }) => id) : [],
      }
    })
    .pipe(EventInput)
}
