import { createHash, randomBytes } from 'node:crypto'
import { mailReasonLength } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'
import { bounceIds } from './bounces.queries.ts'
import type { Recipient } from './mail-failures.queries.ts'

export interface Failure {
  /** Whether the address is refused for good, and not for the moment. */
  isPermanent: boolean
  reason: string
}

/** Mail servers may write an address in small letters, so the id has no other ones. */
export const hashBounceId = (id: string) => createHash('sha256').update(id.toLowerCase()).digest()

/** The address in the envelope of one e-mail, to which reports about it are sent: bounces+ID@portal.example.edu. Only the hash is stored. */
export async function makeReturnAddress(sql: Sql, bounces: string, recipient: Recipient): Promise<string> {
  const id = randomBytes(16).toString('hex')
  await bounceIds(sql).add(hashBounceId(id), recipient)
  return bounces.replace('@', `+${id}@`)
}

/** A mail server may quote a link in what it says, which is logged and shown. A link sets a password. */
export const withoutLinks = (text: string) => text.replace(/https?:\S+|[\w-]{43,}/gi, '…')

/**
 * What a delivery report (RFC 3464) says, if the e-mail was given up. A report of a delay says nothing yet, and an automatic reply is no
 * report.
 */
export function readReport(report: string): Failure | undefined {
  const text = report.replaceAll('\r\n', '\n')
  if (!/^content-type:[ \t]*message\/delivery-status/im.test(text) || !/^action:[ \t]*failed\b/im.test(text)) return undefined
  const [, status = ''] = /^status:[ \t]*(\d\.\d{1,3}\.\d{1,3})/im.exec(text) ?? []
  // A long line goes on in the next one, which is indented.
  const [, said = ''] = /^diagnostic-code:[ \t]*([^\n]*(?:\n[ \t][^\n]*)*)/im.exec(text) ?? []
  const reason = said
    .replace(/^[\w-]+;/, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return { isPermanent: status.startsWith('5'), reason: withoutLinks(reason || status).slice(0, mailReasonLength) }
}
