import { formatMomentIn } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { bothNames } from '../../contract/person-names.ts'
import { readableCode } from '../../contract/statements.ts'
import type { ZonedBranding } from '../branding/branding.ts'
import { sessionText } from '../events/certificate-pdf.ts'
import type { ConfirmedCertificate } from '../events/certificates.actions.ts'
import { sayIn } from '../http/language.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { htmlIn, plainPage } from '../pages/plain-page.ts'
import { fact } from './statement-page.ts'

const words = messages.events

export function genuineCertificatePage(language: Language, branding: ZonedBranding, certificate: ConfirmedCertificate) {
  const { code, facts, issued_at, checksum, is_current } = certificate
  const say = sayIn(language)
  const html = htmlIn(language)
  const { genuineHint, issued, checkLabel } = messages.statementCheck
  const times = facts.sessions.map((session) => sessionText(say, branding.time_zone, session))
  return plainPage(
    language,
    branding,
    words.certificateGenuine,
    `<h1 class="good">${html(words.certificateGenuine)}</h1><p><bdi>${html(genuineHint)}</bdi></p>
<p class="${is_current ? 'note good' : 'note old'}"><bdi>${html(is_current ? words.certificateCurrent : words.certificateSuperseded)}</bdi></p>
<dl>${fact(html(words.attendedBy), bothNames(language, facts))}${fact(html(words.one), facts.event)}${fact(html(words.place), facts.place)}
${fact(html(messages.fields.activity), facts.activity)}<div><dt>${html(words.sessionsAttended)}</dt><dd>${times
      .map((time) => `<bdi>${escapeHtml(time)}</bdi>`)
      .join('<br>')}</dd></div>
${fact(html(issued), formatMomentIn(say, branding.time_zone, issued_at))}
${fact(html(checkLabel), readableCode(code), 'code')}${fact('SHA-256', checksum, 'code')}</dl>
<p><a href="/check">${html(messages.results.checkAnotherArchive)}</a></p>`,
  )
}
