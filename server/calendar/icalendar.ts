import { addDays } from '../../contract/term-days.ts'

/** An entry of a calendar, as RFC 5545 has it: a whole day, or from one moment to another. */
export type CalendarEvent = {
  /** It stays the same when the entry is moved, so that a program moves it, too. */
  uid: string
  summary: string
} & (
  | { day: string }
  | {
      begins_at: string
      ends_at: string
      place: string
      /** Whether the owner comes: the time is taken then. */
      isTaken: boolean
      isCancelled: boolean
    }
)

/** Backslash, comma, semicolon and line break are the only characters with a meaning in a text. Other control characters are not allowed. */
export function escapeText(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ')
      .replaceAll(/[\\,;]/g, '\\$&')
      .replaceAll('\n', '\\n')
  )
}

const longestLine = 75

/** Folds a line at 75 octets of UTF-8, never inside a character. A line that goes on begins with a space, which counts. */
export function foldLine(line: string): string {
  let folded = ''
  let length = 0
  for (const character of line) {
    const octets = Buffer.byteLength(character)
    if (length + octets > longestLine) {
      folded += '\r\n '
      length = 1
    }
    folded += character
    length += octets
  }
  return folded
}

const compact = (day: string) => day.replaceAll('-', '')
const moment = (at: string | Date) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')

function timesOf(event: CalendarEvent): string[] {
  if ('day' in event)
    return [
      `DTSTART;VALUE=DATE:${compact(event.day)}`,
      // The end is not part of the event.
      `DTEND;VALUE=DATE:${compact(addDays(event.day, 1))}`,
      `SUMMARY:${escapeText(event.summary)}`,
      'TRANSP:TRANSPARENT',
    ]
  const { begins_at, ends_at, place, isTaken, isCancelled } = event
  return [
    `DTSTART:${moment(begins_at)}`,
    `DTEND:${moment(ends_at)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `LOCATION:${escapeText(place)}`,
    `TRANSP:${isTaken ? 'OPAQUE' : 'TRANSPARENT'}`,
    `STATUS:${isCancelled ? 'CANCELLED' : isTaken ? 'CONFIRMED' : 'TENTATIVE'}`,
  ]
}

/** A calendar. Whole days have no time zone: everywhere they are the days of the university. Moments are in UTC. */
export function icalendar(name: string, events: readonly CalendarEvent[], now: Date): string {
  const stamp = moment(now)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Staff portal//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...events.flatMap((event) => ['BEGIN:VEVENT', `UID:${event.uid}`, `DTSTAMP:${stamp}`, ...timesOf(event), 'END:VEVENT']),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
