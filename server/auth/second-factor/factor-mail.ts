import type { Logger } from 'pino'
import { type Message, messages } from '../../../contract/languages/catalogue.ts'
import type { Database } from '../../../database/connect.ts'
import { sayIn } from '../../http/language.ts'
import { type MailSettings, mailSender } from '../../notices/notice-mail.ts'
import { type FactorChange, type FactorMail, factorMails } from './factor-mail.queries.ts'

const { mail } = messages.signInSecurity

function sentenceOf({ change, passkey }: Pick<FactorMail, 'change' | 'passkey'>): Message {
  const name = passkey ?? ''
  const sentences: Record<FactorChange, Message> = {
    'passkey added': mail.passkeyAdded({ name }),
    'passkey removed': mail.passkeyRemoved({ name }),
    'app added': mail.appAdded,
    'app removed': mail.appRemoved,
    'codes made': mail.codesMade,
    'code used': mail.codeUsed,
    'factors removed': mail.factorsRemoved,
  }
  return sentences[change]
}

/** At once, and whether or not somebody has looked into the portal: it may be a thief who changed something. */
export function factorMail(database: Database, settings: MailSettings, logger: Pick<Logger, 'warn'>) {
  const sender = mailSender(settings)
  if (!sender) return undefined
  const { PORTAL_TITLE, DEFAULT_LANGUAGE } = settings

  async function sendOne(send: NonNullable<typeof sender>['send']): Promise<boolean> {
    const found = await factorMails(database).take()
    if (!found) return false
    const language = found.language ?? DEFAULT_LANGUAGE
    const say = sayIn(language)
    const lines = [
      say(messages.notices.mailGreeting({ name: found.name })),
      '',
      say(sentenceOf(found)),
      say(mail.notYou),
      '',
      say(messages.notices.mailWhy),
    ]
    await send({
      to: { name: found.name, address: found.email },
      subject: say(mail.subject({ portal: PORTAL_TITLE })),
      text: `${lines.join('\n')}\n`,
      language,
    })
    await factorMails(database).remove(found.id)
    return true
  }

  return {
    /** Everything that is due. One that fails is tried again later, and the others are sent all the same. */
    async sendDue() {
      for (let failures = 0; failures < 5; ) {
        const isSent = await sendOne(sender.send).catch((error) => {
          logger.warn({ err: error }, 'an e-mail about a second factor could not be sent')
          failures += 1
          return true
        })
        if (!isSent) return
      }
    },
    stop: sender.stop,
  }
}
