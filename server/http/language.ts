// The import has the type of `request.cookies`.
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Message, type Say, speaker } from '../../contract/languages/catalogue.ts'
import { catalogues } from '../../contract/languages/catalogues.ts'
import { isLanguage, type Language, languageCookie, languages, sourceLanguage } from '../../contract/languages/languages.ts'
import { longestAcceptLanguage } from '../../contract/limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The language for a browser that accepts none of the portal's languages. */
    defaultLanguage: Language
  }
}

const speakers = new Map<Language, Say>()

export function sayIn(language: Language): Say {
  const say = speakers.get(language) ?? speaker(language, catalogues[language])
  speakers.set(language, say)
  return say
}

/** The words in each language, for files that come from a reader of any of them. */
export function inEveryLanguage(message: Message): string[] {
  return languages.map((language) => sayIn(language)(message))
}

/** The words in the language of the request. */
export function sayTo(request: FastifyRequest): Say {
  return sayIn(languageOf(request))
}

/** The languages that a portal offers, and the one of them for all other readers (branding/branding.ts). */
interface Offer {
  languages: readonly Language[]
  defaultLanguage: Language
}

/**
 * The chosen language, or the first that the client accepts. It is English for a program that names none, as the specification has it. A
 * page is in one of the languages that are offered; the reply to a program is in any that the portal has.
 */
export function languageOf(request: FastifyRequest, offer?: Offer): Language {
  const { languages: offered, defaultLanguage } = offer ?? { languages, defaultLanguage: request.server.defaultLanguage }
  const chosen = request.cookies?.[languageCookie]
  if (isLanguage(chosen)) return offered.includes(chosen) ? chosen : defaultLanguage
  const accepted = request.headers['accept-language']
  return accepted === undefined ? sourceLanguage : (firstAccepted(accepted, offered) ?? defaultLanguage)
}

/** The header of a page whose words depend on the request: a cache may give it only to requests that say the same. */
export function varyByLanguage(reply: FastifyReply): FastifyReply {
  return reply.header('vary', 'Cookie, Accept-Language')
}

/** Tags that browsers in Iraq send for Sorani. Other tags of `ku`, such as ku-TR, are Kurmanji. */
const tags: ReadonlyMap<string, Language> = new Map([
  ['ku', 'ckb'],
  ['ku-iq', 'ckb'],
  ['ku-arab', 'ckb'],
  ['ku-arab-iq', 'ckb'],
])

/** The first language by weight that is offered, of `ckb-IQ, ar;q=0.8, en;q=0.5`. */
function firstAccepted(header: string, offered: readonly Language[]): Language | undefined {
  const wanted = header
    .slice(0, longestAcceptLanguage)
    .split(',')
    .flatMap((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1)
      const language = tags.get(tag) ?? tag.split('-')[0]
      return isLanguage(language) && offered.includes(language) && weight > 0 ? [{ language, weight }] : []
    })
  return wanted.sort((a, b) => b.weight - a.weight)[0]?.language
}
