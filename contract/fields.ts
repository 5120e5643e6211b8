import { z } from 'zod'
import { hasYear, isDay } from './dates.ts'
import { encode, type Message, messages } from './languages/catalogue.ts'
import { languages, perTranslation } from './languages/languages.ts'
import { latinDigits } from './numbers.ts'

/** The maximum of PostgreSQL's integer. */
const largestId = 2_147_483_647
export const Id = z.int().min(1).max(largestId)
export const IdInAddress = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .transform(Number)
  .pipe(z.number().max(largestId))

/** An id in a body: a form's select sends text, a program a number. */
export const IdInBody = (whenMissing: Message) => z.union([Id, IdInAddress], encode(whenMissing))

export const IdParams = z.object({ id: IdInAddress })

/** The term of the scores; the current term by default. */
export const TermQuery = z.object({ term_id: IdInAddress.optional() })

// Characters that PostgreSQL cannot store (NUL, lone surrogates) or that would break a row of a list or a log.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff]/u

/**
 * Invisible characters by which two names that look the same could differ: soft hyphens, zero-width spaces, directional marks, tags. They
 * are dropped, because they are copied along with a name. The joiners of Arabic script (U+200C, U+200D) stay: they change how a name is
 * written.
 */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/**
 * Characters that end a line or fill it without being visible: line separators, Hangul fillers, blank Braille, variation selectors. They
 * are refused in a name, because it would look like another one, or like none. The joiners stay here, too.
 */
const blank = /(?![\u200c\u200d])[\u2028\u2029\u2800\u{1d159}\p{Private_Use}\p{Default_Ignorable_Code_Point}]/u

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

/** The name of an account. It has no joiners, which change nothing that a person types or sees in it, and its digits are Latin. */
export function accountName(longest: number, whenMissing: Message) {
  return line(longest, whenMissing)
    .refine((text) => !/\u200c|\u200d/.test(text), encode(messages.general.unprintable))
    .transform(latinDigits)
}

/** A name as it is stored; one that is looked up must be spelled the same. */
export function normalizeLine(text: string): string {
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

function isPrintableLine(text: string): boolean {
  return !unprintable.test(text) && !blank.test(text) && !/[\n\t]/.test(text)
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

/**
 * The translations of a text in a reply, by language, as far as they were entered. English stands beside them in a field of its own. A
 * language that only a newer release has is left out.
 */
export const Translations = z.object(perTranslation(() => z.string().optional()))
export type Translations = z.infer<typeof Translations>

/** Translations of department names or degrees by the English name: once in a list of people, not in each row. */
/** The language of a document. Otherwise it is that of the request. */
export const PaperLanguage = z.enum(languages).optional()

export const TranslationsByName = z.record(z.string(), Translations)
export type TranslationsByName = z.infer<typeof TranslationsByName>

/** The translations in a request. Empty text or null deletes one; a language that is left out keeps what is stored. */
export function translationsOf<Text extends z.ZodType>(text: Text) {
  return z.object(perTranslation(() => text)).optional()
}

/** Whether a number, as written, has at most this many decimals: 0.1 + 0.2 has more than one. */
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

/** The canonical name of a time zone: PostgreSQL does not know all aliases that browsers still use. */
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

/** The version that the user began to edit; without it, the last save wins. */
export const SeenVersion = z.int().min(1).max(largestId).optional()
