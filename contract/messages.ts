import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdInAddress, IdParams, optionalLine, optionalParagraph, Translations, translationsOf } from './fields.ts'
import { encode, messages } from './languages/catalogue.ts'
import { languages } from './languages/languages.ts'
import { longestMessage, longestMessageSubject, mostMessagePeople } from './limits.ts'

/** A reminder has a group, which the server computes when it is sent. */
export const reminders = ['posted nothing', 'never signed in', 'returned', 'not scored'] as const
export type Reminder = (typeof reminders)[number]
export const messageKinds = ['announcement', ...reminders] as const
export type MessageKind = (typeof messageKinds)[number]

/** The reminders about what a member did in a term. */
export function isAboutTerm(kind: MessageKind): boolean {
  return kind !== 'announcement' && kind !== 'never signed in'
}

const words = messages.messages
const Whom = z.discriminatedUnion('who', [
  z.object({ who: z.literal('all') }),
  z.object({ who: z.literal('department'), department_id: Id }),
  z.object({
    who: z.literal('people'),
    user_ids: z
      .array(Id)
      .min(1)
      .max(mostMessagePeople, encode(words.tooManyPeople({ most: mostMessagePeople }))),
  }),
])
export type Whom = z.infer<typeof Whom>

const Addressed = z.object({
  kind: z.enum(messageKinds),
  whom: Whom,
  /** The term of a reminder about one; the current term by default. */
  term_id: Id.optional(),
})
export type Addressed = z.infer<typeof Addressed>

/** The subject and the text in English, and in the other languages. The default language of the portal may stand in for English. */
const texts = {
  subject: optionalLine(longestMessageSubject),
  subjects: translationsOf(optionalLine(longestMessageSubject)),
  text: optionalParagraph(longestMessage),
  texts: translationsOf(optionalParagraph(longestMessage)),
}
export const MessageTexts = z.object(texts)
export type MessageTexts = z.infer<typeof MessageTexts>

export const MessageInput = Addressed.extend(texts)
export type MessageInput = z.infer<typeof MessageInput>

/** The reasons why a person of the group gets nothing; the sentences are `messages.messages.leftOut`. */
export const notReachedReasons = ['already', 'enough'] as const
export type NotReachedReason = (typeof notReachedReasons)[number]

const Person = z.object({ id: z.int(), name: z.string(), other_name: z.string().nullable() })

const StoredTexts = z.object({ subject: z.string(), subjects: Translations, text: z.string(), texts: Translations })
export type StoredTexts = z.infer<typeof StoredTexts>

/** A paragraph of an e-mail, and the address to which it leads. */
const LetterParagraph = z.object({ text: z.string(), link: z.string().optional(), label: z.string().optional() })

const MessagePreview = z.object({
  /** Those who get it now, by bell; and how many of them also by e-mail. */
  count: z.int(),
  emails: z.int(),
  /** Whether a mail server is set: without one nobody gets e-mail. */
  sends_mail: z.boolean(),
  /** The first of them by name. */
  people: z.array(Person),
  left_out: z.array(z.object({ reason: z.enum(notReachedReasons), count: z.int() })),
  /** How many more messages the administrator may send today. */
  remaining: z.int(),
  /** What a reminder may say. */
  proposal: StoredTexts.nullable(),
  /** The message as its readers see it, in each language of the portal; empty without a text. */
  readers: z.array(
    z.object({
      language: z.enum(languages),
      subject: z.string(),
      bell: z.string(),
      paragraphs: z.array(LetterParagraph),
    }),
  ),
})
export type MessagePreview = z.infer<typeof MessagePreview>

const SentReply = z.object({
  message: z.string(),
  sent: z.object({
    id: z.int(),
    count: z.int(),
    emails: z.int(),
    left_out: z.array(z.object({ reason: z.enum(notReachedReasons), count: z.int() })),
  }),
})
export type SentReply = z.infer<typeof SentReply>

/**
 * What became of the e-mail: none because the person has no address, has switched these e-mails off, or the portal sends none; or it waits,
 * was taken by the mail server, or could not be delivered.
 */
export const emailStates = ['no address', 'off', 'unavailable', 'waiting', 'sent', 'failed'] as const
export type EmailState = (typeof emailStates)[number]

const SentMessage = StoredTexts.extend({
  id: z.int(),
  kind: z.enum(messageKinds),
  term: z.object({ name: z.string(), names: Translations }).nullable(),
  who: z.enum(['all', 'department', 'people']),
  department: z.object({ name: z.string(), names: Translations }).nullable(),
  sent_by: Person.partial({ id: true }),
  sent_at: z.string(),
  count: z.int(),
  read: z.int(),
  /** How many e-mails were sent, wait, could not be delivered, and were not sent because no mail server was set. */
  sent: z.int(),
  waiting: z.int(),
  failed: z.int(),
  unavailable: z.int(),
})
export type SentMessage = z.infer<typeof SentMessage>

const SentMessagesReply = z.object({
  messages: z.array(SentMessage),
  /** The cursor of the next page; null at the end. */
  next: z.int().nullable(),
})

const MessageRecipient = Person.extend({
  is_read: z.boolean(),
  email: z.enum(emailStates),
  /** What the mail server said when it refused the address. */
  reason: z.string().nullable(),
})
export type MessageRecipient = z.infer<typeof MessageRecipient>

const SentMessageReply = z.object({ message: SentMessage, recipients: z.array(MessageRecipient) })

export const previewMessage = endpoint({
  method: 'POST',
  path: '/messages/preview',
  access: 'admin',
  summary: 'Who would get a message now, and how they would see it. It changes nothing',
  body: MessageInput,
  replies: { 200: MessagePreview },
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages',
  access: 'admin',
  repeatable: true,
  summary: 'Send a reminder or an announcement, by bell and by e-mail',
  body: MessageInput,
  replies: { 201: SentReply },
})

export const listSentMessages = endpoint({
  method: 'GET',
  path: '/messages',
  access: 'admin',
  summary: 'The sent messages, newest first',
  query: z.object({
    /** The page starts after this message. */
    before: IdInAddress.optional(),
  }),
  replies: { 200: SentMessagesReply },
})

export const readSentMessage = endpoint({
  method: 'GET',
  path: '/messages/:id',
  access: 'admin',
  summary: 'A sent message, and what became of it for each of its recipients',
  params: IdParams,
  replies: { 200: SentMessageReply },
})
