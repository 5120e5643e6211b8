import type { Settings } from '../settings.ts'

export type DigestSettings = Pick<Settings, 'DIGEST' | 'SMTP_URL' | 'PUBLIC_URL'>

/** Never with the address of a request: a client could make the e-mails link to another site. */
export function sendsDigests({ DIGEST, SMTP_URL, PUBLIC_URL }: DigestSettings): boolean {
  return DIGEST === 'weekly' && SMTP_URL !== undefined && PUBLIC_URL !== undefined
}
