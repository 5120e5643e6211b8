import { accountName } from '../../contract/account-names.ts'
import { roles } from '../../contract/codes.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { MessageKind, StoredTexts } from '../../contract/messages.ts'
import { pages } from '../../contract/pages.ts'
import type { Paragraph } from '../mail/letter.ts'

export interface LetterOfMessage {
  message: StoredTexts & { kind: MessageKind; term_id: number | null; sender_name: string }
  reader: { name: string; role_id: number }
  say: Say
  language: Language
  portalTitle: string
  /** The address of the portal, if the settings have it. */
  address: string | undefined
}

/** The subject of the e-mail, and what it says above its footer: the same in the preview and in the e-mail. */
export function messageLetter(letter: LetterOfMessage): { subject: string; paragraphs: Paragraph[] } {
  const { message, reader, say, language, portalTitle, address } = letter
  const { mails } = messages
  const parts = localized(language, message, 'text').split(/\n{2,}/)
  const link = address ? [{ text: '', ...linkOf(message, reader, address, say) }] : []
  return {
    subject: say(mails.subject({ portal: portalTitle, what: localized(language, message, 'subject') })),
    paragraphs: [
      { text: say(messages.notices.mailGreeting({ name: accountName(say, reader.name) })) },
      ...parts.map((text) => ({ text })),
      ...link,
      { text: say(mails.sentBy({ name: accountName(say, message.sender_name) })) },
    ],
  }
}

/** The place in the portal where the reader does what the message is about. */
function linkOf(
  { kind, term_id }: LetterOfMessage['message'],
  { role_id }: LetterOfMessage['reader'],
  address: string,
  say: Say,
): Required<Pick<Paragraph, 'link' | 'label'>> {
  const { openPortal, signIn, ownActivities } = messages.mails
  if (kind === 'never signed in') return { link: `${address}${pages.login}`, label: say(signIn) }
  if (role_id !== roles.staff) return { link: `${address}${pages.adminDashboard}`, label: say(openPortal) }
  if (kind === 'announcement') return { link: `${address}${pages.staffDashboard}?tab=notices`, label: say(openPortal) }
  const search = new URLSearchParams({ tab: 'your-activity', ...(term_id === null ? {} : { term: String(term_id) }) })
  return { link: `${address}${pages.staffDashboard}?${search}`, label: say(ownActivities) }
}
