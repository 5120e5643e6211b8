import type { Branding } from '../../contract/branding.ts'
import { formatDayIn, formatMomentIn } from '../../contract/dates.ts'
import { type Message, messages, type Say } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import { bothNames } from '../../contract/person-names.ts'
import { formatPoints } from '../../contract/points.ts'
import { type IssuedStatement, readableCode, type StatementRules } from '../../contract/statements.ts'
import type { ZonedBranding } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { htmlIn, plainPage } from '../pages/plain-page.ts'

export function fact(name: string, value: string, look = '') {
  return `<div><dt>${name}</dt><dd${look && ` class="${look}"`}><bdi>${escapeHtml(value)}</bdi></dd></div>`
}

/** The typed code stays in the field, to be compared with the PDF. */
function form(language: Language, typed = '') {
  const html = htmlIn(language)
  return `<form action="/check" method="get"><label for="code">${html(messages.statementCheck.checkLabel)}</label>
<p id="hint"><bdi>${html(messages.statementCheck.checkHint)}</bdi></p><div class="line"><input id="code" name="code" value="${escapeHtml(typed)}" required maxlength="40" autocomplete="off"
 autocapitalize="characters" spellcheck="false" dir="ltr" aria-describedby="hint"><button>${html(messages.statementCheck.check)}</button></div></form>`
}

/** The page with the form, and with the sections of other things that can be checked. */
export function checkFormPage(language: Language, branding: Branding, sections: string) {
  const title = messages.statementCheck.checkTitle
  return plainPage(language, branding, title, `<h1>${htmlIn(language)(title)}</h1>${form(language)}${sections}`)
}

function versionOf(say: Say, zone: string, { number, published_at }: StatementRules): Message {
  return messages.rules.named({ number, day: formatDayIn(say, zone, published_at) })
}

export function genuinePage(language: Language, branding: ZonedBranding, statement: IssuedStatement) {
  const { code, total_score, grade, grade_without_feedback, rules, issued_at, checksum, is_current } = statement
  const say = sayIn(language)
  const html = htmlIn(language)
  const { genuine, genuineHint, current, superseded, member, term, issued, checkLabel, checkAnother } = messages.statementCheck
  return plainPage(
    language,
    branding,
    genuine,
    `<h1 class="good">${html(genuine)}</h1><p><bdi>${html(genuineHint)}</bdi></p>
<p class="${is_current ? 'note good' : 'note old'}"><bdi>${html(is_current ? current : superseded)}</bdi></p>
<dl>${fact(html(member), bothNames(language, statement))}${fact(html(term), localized(language, statement, 'term_name'))}${fact(html(messages.statements.total), formatPoints(total_score))}
${fact(html(messages.grading.withFeedback), grade)}${fact(html(messages.grading.current), grade_without_feedback)}${rules ? fact(html(messages.rules.title), say(versionOf(say, branding.time_zone, rules))) : ''}
${fact(html(issued), formatMomentIn(say, branding.time_zone, issued_at))}
${fact(html(checkLabel), readableCode(code), 'code')}${fact('SHA-256', checksum, 'code')}</dl>
<p><a href="/check">${html(checkAnother)}</a></p>`,
  )
}

export function unknownPage(language: Language, branding: Branding, typed: string) {
  const { notGenuine, notGenuineHint } = messages.statementCheck
  const html = htmlIn(language)
  return plainPage(
    language,
    branding,
    notGenuine,
    `<h1 class="bad">${html(notGenuine)}</h1><p><bdi>${html(notGenuineHint)}</bdi></p>${form(language, readableCode(typed.slice(0, 32)))}`,
  )
}
