import { z } from 'zod'
import { hasYear, isDay } from './dates.ts'
import { encode, type Message, messages } from './languages/catalogue.ts'

/** The maximum of PostgreSQL's integer. */
const largestId = 2_147_483_647
export const Id = z.int().min(1).max(largestId)
export const IdInAddress = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(largestId))

/** A form's select sends text, a program a number. */
export const IdInBody = (whenMissing: Message) => z.union([Id, IdInAddress], encode(whenMissing))

export const IdParams = z.object({ id: IdInAddress })

/** The term of the scores; the current term by default. */
export const TermQuery = z.object({ term_id: IdInAddress.optional() })

// Characters that PostgreSQL cannot store (NUL, lone surrogates) or that would break a row of a list or a log.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff]/u

/**
 * Invisible characters by which two names that look the same could differ: soft hyphens, zero-width spaces, directional marks, tags. Dropped,
 * because they are copied along with a name. The joiners of Arabic script (U+200C, U+200D) stay: they change how a name is written.
 */
const invisible = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/**
 * One line of text: trimmed, NFC-normalized and printable. Repeated spaces become one: a page shows no more,
 * and two names that look the same must be the same.
 */
export function line(longest: number, whenMissing: Message) {
  return z
    .string(encode(whenMissing))
    .transform(normalizeLine)
    .pipe(
      z
        .string()
        .min(1, encode(whenMissing))
        .max(longest, encode(messages.general.tooLong({ most: String(longest) })))
        .refine(isPrintableLine, encode(messages.general.unprintable)),
    )
}

/** A translation of such a line. Empty text is null; a request without the field leaves what is stored. */
export function optionalLine(longest: number) {
  return z
    .string(encode(messages.general.invalidInput))
    .transform(normalizeLine)
    .pipe(
      z
        .string()
        .max(longest, encode(messages.general.tooLong({ most: String(longest) })))
        .refine(isPrintableLine, encode(messages.general.unprintable)),
    )
    .transform((text) => text || null)
    .nullish()
}

/** As a name is stored; one that is looked up must be spelled the same. */
export function normalizeLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

function isPrintableLine(text: string): boolean {
  return !unprintable.test(text) && !/[\n\t]/.test(text)
}

/** Several lines of text. */
export function paragraph(longest: number, whenMissing: Message) {
  return z
    .string(encode(whenMissing))
    .transform(normalizeParagraph)
    .pipe(
      z
        .string()
        .min(1, encode(whenMissing))
        .max(longest, encode(messages.general.tooLong({ most: String(longest) })))
        .refine((text) => !unprintable.test(text), encode(messages.general.unprintable)),
    )
}

/** A translation of such a text: see optionalLine. */
export function optionalParagraph(longest: number) {
  return z
    .string(encode(messages.general.invalidInput))
    .transform(normalizeParagraph)
    .pipe(
      z
        .string()
        .max(longest, encode(messages.general.tooLong({ most: String(longest) })))
        .refine((text) => !unprintable.test(text), encode(messages.general.unprintable)),
    )
    .transform((text) => text || null)
    .nullish()
}

function normalizeParagraph(text: string): string {
  return text.replaceAll('\r\n', '\n').normalize('NFC').trim()
}

/** A translated text in a reply; null where it was not entered. */
export const Translation = z.string().nullable()

/** Limits the decimals of the number as written: 0.1 + 0.2 has more than one. */
export function hasDecimals(value: number, most: number) {
  return new RegExp(`^-?\\d+(\\.\\d{1,${most}})?$`).test(String(value))
}

/** A day of the calendar, without a time or a zone. One message, and the other fields of the form are still checked. */
export function day(whenWrong: Message) {
  return z.string(encode(whenWrong)).refine(isDay, {
    // A date field that was typed into with "26" sends the year 0026.
    error: ({ input }) =>
      /^\d{1,6}-\d{2}-\d{2}$/.test(String(input)) && !hasYear(String(input))
        ? encode(messages.general.invalidYear)
        : encode(whenWrong),
  })
}

/** The canonical name: PostgreSQL does not know all aliases that browsers still use. */
function canonicalZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** The time zone of the days in a request. */
export const TimeZone = z
  .string()
  .max(64)
  .transform(canonicalZone)
  .pipe(z.string(encode(messages.audit.invalidZone)))
  .default('UTC')

/** The version that the user began to edit; without it, the last save wins. */
export const SeenVersion = z.int().min(1).max(largestId).optional()
