import type { Branding } from '../../contract/branding.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { htmlIn, plainPage } from '../pages/plain-page.ts'

/** The path to which the link of each digest leads. */
export const offPath = '/digest/off'

/** The page has a button, and the link alone changes nothing: mail scanners open links, and would switch it off for everybody. */
export function questionPage(language: Language, branding: Branding, token: string) {
  const html = htmlIn(language)
  const { offTitle, offText, switchOff } = messages.digestMail
  const action = escapeHtml(`${offPath}?token=${encodeURIComponent(token)}`)
  return plainPage(
    language,
    branding,
    offTitle,
    `<h1>${html(offTitle)}</h1><p>${html(offText)}</p><form action="${action}" method="post"><button>${html(switchOff)}</button></form>`,
  )
}

export function donePage(language: Language, branding: Branding) {
  const { offDone, offDoneText } = messages.digestMail
  return resultPage(language, branding, 'good', offDone, offDoneText)
}

export function badLinkPage(language: Language, branding: Branding) {
  const { badLink, badLinkText } = messages.digestMail
  return resultPage(language, branding, 'bad', badLink, badLinkText)
}

function resultPage(language: Language, branding: Branding, look: 'good' | 'bad', title: Message, text: Message) {
  const html = htmlIn(language)
  return plainPage(
    language,
    branding,
    title,
    `<h1 class="${look}">${html(title)}</h1><p>${html(text)}</p><p><a href="${pages.login}">${html(messages.digestMail.toPortal)}</a></p>`,
  )
}
