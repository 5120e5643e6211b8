import type { QueryClient } from '@tanstack/react-query'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { browser as limits } from '../../contract/limits.ts'
import { call } from '../http/api.ts'
import { uploadWith } from '../http/upload.ts'
import { readSession } from '../session/session.ts'
import { forgetShared } from '../sharing/shared-files.ts'
import { toast } from '../ui/toast.tsx'
import { askForSync } from './background-sync.ts'
import { onSent, outboxChanged, refreshOutbox, rememberGoesWhenClosed, rememberOutboxDays } from './outbox.ts'
import { isMessageRoute, type OutboxRoute } from './outbox-entry.ts'
import { forgetEntries, forgetOldOfOthers, readEntries } from './outbox-store.ts'
import { alone, nothing, type Result, type Surroundings, sendEntries, tellRefusals, waitingEntries } from './send-entries.ts'

/** The time until the next attempt, which doubles with each failure. */
const retryMs = 15_000
const longestRetryMs = 5 * 60_000
/** What other people left on this device is deleted after this time, as are drafts. */
const othersMs = 14 * 24 * 60 * 60 * 1000

let isStarted = false
let stop = () => {}
let timer: ReturnType<typeof setTimeout> | undefined
let waitMs = retryMs
let sending: Promise<void> | undefined
let isAskedAgain = false

const said: Readonly<Record<OutboxRoute, Message>> = {
  'POST /posted-activities': messages.postedActivities.posted,
  'PUT /posted-activities/:id': messages.postedActivities.updated,
  'POST /questions': messages.questions.asked,
  'POST /posted-activities/:id/messages': messages.questions.written,
  'POST /questions/messages/:id': messages.questions.written,
}

/** Sends the outbox while a dashboard is open; what was sent makes its lists outdated. */
export function sendFor(queryClient: QueryClient) {
  stop()
  stop = onSent(() => void queryClient.invalidateQueries())
  startSending()
}

/** The question before a logout that would delete what was not sent. */
export async function lossOf(userId: number) {
  const { length: count } = await readEntries(userId)
  const { logoutQuestion, logoutMeans } = messages.outbox
  return count > 0 ? { question: logoutQuestion({ count }), consequence: logoutMeans } : undefined
}

/** Sends the outbox while the page is open: now, when the browser is back online, when the page is looked at again, and after a while. */
export function startSending() {
  if (!isStarted) {
    isStarted = true
    window.addEventListener('online', soon)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && soon())
  }
  soon()
}

function soon() {
  waitMs = retryMs
  void sendOutbox()
}

/** Sends what waits, one attempt at a time on this page. Whoever asks meanwhile may have stored something more, or have a network again. */
export function sendOutbox(): Promise<void> {
  isAskedAgain = sending !== undefined
  sending ??= sendUntilDone().finally(() => {
    sending = undefined
  })
  return sending
}

async function sendUntilDone() {
  do {
    isAskedAgain = false
    await work()
  } while (isAskedAgain)
}

async function work() {
  clearTimeout(timer)
  const { sent, isWaiting } = await alone(sendAll).catch(() => ({ ...nothing, isWaiting: true }))
  const [first] = sent
  if (first) toast(sent.length === 1 ? said[first] : messages.outbox.sentNow({ count: sent.length }), { topic: 'outbox-sent' })
  await tellRefused()
  if (!isWaiting) return
  rememberGoesWhenClosed(await askForSync())
  timer = setTimeout(() => void sendOutbox(), waitMs)
  waitMs = Math.min(waitMs * 2, longestRetryMs)
}

/** Says what was not accepted, also if the worker sent it while all pages were closed. */
async function tellRefused() {
  const userId = readSession()?.id
  const count = userId === undefined ? 0 : await tellRefusals(userId).catch(() => 0)
  if (count > 0) toast(messages.outbox.refusedNow, { kind: 'bad', topic: 'outbox-refused', seconds: 10 })
}

async function sendAll(): Promise<Result> {
  const userId = readSession()?.id
  if (userId === undefined) return nothing
  await forgetOldOfOthers(userId, Date.now() - othersMs)
  const { length: waiting } = await waitingEntries(userId)
  if (waiting === 0 || navigator.onLine === false) return { ...nothing, isWaiting: waiting > 0 }
  // The server says who is signed in, and how old an entry may be. One of the release before says nothing, and would not know whose it is.
  const me = await call('GET /auth/me').catch(() => undefined)
  if (me?.user.id !== userId || !me.outbox_days) return { ...nothing, isWaiting: readSession()?.id === userId }
  rememberOutboxDays(me.outbox_days)
  return sendEntries(userId, me.outbox_days, page)
}

const page: Surroundings = {
  isFor: (userId) => readSession()?.id === userId,
  send: async ({ route, id, key, userId }, body) => {
    const attempt = { idempotencyKey: key, headers: { 'Expected-User': String(userId) } }
    const form = { ...attempt, body, transport: uploadWith(() => {}, limits.stalledUpload) }
    const params = { id: id ?? 0 }
    if (isMessageRoute(route)) await call(route, { ...attempt, params, body: { text: String(body.get('text')) } })
    else if (route === 'PUT /posted-activities/:id') await call(route, { ...form, params })
    else await call(route, form)
  },
  hasArrived: async (key) => (await call('GET /sent-changes/:key', { params: { key } })).done,
  changed: outboxChanged,
}

/** Deletes what was not sent from this device: the outbox of a person, and what was shared and not yet taken into a form. */
export async function forgetUnsent(userId: number) {
  await Promise.all([forgetEntries(userId), forgetShared()])
}

// The first page loads this module alone, later; this is for its panel.
export { refreshOutbox }
