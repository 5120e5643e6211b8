import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Branding } from '../../contract/branding.ts'
import { sendsPasswordLinks } from '../forgotten-password/sends-password-links.ts'
import type { Settings } from '../settings.ts'

const logoTypes: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

function readLogo(path: string) {
  const bytes = readFileSync(path)
  const fingerprint = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return {
    bytes,
    type: logoTypes[extname(path).toLowerCase()] ?? 'application/octet-stream',
    url: `/branding/logo?v=${fingerprint}`,
  }
}

export function readBranding(settings: Settings) {
  const logo = settings.LOGO_FILE ? readLogo(settings.LOGO_FILE) : undefined
  const branding: Branding = {
    portal_title: settings.PORTAL_TITLE,
    university_name: settings.UNIVERSITY_NAME,
    footer_credit: settings.FOOTER_CREDIT,
    logo_url: logo?.url ?? '/logo.svg',
    contact: settings.CONTACT,
    forgotten_password: sendsPasswordLinks(settings) ? 'email' : 'ask',
    sso_name: settings.SSO_ISSUER ? settings.SSO_NAME : '',
  }
  return { branding, logo }
}
