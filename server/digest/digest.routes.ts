import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import * as endpoints from '../../contract/digest.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { smallForm } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { auditedTransaction } from '../../database/transaction.ts'
import { hashToken } from '../auth/session-cookie.ts'
import type { Brandings } from '../branding/branding.ts'
import { actorOf, signedInUser } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { languageOf, sayTo, varyByLanguage } from '../http/language.ts'
import { type DigestSettings, sendsDigests } from '../settings.ts'
import { switchOffByLink } from './digest.actions.ts'
import { digestChoices } from './digest.queries.ts'
import { badLinkPage, donePage, offPath, questionPage } from './digest-page.ts'

const html = 'text/html; charset=utf-8'
const schema = { hide: true, querystring: z.object({ token: z.string().max(100).default('') }) } as const

export function digestRoutes(database: Database, settings: DigestSettings, brandings: Brandings): FastifyPluginAsyncZod {
  return async (app) => {
    handle(app, endpoints.readDigest, async (request) => ({
      weekly: sendsDigests(settings) ? await digestChoices(database).isOn(signedInUser(request).id) : null,
    }))

    handle(app, endpoints.chooseDigest, async (request) => {
      const { weekly } = request.body
      await auditedTransaction(database, actorOf(request), (tx, by) => digestChoices(tx).set(by, weekly))
      return { message: sayTo(request)(weekly ? messages.digest.switchedOn : messages.digest.switchedOff) }
    })

    // The pages are for readers of the e-mail, in its language and without signing in: they need no script.
    app.get(offPath, { config: { access: 'public' }, schema }, async (request, reply) => {
      const { token } = request.query
      varyByLanguage(reply).type(html)
      const reader = await digestChoices(database).readerOf(hashToken(token))
      const current = await brandings.read()
      const language = current.languageFor(reader?.language ?? languageOf(request, current))
      const branding = current.in(language)
      if (!reader) return reply.code(404).send(badLinkPage(language, branding))
      return reply.send(reader.is_on ? questionPage(language, branding, token) : donePage(language, branding))
    })

    // The form has a context of its own: no other call accepts a form that a page of another site could send.
    const acceptForms: FastifyPluginAsyncZod = async (form) => {
      // Mail programs send either type, with one known field (RFC 8058); the token says all.
      form.addContentTypeParser(
        ['application/x-www-form-urlencoded', 'multipart/form-data'],
        { parseAs: 'string', bodyLimit: smallForm.digestOff },
        (_request, _body, done) => done(null, undefined),
      )
      const config = { access: 'public', crossOrigin: true } as const
      form.post(offPath, { config, schema }, async (request, reply) => {
        varyByLanguage(reply).type(html)
        const { token } = request.query
        const switched = await switchOffByLink(database, token, request.ip)
        const current = await brandings.read()
        const language = current.languageFor(switched?.language ?? languageOf(request, current))
        const branding = current.in(language)
        if (!switched) return reply.code(404).send(badLinkPage(language, branding))
        return reply.send(donePage(language, branding))
      })
    }
    await app.register(acceptForms)
  }
}
