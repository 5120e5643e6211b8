import { addDays } from '../../contract/term-days.ts'

/** A day in a calendar, as RFC 5545 has it. */
export interface CalendarEvent {
  /** It stays the same when the day is moved, so that a program moves its entry. */
  uid: string
  day: string
  summary: string
}

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

/** A calendar of whole days, which have no time zone: everywhere they are the days of the university. */
export function icalendar(name: string, events: readonly CalendarEvent[], now: Date): string {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Staff portal//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...events.flatMap(({ uid, day, summary }) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(day)}`,
      // The end is not part of the event.
      `DTEND;VALUE=DATE:${compact(addDays(day, 1))}`,
      `SUMMARY:${escapeText(summary)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}
