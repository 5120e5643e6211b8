import { useSyncExternalStore } from 'react'
import type { Branding } from '../../contract/branding.ts'
import { call } from '../api.ts'

const listeners = new Set<() => void>()
const isDrawnAhead = typeof document === 'undefined'
let branding = isDrawnAhead
  ? // The server fills these in: see first-paint.tsx.
    {
      portal_title: '{portal_title}',
      university_name: '{university_name}',
      footer_credit: '{footer_credit}',
      logo_url: '{logo_url}',
    }
  : (fromPage() ?? { portal_title: 'Staff Portal', university_name: '', footer_credit: '', logo_url: '/logo.svg' })

/** The server writes the branding into the page, so that the first paint already carries the university's name. */
function fromPage(): Branding | undefined {
  const [portal_title, university_name, footer_credit, logo_url] = [
    'portal-title',
    'university-name',
    'footer-credit',
    'logo-url',
  ].map((name) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '')
  if (!portal_title || !logo_url) return undefined
  return { portal_title, university_name: university_name ?? '', footer_credit: footer_credit ?? '', logo_url }
}

// A page that came without it (the development server's) asks; if that fails too, the portal simply has no name yet.
if (!isDrawnAhead && !fromPage()) {
  call('GET /branding').then(
    (reply) => {
      branding = reply
      for (const listener of listeners) listener()
    },
    () => {},
  )
}

export function useBranding(): Branding {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => branding,
    () => branding,
  )
}
