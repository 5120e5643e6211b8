import type { Branding } from '../../contract/branding.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { directionOf, type Language } from '../../contract/languages/languages.ts'
import { pages } from '../../contract/pages.ts'
import { newPostingAddress, shareAddress, sharedField, sharedTypes } from '../../contract/sharing.ts'
import { sayIn } from '../http/language.ts'
import { type IconName, icons } from './icons.ts'

/** The web application manifest that a browser needs to install the portal, in one language. */
export function manifestOf(branding: Branding, language: Language) {
  const say = sayIn(language)
  // A new logo has another address, so that installed portals take it over.
  const version = new URLSearchParams(branding.logo_url.split('?')[1]).get('v')
  const addressOf = (name: IconName) => `/branding/icon/${name}${version ? `?v=${version}` : ''}`
  const listed = Object.entries(icons).flatMap(([name, { size, purpose }]) =>
    purpose === 'apple' ? [] : [{ src: addressOf(name as IconName), sizes: `${size}x${size}`, type: 'image/png', purpose }],
  )
  return {
    id: '/',
    name: branding.portal_title,
    short_name: branding.short_title,
    description: say(messages.pages.description),
    lang: language,
    dir: directionOf(language),
    start_url: pages.login,
    scope: '/',
    display: 'standalone',
    // The colours are those of web/ui/tokens.css: the bar of a dashboard, and paper.
    theme_color: '#12243d',
    background_color: '#faf9f6',
    icons: listed,
    share_target: {
      action: shareAddress,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: sharedField, accept: sharedTypes }] },
    },
    shortcuts: [
      { name: say(messages.sharing.post), url: newPostingAddress, icons: listed.slice(0, 1) },
      {
        name: say(messages.panels.yourActivity),
        url: `${pages.staffDashboard}?tab=your-activity`,
        icons: listed.slice(0, 1),
      },
    ],
  }
}
