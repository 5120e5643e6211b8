import { accountName } from '../../contract/account-names.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import { localized } from '../../contract/localized.ts'
import type { MessageRecipient, SentMessage } from '../../contract/messages.ts'
import { shownName } from '../../contract/person-names.ts'
import { kindName } from '../entities/messages/message-words.ts'
import { termName } from '../entities/terms/term-name.ts'
import { currentLanguage } from '../language/language.ts'

const words = messages.messages

/** "Reminder: posted nothing · Autumn". */
export function whatOf(say: Say, { kind, term }: SentMessage): string {
  return [say(kindName(kind)), ...(term ? [termName(term)] : [])].join(say(messages.general.factSeparator))
}

export function toOf(say: Say, { who, kind, department, count }: SentMessage): string {
  if (department) return say(words.ofDepartmentNamed({ department: localized(currentLanguage(), department, 'name') }))
  if (who === 'people') return say(words.chosen({ count }))
  return say(kind === 'announcement' ? words.everybody : words.everybodyInGroup)
}

export function senderOf(say: Say, { sent_by }: SentMessage): string {
  return accountName(say, shownName(currentLanguage(), sent_by))
}

export function readOf(say: Say, { read, count }: SentMessage): string {
  return say(words.readOf({ read, count }))
}

/** "12 sent · 1 not delivered", or why none was sent. */
export function emailsOf(say: Say, { sent, waiting, failed, unavailable }: SentMessage): string {
  const facts = [
    ...(sent > 0 ? [words.emailsSent({ count: sent })] : []),
    ...(waiting > 0 ? [words.emailsWaiting({ count: waiting })] : []),
    ...(failed > 0 ? [words.emailsFailed({ count: failed })] : []),
    ...(unavailable > 0 ? [words.states.unavailable] : []),
  ]
  return facts.length === 0 ? say(words.noEmails) : facts.map(say).join(say(messages.general.factSeparator))
}

export function emailOf({ email, reason }: MessageRecipient): Message {
  const { states } = words
  if (email === 'no address') return states.noAddress
  if (email === 'failed' && reason) return words.failedBecause({ reason })
  return states[email]
}
