import type { FastifyRequest } from 'fastify'
import type { Language } from '../../contract/languages/languages.ts'
import type { Letterhead } from '../documents/blocks.ts'
import { languageOf } from '../http/language.ts'
import type { Brandings } from './branding.ts'

/** The language of a document, and the names and the logo at its head. A PDF takes no SVG and no WebP; without a logo it has the portal's own shield. */
export async function letterheadFor(
  request: FastifyRequest,
  brandings: Brandings,
  /** The language that the reader chose for this document. One that the portal does not offer is not used. */
  chosen?: Language,
): Promise<{ language: Language; letterhead: Letterhead }> {
  const current = await brandings.read()
  const language = chosen && current.languages.includes(chosen) ? chosen : languageOf(request, current)
  const { portal_title, university_name } = current.in(language)
  const logo = await brandings.logo()
  const isSupported = logo && /^image\/(png|jpeg)$/.test(logo.type)
  return {
    language,
    letterhead: {
      organization: university_name,
      portalTitle: portal_title,
      logo: isSupported ? `data:${logo.type};base64,${Buffer.from(logo.image).toString('base64')}` : undefined,
      ownShield: logo === undefined,
    },
  }
}
