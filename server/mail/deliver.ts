import { mailReasonLength } from '../../contract/limits.ts'
import type { Database } from '../../database/connect.ts'
import { makeReturnAddress, withoutLinks } from './bounces.ts'
import { mailFailures, type Recipient } from './mail-failures.queries.ts'
import { isAboutAddress, type Mail, type Mailer } from './mailer.ts'

/** Sends an e-mail to a user. The result decides when their address is tried again. */
export async function deliver(database: Database, mails: Mailer, recipient: Recipient, letter: Omit<Mail, 'to'>) {
  const { bounces } = mails
  const returnTo = bounces ? await makeReturnAddress(database, bounces, recipient) : undefined
  try {
    await mails.send({ ...letter, returnTo, to: { name: recipient.name, address: recipient.email } })
  } catch (error) {
    hideLinks(error)
    if (isAboutAddress(error)) {
      const reason = (error.response ?? error.message).slice(0, mailReasonLength)
      await mailFailures(database).add(recipient, error.responseCode >= 500, reason)
    }
    throw error
  }
  await mailFailures(database).forget(recipient)
}

/** A mail server that takes a link for spam may quote it in its reply. */
function hideLinks(error: unknown) {
  if (!(error instanceof Error)) return
  const texts = error as { message?: string; stack?: string; response?: string }
  for (const name of ['message', 'stack', 'response'] as const) texts[name] &&= withoutLinks(texts[name])
}
