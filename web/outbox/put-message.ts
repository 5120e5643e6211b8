import { addressOf } from '../http/api.ts'
import { idempotencyKeyOf } from '../http/idempotency-keys.ts'
import { putIntoOutbox } from './outbox.ts'
import type { MessageRoute } from './outbox-entry.ts'
import { startSending } from './sender.ts'

/** What the form of a message needs to show an entry again: the row that it is about. */
export type StoredMessage<Row> = { row: Row; text: string }

/** Puts a message into the outbox. One that was sent before, and whose reply was lost, keeps its key: it is written once. */
export async function putMessage<Row extends { id: number }>(route: MessageRoute, form: StoredMessage<Row>) {
  const { id } = form.row
  const { key, succeeded } = idempotencyKeyOf('POST', addressOf(route, { params: { id } }), { text: form.text })
  const body = new FormData()
  body.set('text', form.text)
  await putIntoOutbox({ route, id, body, form, attempt: { key, leftAt: undefined } })
  // The same words again are another message.
  succeeded()
  startSending()
}
