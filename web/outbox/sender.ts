import type { QueryClient } from '@tanstack/react-query'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { browser as limits } from '../../contract/limits.ts'
import { ApiError, call } from '../http/api.ts'
import { uploadWith } from '../http/upload.ts'
import { readSession } from '../session/session.ts'
import { forgetShared } from '../sharing/shared-files.ts'
import { toast } from '../ui/toast.tsx'
import { fateAfter, mayHaveArrived } from './fate.ts'
import { filesOf, onSent, outboxChanged, refreshOutbox, rememberOutboxDays } from './outbox.ts'
import { maySend, type OutboxEntry, type OutboxRoute } from './outbox-entry.ts'
import { changeEntry, forgetEntries, forgetOldOfOthers, readEntries, removeEntry } from './outbox-store.ts'

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
  const { sent, refused, isWaiting } = await alone(sendAll).catch(() => ({ ...nothing, isWaiting: true }))
  const [first] = sent
  if (first) toast(sent.length === 1 ? said[first] : messages.outbox.sentNow({ count: sent.length }), { topic: 'outbox-sent' })
  if (refused > 0) toast(messages.outbox.refusedNow, { kind: 'bad', topic: 'outbox-refused', seconds: 10 })
  if (!isWaiting) return
  timer = setTimeout(() => void sendOutbox(), waitMs)
  waitMs = Math.min(waitMs * 2, longestRetryMs)
}

/** One sender at a time in all tabs. It only saves uploads: the key alone makes a change once, also where there are no locks (http). */
function alone<Result>(run: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator ? navigator.locks.request('outbox', run) : run()
}

type Result = { sent: OutboxRoute[]; refused: number; isWaiting: boolean }
const nothing: Result = { sent: [], refused: 0, isWaiting: false }

async function sendAll(): Promise<Result> {
  const userId = readSession()?.id
  if (userId === undefined) return nothing
  await forgetOldOfOthers(userId, Date.now() - othersMs)
  const entries = (await readEntries(userId)).filter(({ refusal }) => !refusal)
  if (entries.length === 0 || navigator.onLine === false) return { ...nothing, isWaiting: entries.length > 0 }
  // The server says who is signed in, and how old an entry may be. One of the release before says nothing, and would not know whose it is.
  const me = await call('GET /auth/me').catch(() => undefined)
  if (me?.user.id !== userId || !me.outbox_days) return { ...nothing, isWaiting: readSession()?.id === userId }
  rememberOutboxDays(me.outbox_days)
  const result: Result = { ...nothing, sent: [] }
  for (const entry of entries) {
    const fate = await sendOne(entry, me.outbox_days)
    if (fate === 'later') return { ...result, isWaiting: true }
    if (fate === 'failed') result.isWaiting = true
    if (fate === 'sent') result.sent.push(entry.route)
    if (fate === 'refused') result.refused += 1
  }
  return result
}

/** `later` ends this attempt for all entries; one that failed does not keep those after it. */
type Outcome = 'sent' | 'refused' | 'failed' | 'later'

/** Sends an entry, unless it was changed, discarded or sent meanwhile, perhaps by another tab. */
async function sendOne({ userId, key }: OutboxEntry, days: number): Promise<Outcome | undefined> {
  if (readSession()?.id !== userId) return 'later'
  let leftBefore: number | undefined
  // It is marked before it leaves: from then on it cannot be changed, in any tab, also if this page is closed before the reply comes.
  const entry = await changeEntry({ userId, key }, (now) => {
    if (!maySend(now, Date.now(), days)) return undefined
    leftBefore = now.leftAt
    return { ...now, leftAt: now.leftAt ?? Date.now() }
  })
  if (!entry) return undefined
  await refreshOutbox()
  try {
    await send(entry)
  } catch (error) {
    const fate = fateAfter(error)
    if (fate === 'later') {
      if (!mayHaveArrived(error)) await changeEntry(entry, (now) => ({ ...now, leftAt: leftBefore }))
      await outboxChanged()
      return error instanceof ApiError && error.status === 500 ? 'failed' : 'later'
    }
    if (fate !== 'done' && !(await arrivedBefore(key, leftBefore))) {
      await changeEntry(entry, (now) => ({ ...now, refusal: fate }))
      await outboxChanged()
      return 'refused'
    }
  }
  await removeEntry(entry)
  await outboxChanged('sent')
  return 'sent'
}

/** Whether an earlier attempt arrived: what it stored may be why this one is refused. */
async function arrivedBefore(key: string, leftBefore: number | undefined): Promise<boolean> {
  if (leftBefore === undefined) return false
  return (await call('GET /sent-changes/:key', { params: { key } })).done
}

async function send(entry: OutboxEntry) {
  const body = new FormData()
  for (const [name, value] of entry.fields) body.set(name, value)
  for (const { field, file } of await filesOf(entry)) body.append(field, file)
  const input = {
    body,
    idempotencyKey: entry.key,
    headers: { 'Expected-User': String(entry.userId) },
    transport: uploadWith(() => {}, limits.stalledUpload),
  }
  if (entry.route === 'PUT /posted-activities/:id') await call(entry.route, { ...input, params: { id: entry.id ?? 0 } })
  else await call(entry.route, input)
}

/** Deletes what was not sent from this device: the outbox of a person, and what was shared and not yet taken into a form. */
export async function forgetUnsent(userId: number) {
  await Promise.all([forgetEntries(userId), forgetShared()])
}

// The first page loads this module alone, later; this is for its panel.
export { refreshOutbox }
