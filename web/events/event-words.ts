import { dayIn, isoMomentIn, writeOutWeekday } from '../../contract/dates.ts'
import type { EventPerson, PortalEvent } from '../../contract/events.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { exceededLimit } from '../../contract/limit-sentences.ts'
import { localized } from '../../contract/localized.ts'
import { formatPoints } from '../../contract/points.ts'
import { countPoints } from '../entities/grades/count-points.ts'
import { portalZone } from '../ui/time-zone.ts'

const words = messages.events

type Session = PortalEvent['sessions'][number]

const clockOf = (moment: string) => isoMomentIn(portalZone(), moment).slice(11, 16)

/** Saturday, 3 April 2027, 09:30 to 11:00. */
export function whenOf(say: Say, { begins_at, ends_at }: Session): string {
  const from = { day: writeOutWeekday(say, dayIn(portalZone(), begins_at)), clock: clockOf(begins_at) }
  return `${from.day}${say(messages.general.list({ first: '', rest: '' }))}${say(words.fromTo({ from: from.clock, to: clockOf(ends_at) }))}`
}

export function whomOf(say: Say, language: Language, { audience, department, faculty }: PortalEvent): string {
  if (audience === 'department' && department) return localized(language, department, 'name')
  if (audience === 'faculty' && faculty) return localized(language, faculty, 'name')
  return say(audience === 'all' ? words.forAll : words.forChosen)
}

/** The minutes before the begin at which the door opens: contract/limits.ts. */
const opensMs = 30 * 60_000

/** The session whose door is open, by the clock of this device: the server decides. */
export function runningSession({ sessions, state }: PortalEvent, now: number): Session | undefined {
  if (state !== 'planned') return undefined
  return sessions.find(({ begins_at, ends_at }) => now >= Date.parse(begins_at) - opensMs && now <= Date.parse(ends_at))
}

export function isOver({ sessions, state }: PortalEvent, now: number): boolean {
  return state !== 'planned' || sessions.every(({ ends_at }) => Date.parse(ends_at) < now)
}

/** Whether its day has gone: an event of next week that was cancelled stays among the coming ones, where people look for it. */
export function isPast(event: PortalEvent, now: number): boolean {
  return isOver(event.state === 'cancelled' ? { ...event, state: 'planned' } : event, now)
}

/**
 * What the event would bring the reader, with the reason where that is not what the catalogue says; for whom it is not, what the catalogue
 * says. Undefined once it brings nobody anything more.
 */
export function gainSentence({ gain, score, type, state, is_invited }: PortalEvent): Message | undefined {
  if (!gain) return state === 'planned' && !is_invited ? words.brings({ points: countPoints(score) }) : undefined
  const { points, because, limit } = gain
  if (because === 'posted') return words.bringsPosted
  if (limit) return words.bringsNothing({ why: exceededLimit(limit, type) })
  if (because === 'later') return words.bringsLess({ change: signed(points), points: countPoints(score) })
  return words.brings({ points: countPoints(points) })
}

const signed = (points: number) => (points > 0 ? `+${formatPoints(points)}` : formatPoints(points))

/** The sessions to which members are checked in by name: those whose door has opened, by the clock of this device. */
export function openedSessions({ sessions }: PortalEvent, now: number): Session[] {
  return sessions.filter(({ begins_at }) => now >= Date.parse(begins_at) - opensMs)
}

/** Whether a member was checked in to a session, and was not taken off the list. */
export const isThere = ({ check_ins, removed_reason }: EventPerson) => check_ins.length > 0 && removed_reason === null
