import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLanguage, type Language, languageCookie } from '../../contract/languages/languages.ts'
import type { Settings } from '../settings.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** The chosen language. A page sets it too, so scripts may read it; it says nothing about who is signed in. */
export function languageCookieOf(settings: Pick<Settings, 'PUBLIC_URL'>) {
  const secure = settings.PUBLIC_URL?.startsWith('https:') ?? false
  const attributes = { path: '/', maxAge: yearSeconds, sameSite: 'lax', secure } as const
  return {
    read(request: FastifyRequest): Language | undefined {
      const chosen = request.cookies[languageCookie]
      return isLanguage(chosen) ? chosen : undefined
    },
    set: (reply: FastifyReply, language: Language) => reply.setCookie(languageCookie, language, attributes),
  }
}
