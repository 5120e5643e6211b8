import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as endpoints from '../../contract/digest.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import type { Brandings } from '../branding/branding.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { mailChoices } from '../mail-choices/mail-choices.queries.ts'
import { mailOffPath } from '../mail-choices/mail-stop.ts'
import { offPages } from '../mail-choices/off-pages.ts'
import { type Settings, sendsDigests } from '../settings.ts'
import { digestChoices } from './digest.queries.ts'
import { digestOffPath } from './digest-mail.ts'

export function digestRoutes(database: Database, settings: Settings, brandings: Brandings): FastifyPluginAsyncZod {
  return async (app) => {
    handle(app, endpoints.readDigest, async (request) => {
      const { id } = signedInUser(request)
      const choices = settings.SMTP_URL ? await mailChoices(database).read(id) : null
      return {
        weekly: sendsDigests(settings) ? await digestChoices(database).isOn(id) : null,
        notices: choices?.notices ?? null,
        messages: choices?.messages ?? null,
      }
    })

    handle(app, endpoints.chooseDigest, async (request) => {
      const { weekly } = request.body
      await auditedTransaction(database, actorOf(request), async (tx, by) => {
        if (weekly !== undefined) await digestChoices(tx).set(by, weekly)
        for (const topic of endpoints.mailTopics) {
          const isOn = request.body[topic]
          if (isOn !== undefined) await mailChoices(tx).set(by, topic, isOn)
        }
      })
      const { switchedOn, switchedOff, saved } = messages.digest
      const sentence = weekly === undefined ? saved : weekly ? switchedOn : switchedOff
      return { message: sayTo(request)(sentence) }
    })

    await app.register(
      offPages(database, brandings, {
        path: digestOffPath,
        readerOf: (sql, tokenHash) => digestChoices(sql).readerOf(tokenHash),
        switchOff: (tx, { user_id }) => digestChoices(tx).set(user_id, false),
        wordsFor: () => messages.digestMail,
      }),
    )
    await app.register(
      offPages(database, brandings, {
        path: mailOffPath,
        readerOf: (sql, tokenHash) => mailChoices(sql).readerOf(tokenHash),
        switchOff: (tx, { user_id, topic }) => mailChoices(tx).set(user_id, topic, false),
        wordsFor: ({ topic }) => messages.mails[topic],
      }),
    )
  }
}
