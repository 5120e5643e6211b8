import type { Settings } from '../settings.ts'

/** A link needs the portal's address: that of a request is what its sender says it is. */
export function sendsPasswordLinks({ SMTP_URL, PUBLIC_URL }: Pick<Settings, 'SMTP_URL' | 'PUBLIC_URL'>): boolean {
  return SMTP_URL !== undefined && PUBLIC_URL !== undefined
}
