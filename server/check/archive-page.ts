import type { Branding } from '../../contract/branding.ts'
import { formatDayIn, formatMomentIn } from '../../contract/dates.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Language } from '../../contract/languages/languages.ts'
import { localized } from '../../contract/localized.ts'
import type { MadeArchive } from '../../contract/results.ts'
import type { ZonedBranding } from '../branding/branding.ts'
import { sayIn } from '../http/language.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { htmlIn, plainPage } from '../pages/plain-page.ts'
import { fact } from './statement-page.ts'

/**
 * The part of the page /check for archives. The input for the file covers a text of the portal: its own is in the language of the browser.
 * The script hashes the chosen file; without it, people enter the checksum themselves.
 */
export function archiveSection(language: Language, typed = '') {
  const html = htmlIn(language)
  const words = messages.results
  return `<section aria-labelledby="archive"><h2 id="archive">${html(words.checkArchive)}</h2>
<div id="choose" hidden><label for="file">${html(words.chooseArchive)}</label>
<p id="file-hint" class="hint"><bdi>${html(words.checkArchiveHint)}</bdi></p>
<div class="file"><input id="file" type="file" accept=".zip,application/zip" aria-describedby="file-hint">
<span aria-hidden="true">${html(messages.imports.chooseFile)}</span></div>
<p id="computing" role="status" data-busy="${html(words.computing)}" data-failed="${html(words.cannotCompute)}"></p></div>
<form action="/check/archives" method="get"><label for="checksum">${html(words.orChecksum)}</label>
<div class="line"><input id="checksum" name="checksum" value="${escapeHtml(typed)}" required maxlength="100" autocomplete="off" spellcheck="false"
 dir="ltr" class="small"><button>${html(messages.statementCheck.check)}</button></div></form>
<script src="/check/archive.js" defer></script></section>`
}

export function genuineArchivePage(language: Language, branding: ZonedBranding, archive: MadeArchive) {
  const { checksum, size, closing, made_at, key, is_current } = archive
  const say = sayIn(language)
  const html = htmlIn(language)
  const words = messages.results
  const closed = words.closingOn({ number: closing.number, day: formatDayIn(say, branding.time_zone, closing.closed_at) })
  return plainPage(
    language,
    branding,
    words.archiveGenuine,
    `<h1 class="good">${html(words.archiveGenuine)}</h1><p><bdi>${html(words.archiveGenuineHint)}</bdi></p>
<p class="${is_current ? 'note good' : 'note old'}"><bdi>${html(is_current ? words.archiveCurrent : words.archiveSuperseded)}</bdi></p>
<dl>${fact(html(messages.statementCheck.term), localized(language, archive, 'term_name'))}${fact(html(words.closing), say(closed))}
${fact(html(words.made), formatMomentIn(say, branding.time_zone, made_at))}${fact(html(words.size), say(words.megabytes({ size: (size / 1e6).toFixed(1) })))}
${fact('SHA-256', checksum, 'code')}${fact(html(words.keyFingerprint), key, 'code')}</dl>
<p><a href="/check">${html(words.checkAnotherArchive)}</a></p>`,
  )
}

export function unknownArchivePage(language: Language, branding: Branding, typed: string) {
  const html = htmlIn(language)
  const { archiveUnknown, archiveUnknownHint } = messages.results
  return plainPage(
    language,
    branding,
    archiveUnknown,
    `<h1 class="bad">${html(archiveUnknown)}</h1><p><bdi>${html(archiveUnknownHint)}</bdi></p>${archiveSection(language, typed.slice(0, 100))}`,
  )
}

/**
 * The script of the page. It uploads nothing: the address of the next page is the checksum. Browsers compute it on https and on this
 * machine only; elsewhere the field remains.
 */
export const archiveScript = `const file = document.querySelector('#file')
const computing = document.querySelector('#computing')
if (globalThis.crypto?.subtle) document.querySelector('#choose').hidden = false
file.addEventListener('change', async () => {
  const [chosen] = file.files
  if (!chosen) return
  computing.textContent = computing.dataset.busy
  try {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await chosen.arrayBuffer()))
    const checksum = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
    location.assign('/check/archives/' + checksum)
  } catch {
    computing.textContent = computing.dataset.failed
  }
})
`
