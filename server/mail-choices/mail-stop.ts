import type { MailTopic } from '../../contract/digest.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { hashToken, newToken } from '../auth/session-cookie.ts'
import type { Paragraph } from '../mail/letter.ts'
import type { Settings } from '../settings.ts'
import { mailChoices } from './mail-choices.queries.ts'

/** The path to which the links lead that switch e-mails off. */
export const mailOffPath = '/mail/off'

/** Makes the link of one e-mail that switches such e-mails off; undefined while the address of the portal is not known. */
export async function makeStopLink(
  sql: Sql,
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  userId: number,
  topic: MailTopic,
): Promise<string | undefined> {
  if (!PUBLIC_URL) return undefined
  const token = newToken()
  await mailChoices(sql).addLink(hashToken(token), userId, topic)
  return `${PUBLIC_URL}${mailOffPath}?token=${token}`
}

/** Why the reader gets such an e-mail, and how to stop it. */
export function stopParagraph(say: Say, topic: MailTopic, link: string | undefined): Paragraph {
  const { byLink, byMenu } = messages.mails[topic]
  return link ? { text: say(byLink), link } : { text: say(byMenu) }
}
