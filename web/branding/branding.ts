import { useSyncExternalStore } from 'react'
import type { Branding } from '../../contract/branding.ts'
import { isLanguage, languages } from '../../contract/languages/languages.ts'
import { call } from '../http/api.ts'
import { setPortalZone } from '../ui/time-zone.ts'

const listeners = new Set<() => void>()
/** True while the build renders the shells (shells.tsx), without a page. */
const isShell = typeof document === 'undefined'
let branding =
  fromPage() ??
  ({
    portal_title: 'Staff Portal',
    short_title: 'Staff Portal',
    university_name: '',
    footer_credit: '',
    logo_url: '/logo.svg',
    sso_name: '',
    contact: '',
    forgotten_password: 'ask',
    languages: [...languages],
  } satisfies Branding)

/** The portal's server fills the branding into the page; a page from Vite's development server still has the placeholders. */
function fromPage(): Branding | undefined {
  if (isShell) return undefined
  const read = (name: keyof Branding) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  const page = {
    portal_title: read('portal_title'),
    short_title: read('short_title'),
    university_name: read('university_name'),
    footer_credit: read('footer_credit'),
    logo_url: read('logo_url'),
    contact: read('contact'),
    forgotten_password: read('forgotten_password') === 'email' ? ('email' as const) : ('ask' as const),
    sso_name: read('sso_name'),
    stay_signed_in_days: Number(read('stay_signed_in_days')),
    languages: read('languages').split(' ').filter(isLanguage),
    time_zone: read('time_zone'),
  }
  return page.logo_url === '{logo_url}' ? undefined : page
}

/**
 * Reads the branding again, after a change of the settings or of the language, in which the names may be others. If it fails, the names of
 * the page stay.
 */
export async function refreshBranding() {
  const reply = await call('GET /branding').catch(() => undefined)
  if (!reply) return
  branding = reply
  setPortalZone(reply.time_zone)
  for (const listener of listeners) listener()
}

if (!isShell && !fromPage()) void refreshBranding()

export function readBranding(): Branding {
  return branding
}

export function useBranding(): Branding {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => branding,
  )
}
