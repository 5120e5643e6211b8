import { writeOutDay } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { withoutDirectionMarks } from '../../contract/languages/direction-marks.ts'
import {
  type Language,
  languages,
  perTranslation,
  type TranslatedLanguage,
  translatedLanguages,
} from '../../contract/languages/languages.ts'
import { database as limits, mostMessagesADay, mostMessagesToOne, namesInPreview } from '../../contract/limits.ts'
import { localized } from '../../contract/localized.ts'
import {
  type Addressed,
  isAboutTerm,
  type MessageInput,
  type MessagePreview,
  type MessageTexts,
  type NotReachedReason,
  notReachedReasons,
  type Reminder,
  type SentReply,
  type StoredTexts,
} from '../../contract/messages.ts'
import { noticeSentence } from '../../contract/notice-sentences.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import type { Brandings } from '../branding/branding.ts'
import { BadRequest, Conflict, InvalidInput } from '../errors/errors.ts'
import { sayIn } from '../http/language.ts'
import type { Settings } from '../settings.ts'
import { messageLetter } from './message-letter.ts'
import { type Candidate, type MessageTerm, sentMessages } from './messages.queries.ts'

const words = messages.messages
type MailSettings = Pick<Settings, 'SMTP_URL' | 'PUBLIC_URL'>

/** Sends a message to those who are in its group at this moment: a notice and, where there is an address, an e-mail for each. */
export async function sendMessage(
  database: Database,
  settings: MailSettings,
  brandings: Brandings,
  input: MessageInput,
  actor: Actor,
): Promise<SentReply['sent']> {
  const { defaultLanguage } = await brandings.read()
  const texts = textsOf(input, defaultLanguage)
  return auditedTransaction(
    database,
    actor,
    async (tx, by) => {
      await sentMessages(tx).lock()
      if ((await sentMessages(tx).remaining(by)) === 0) throw new Conflict(words.enoughToday({ most: mostMessagesADay }))
      const { term, reached, left_out } = await group(tx, settings, input, texts, by)
      if (reached.length === 0) throw new Conflict(whyNobody(left_out))
      const id = await sentMessages(tx).add(input, term, texts, reached, by)
      return { id, count: reached.length, emails: emailsOf(reached), left_out }
    },
    // Thousands of recipients have a notice each.
    { timeLimitMs: limits.long },
  )
}

/** Who would get the message at this moment, and how they would see it. */
export async function previewMessage(
  database: Database,
  settings: MailSettings,
  brandings: Brandings,
  input: MessageInput,
  by: { id: number; name: string; role_id: number },
): Promise<MessagePreview> {
  const current = await brandings.read()
  const texts = hasText(input) ? textsOf(input, current.defaultLanguage) : undefined
  const { term, reached, left_out } = await group(database, settings, input, texts, by.id)
  const portalIn = (language: Language) => current.in(language).portal_title
  const proposal = input.kind === 'announcement' ? null : proposalOf(input.kind, term, portalIn)
  const [reader = by] = reached
  const readers = texts
    ? current.languages.map((language) => {
        const say = sayIn(language)
        const message = { ...texts, kind: input.kind, term_id: term?.id ?? null, sender_name: by.name }
        const details = { ...texts }
        return {
          language,
          bell: noticeSentence(say, language, { kind: 'message', term_name: null, term_names: null, details }),
          ...messageLetter({ message, reader, say, language, portalTitle: portalIn(language), address: settings.PUBLIC_URL }),
        }
      })
    : []
  return {
    count: reached.length,
    emails: emailsOf(reached),
    sends_mail: settings.SMTP_URL !== undefined,
    people: reached.slice(0, namesInPreview).map(({ id, name, other_name }) => ({ id, name, other_name })),
    left_out,
    remaining: await sentMessages(database).remaining(by.id),
    proposal,
    readers: readers.map((shown) => ({
      ...shown,
      subject: withoutDirectionMarks(shown.subject),
      paragraphs: shown.paragraphs.map(({ text, link, label }) => ({
        text,
        ...(link ? { link } : {}),
        ...(label ? { label } : {}),
      })),
    })),
  }
}

async function group(sql: Sql, { SMTP_URL }: MailSettings, addressed: Addressed, texts: StoredTexts | undefined, by: number) {
  const { kind, whom, term_id } = addressed
  const term = isAboutTerm(kind) ? await sentMessages(sql).term(term_id) : undefined
  if (isAboutTerm(kind) && !term) throw new BadRequest(messages.terms.notFound, 'term_id')
  if (term?.is_closed) throw new Conflict(messages.terms.closed, 'term_id')
  if (whom.who === 'department' && !(await sentMessages(sql).hasDepartment(whom.department_id)))
    throw new BadRequest(messages.departments.notFound, 'whom')
  const all = await sentMessages(sql).candidates(addressed, term, texts, by, SMTP_URL !== undefined)
  const left_out = notReachedReasons.flatMap((reason) => {
    const count = all.filter((person) => person.reason === reason).length
    return count > 0 ? [{ reason, count }] : []
  })
  return { term, reached: all.filter(({ reason }) => reason === null), left_out }
}

const emailsOf = (people: readonly Candidate[]) => people.filter(({ email_state }) => email_state === 'waiting').length

function whyNobody([first]: readonly { reason: NotReachedReason }[]): Message {
  if (!first) return words.nobody
  return first.reason === 'already' ? words.allAlready : words.allEnough({ most: mostMessagesToOne })
}

function hasText({ subject, text, subjects, texts }: MessageTexts): boolean {
  return [subject, text, ...Object.values(subjects ?? {}), ...Object.values(texts ?? {})].some(Boolean)
}

/** The texts to be stored. Each language has both or none; where English is empty, the default language of the portal stands in for it. */
function textsOf({ subject, text, subjects = {}, texts = {} }: MessageTexts, defaultLanguage: Language): StoredTexts {
  const bySubject = { ...subjects, en: subject }
  const byText = { ...texts, en: text }
  const fieldOf = (name: 'subject' | 'text', language: Language) =>
    language === 'en' ? name : `${name === 'subject' ? 'subjects' : 'texts'}.${language}`
  const base = bySubject.en || byText.en ? 'en' : defaultLanguage
  const errors = languages.flatMap((language) => {
    const isNeeded = language === base || bySubject[language] || byText[language]
    return [
      ...(isNeeded && !bySubject[language] ? [{ field: fieldOf('subject', language), message: words.subjectRequired }] : []),
      ...(isNeeded && !byText[language] ? [{ field: fieldOf('text', language), message: words.textRequired }] : []),
    ]
  })
  if (errors.length > 0) throw new InvalidInput(errors)
  const known = (stored: Partial<Record<TranslatedLanguage, string | null | undefined>>) =>
    Object.fromEntries(translatedLanguages.flatMap((language) => (stored[language] ? [[language, stored[language]]] : [])))
  return { subject: bySubject[base] ?? '', subjects: known(subjects), text: byText[base] ?? '', texts: known(texts) }
}

/** What a reminder may say, in every language. */
function proposalOf(kind: Reminder, term: MessageTerm | undefined, portalIn: (language: Language) => string): StoredTexts {
  const { proposals } = words
  const of = (language: Language) => {
    const say = sayIn(language)
    const about = { term: term ? localized(language, term, 'name') : '', portal: portalIn(language) }
    const until = kind === 'posted nothing' && term?.posting_until ? ` ${lastDay(say, term.posting_until)}` : ''
    const [subject, body] = {
      'posted nothing': [proposals.postedNothing.subject(about), proposals.postedNothing.body(about)],
      'never signed in': [
        proposals.neverSignedIn.subject(about),
        proposals.neverSignedIn.body({ question: messages.forgottenPassword.question }),
      ],
      returned: [proposals.returned.subject(about), proposals.returned.body],
      'not scored': [proposals.notScored.subject(about), proposals.notScored.body(about)],
    }[kind] as [Message, Message]
    return { subject: withoutDirectionMarks(say(subject)), text: withoutDirectionMarks(`${say(body)}${until}`) }
  }
  return {
    ...of('en'),
    subjects: perTranslation((language) => of(language).subject),
    texts: perTranslation((language) => of(language).text),
  }
}

function lastDay(say: Say, day: string): string {
  return say(words.proposals.lastDay({ day: writeOutDay(say, day) }))
}
