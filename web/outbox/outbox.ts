import { useEffect, useSyncExternalStore } from 'react'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { randomKey } from '../http/random-key.ts'
import { openedLastSeen } from '../last-seen/last-seen.ts'
import { onSessionChange, readSession } from '../session/session.ts'
import { askForSync } from './background-sync.ts'
import { mayChange, type OutboxEntry, type OutboxFile, type OutboxRoute, stateOf } from './outbox-entry.ts'
import { changeEntry, putEntry, readEntries, removeEntry } from './outbox-store.ts'
import { outboxName } from './send-entries.ts'
import './words.ts'

/**
 * The outbox of the signed-in person on this device, as the page shows it. It is in IndexedDB, and every tab shows the same. It is sent by
 * sender.ts.
 */
const none: readonly OutboxEntry[] = []
let view: { userId: number; entries: readonly OutboxEntry[] } | undefined
let days: number | undefined
let goesWhenClosed = false
const listeners = new Set<() => void>()
const sentListeners = new Set<() => void>()
let isUnnoticed = false
let channel: BroadcastChannel | undefined

function shown(): readonly OutboxEntry[] {
  return view && view.userId === readSession()?.id ? view.entries : none
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify() {
  for (const listener of listeners) listener()
}

/** Reads the entries again. */
export async function refreshOutbox() {
  const userId = readSession()?.id
  if (userId === undefined) return
  const entries = await readEntries(userId)
  view = { userId, entries: entries.length > 0 ? entries : none }
  notify()
}

/** To be called after each change: the other tabs show it, too. */
export async function outboxChanged(what: 'changed' | 'sent' = 'changed') {
  channelOfTabs().postMessage(what)
  if (what === 'sent') notifySent()
  await refreshOutbox()
}

/** Calls the listener when an entry was sent, by this tab or another one, and if one was sent before: the lists of the page are outdated. */
export function onSent(listener: () => void): () => void {
  channelOfTabs()
  sentListeners.add(listener)
  if (isUnnoticed) notifySent()
  return () => sentListeners.delete(listener)
}

function notifySent() {
  isUnnoticed = sentListeners.size === 0
  for (const listener of sentListeners) listener()
}

function channelOfTabs(): BroadcastChannel {
  if (!channel) {
    channel = new BroadcastChannel(outboxName)
    channel.onmessage = ({ data }) => {
      if (data === 'sent') notifySent()
      void refreshOutbox()
    }
  }
  return channel
}
onSessionChange(notify)

export function useOutbox(): readonly OutboxEntry[] {
  useEffect(() => {
    channelOfTabs()
    void refreshOutbox()
  }, [])
  return useSyncExternalStore(subscribe, shown)
}

/** The entries that are shown now, for code outside of components. */
export const outboxEntries = shown

/** The days for which entries are sent, as the server said last. */
export function useOutboxDays(): number | undefined {
  return useSyncExternalStore(subscribe, outboxDays)
}
function outboxDays(): number | undefined {
  return days
}
export function rememberOutboxDays(now: number) {
  if (days === now) return
  days = now
  notify()
}

/** Whether this browser sends the outbox with all pages closed, too. */
export function useGoesWhenClosed(): boolean {
  return useSyncExternalStore(subscribe, () => goesWhenClosed)
}
export function rememberGoesWhenClosed(now: boolean) {
  if (goesWhenClosed === now) return
  goesWhenClosed = now
  notify()
}

/** Whether something that is sent now goes into the outbox: the browser has no network, or the page was opened without the server. */
export function isOutOfReach(): boolean {
  return navigator.onLine === false || openedLastSeen() !== undefined
}

type NewEntry<Form> = {
  route: OutboxRoute
  id?: number | undefined
  body: FormData
  form: Form
  /** An attempt whose reply was lost: the same content has the same key again. */
  attempt?: { key: string; leftAt: number | undefined } | undefined
}

/** Puts a form into the outbox. It resolves when it is stored for good, and rejects if the browser refuses. */
export async function putIntoOutbox<Form>({ route, id, body, form, attempt }: NewEntry<Form>) {
  const userId = readSession()?.id
  if (userId === undefined) throw new Error('nobody is signed in')
  const parts = [...body]
  const fields = parts.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : []))
  const files = await Promise.all(parts.flatMap(([field, value]) => (value instanceof File ? [asBytes(field, value)] : [])))
  const entry: OutboxEntry<Form> = {
    key: attempt?.key ?? randomKey(),
    leftAt: attempt?.leftAt,
    userId,
    route,
    id,
    fields,
    fileCount: files.length,
    form,
    storedAt: Date.now(),
  }
  await putEntry(entry, files, () => readSession()?.id === userId)
  // Now, and not when an attempt has failed: the portal may be closed before.
  void askForSync().then(rememberGoesWhenClosed)
  await outboxChanged()
}

/** Why an entry could not be stored. */
export function whyNotStored(error: unknown): Message {
  const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
  return isFull ? messages.outbox.full : messages.outbox.refusedByBrowser
}

async function asBytes(field: string, file: File): Promise<OutboxFile> {
  const { name, type, lastModified } = file
  return { field, name, type, lastModified, bytes: await file.arrayBuffer() }
}

const isChangeable = (entry: OutboxEntry) => mayChange(stateOf(entry, Date.now(), days))

/**
 * Takes an entry back: `restore` puts it into its form, and then it is deleted. While this runs it is not sent. Returns false if it is being
 * sent, or gone.
 */
export async function takeBack<Form>(entry: OutboxEntry<Form>, restore: (entry: OutboxEntry<Form>) => Promise<void>) {
  const taken = await changeEntry(entry, (now) => (isChangeable(now) ? { ...now, takenAt: Date.now() } : undefined))
  if (!taken) return false
  try {
    await restore(entry)
  } catch (error) {
    await changeEntry(entry, (now) => ({ ...now, takenAt: undefined }))
    throw error
  }
  await removeEntry(entry)
  await outboxChanged()
  return true
}

/** Discards an entry. Returns false if it is being sent. */
export async function discardEntry(entry: OutboxEntry): Promise<boolean> {
  const isGone = await removeEntry(entry, isChangeable)
  await outboxChanged()
  return isGone
}
