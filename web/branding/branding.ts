import { useSyncExternalStore } from 'react'
import type { Branding } from '../../contract/branding.ts'
import { call } from '../api.ts'

const listeners = new Set<() => void>()
let branding =
  fromPage() ??
  ({
    portal_title: 'Staff Portal',
    university_name: '',
    footer_credit: '',
    logo_url: '/logo.svg',
    sso_name: '',
    contact: '',
    forgotten_password: 'ask',
  } satisfies Branding)

/** The portal's server fills the branding into the page; a page from Vite's development server still has the placeholders. */
function fromPage(): Branding | undefined {
  const read = (name: keyof Branding) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  const page = {
    portal_title: read('portal_title'),
    university_name: read('university_name'),
    footer_credit: read('footer_credit'),
    logo_url: read('logo_url'),
    contact: read('contact'),
    forgotten_password: read('forgotten_password') === 'email' ? ('email' as const) : ('ask' as const),
    sso_name: read('sso_name'),
  }
  return page.logo_url === '{logo_url}' ? undefined : page
}

// If this fails too, the portal is shown without a name.
if (!fromPage()) {
  call('GET /branding').then(
    (reply) => {
      branding = reply
      for (const listener of listeners) listener()
    },
    () => {},
  )
}

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
