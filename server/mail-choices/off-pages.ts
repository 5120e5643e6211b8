import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Branding } from '../../contract/branding.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { smallForm } from '../../contract/limits.ts'
import { pages } from '../../contract/pages.ts'
import type { Database, Sql } from '../../database/connect.ts'
import { actAs } from '../../database/transaction.ts'
import { hashToken } from '../auth/session-cookie.ts'
import type { Brandings } from '../branding/branding.ts'
import { languageOf, varyByLanguage } from '../http/language.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { htmlIn, plainPage } from '../pages/plain-page.ts'

const html = 'text/html; charset=utf-8'
const schema = { hide: true, querystring: z.object({ token: z.string().max(100).default('') }) } as const

/** The person to whom the e-mail with a link was sent. */
interface Reader {
  user_id: number
  language: Language | null
  is_on: boolean
}

interface OffWords {
  offTitle: Message
  offText: Message
  offDone: Message
  offDoneText: Message
}

interface Off<R extends Reader> {
  path: string
  readerOf: (sql: Sql, tokenHash: Buffer) => Promise<R | undefined>
  switchOff: (tx: Sql, reader: R) => Promise<void>
  wordsFor: (reader: R) => OffWords
}

/** The pages for readers of an e-mail, which switch such e-mails off: in its language, without signing in, and without a script. */
export function offPages<R extends Reader>(database: Database, brandings: Brandings, off: Off<R>): FastifyPluginAsyncZod {
  const { path, readerOf, switchOff, wordsFor } = off
  return async (app) => {
    app.get(path, { config: { access: 'public' }, schema }, async (request, reply) => {
      const { token } = request.query
      varyByLanguage(reply).type(html)
      const reader = await readerOf(database, hashToken(token))
      const current = await brandings.read()
      const language = current.languageFor(reader?.language ?? languageOf(request, current))
      const branding = current.in(language)
      if (!reader) return reply.code(404).send(badLinkPage(language, branding))
      const words = wordsFor(reader)
      return reply.send(reader.is_on ? questionPage(language, branding, words, path, token) : donePage(language, branding, words))
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
      form.post(path, { config, schema }, async (request, reply) => {
        varyByLanguage(reply).type(html)
        const { token } = request.query
        const switched = await database.begin(async (tx) => {
          const reader = await readerOf(tx, hashToken(token))
          if (!reader) return undefined
          // The reader of the e-mail need not sign in.
          await actAs(tx, { id: undefined, address: request.ip })
          await switchOff(tx, reader)
          return reader
        })
        const current = await brandings.read()
        const language = current.languageFor(switched?.language ?? languageOf(request, current))
        const branding = current.in(language)
        if (!switched) return reply.code(404).send(badLinkPage(language, branding))
        return reply.send(donePage(language, branding, wordsFor(switched)))
      })
    }
    await app.register(acceptForms)
  }
}

/** The page has a button, and the link alone changes nothing: mail scanners open links, and would switch it off for everybody. */
function questionPage(language: Language, branding: Branding, { offTitle, offText }: OffWords, path: string, token: string) {
  const words = htmlIn(language)
  const action = escapeHtml(`${path}?token=${encodeURIComponent(token)}`)
  return plainPage(
    language,
    branding,
    offTitle,
    `<h1>${words(offTitle)}</h1><p>${words(offText)}</p><form action="${action}" method="post"><button>${words(messages.digestMail.switchOff)}</button></form>`,
  )
}

function donePage(language: Language, branding: Branding, { offDone, offDoneText }: OffWords) {
  return resultPage(language, branding, 'good', offDone, offDoneText)
}

function badLinkPage(language: Language, branding: Branding) {
  const { badLink, badLinkText } = messages.digestMail
  return resultPage(language, branding, 'bad', badLink, badLinkText)
}

function resultPage(language: Language, branding: Branding, look: 'good' | 'bad', title: Message, text: Message) {
  const words = htmlIn(language)
  return plainPage(
    language,
    branding,
    title,
    `<h1 class="${look}">${words(title)}</h1><p>${words(text)}</p><p><a href="${pages.login}">${words(messages.digestMail.toPortal)}</a></p>`,
  )
}
