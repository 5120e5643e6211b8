import { useSyncExternalStore } from 'react'
import { readSession } from '../session/session.ts'
import {
  accountPlace,
  type DraftEntry,
  type DraftKey,
  type DraftPart,
  readAccountEntries,
  readEntry,
  removeEntries,
  removeEntry,
  storeEntry,
} from './draft-store.ts'

/**
 * Drafts that belong to the account on this device: they survive closing the tab, and every tab of the user shows the same. They are in
 * memory, so that a form has them when it is first rendered, and in IndexedDB. The last write wins; the other tabs show it at once.
 */
export type DraftParts = { readonly [Part in DraftPart]?: DraftEntry }
type Drafts = ReadonlyMap<string, DraftParts>
type Owner = { userId: number; drafts: Drafts; loading: Promise<void>; isLoaded: boolean }
type Change = { userId: number; draft: string; part: DraftPart } | 'all'

const none: Drafts = new Map()
let owner: Owner | undefined
/** Whether the browser has refused to store the last change: its storage is full, or denied. */
let isRefused = false

const listeners = new Set<() => void>()
/** The listeners for a replaced draft: replaced in another tab, or discarded. */
const replacementListeners = new Set<(draft: string, part: DraftPart) => void>()
const signOutListeners = new Set<() => void>()
let channel: BroadcastChannel | undefined

function ownDrafts(): Drafts {
  return owner && owner.userId === readSession()?.id ? owner.drafts : none
}

export function areAccountDraftsLoaded(userId: number): boolean {
  return owner?.userId === userId && owner.isLoaded
}

/** Loads the drafts of the account, before a form that has such a draft is rendered. */
export function loadAccountDrafts(userId: number): Promise<void> {
  listenToOtherTabs()
  if (owner?.userId === userId) return owner.loading
  const loaded: Owner = { userId, drafts: none, isLoaded: false, loading: Promise.resolve() }
  loaded.loading = readAccountEntries(userId).then((entries) => {
    for (const [[, , draft, part], entry] of entries) loaded.drafts = changed(loaded.drafts, draft, part, entry)
    loaded.isLoaded = true
    notify()
  })
  owner = loaded
  return loaded.loading
}

export function readPart<Content>(draft: string, part: DraftPart): Content | undefined {
  return ownDrafts().get(draft)?.[part]?.content as Content | undefined
}

/** Stores a part of a draft. Resolves with whether it is stored. */
export async function storePart(draft: string, part: DraftPart, content: unknown): Promise<boolean> {
  const key = keyOf(draft, part)
  if (!key) return false
  const entry = { content, storedAt: Date.now() }
  change(draft, part, entry)
  const isStored = await storeEntry(key, entry)
  if (isRefused === isStored) {
    isRefused = !isStored
    notify()
  }
  if (isStored) notifyOtherTabs({ userId: key[0], draft, part })
  return isStored
}

export async function removePart(draft: string, part: DraftPart) {
  const key = keyOf(draft, part)
  if (!key || !ownDrafts().get(draft)?.[part]) return
  change(draft, part, undefined)
  await removeEntry(key)
  notifyOtherTabs({ userId: key[0], draft, part })
}

const parts: readonly DraftPart[] = ['text', 'files', 'sent']

/** Deletes the draft of a form that was saved. */
export function forgetAccountDraft(draft: string) {
  for (const part of parts) void removePart(draft, part)
}

/** Deletes a draft; the form that shows it becomes empty, or shows the row again. */
export function discardAccountDraft(draft: string) {
  forgetAccountDraft(draft)
  draftReplaced(draft)
}

/** The form that shows the draft shows what it is now. */
export function draftReplaced(draft: string) {
  for (const part of parts) for (const listener of replacementListeners) listener(draft, part)
}

/** Deletes the drafts of all users and all tabs, except recent ones of one user. */
export async function forgetAccountDrafts(butOf?: number) {
  if (owner?.userId !== butOf) {
    owner = undefined
    notify()
  }
  await removeEntries(butOf)
  if (butOf === undefined) notifyOtherTabs('all')
}

export function onDraftReplaced(listener: (draft: string, part: DraftPart) => void): () => void {
  replacementListeners.add(listener)
  return () => replacementListeners.delete(listener)
}

/** Calls the listener when another tab has logged out. */
export function onDraftsForgotten(listener: () => void) {
  signOutListeners.add(listener)
}

export function hasAccountDraft(draft: string): boolean {
  return ownDrafts().has(draft)
}

export function hasAccountDrafts(): boolean {
  return ownDrafts().size > 0
}

export function useAccountDrafts(): Drafts {
  return useSyncExternalStore(subscribe, ownDrafts)
}

export function useIsStorageRefused(): boolean {
  return useSyncExternalStore(subscribe, () => isRefused)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify() {
  for (const listener of listeners) listener()
}

function keyOf(draft: string, part: DraftPart): DraftKey | undefined {
  const userId = readSession()?.id
  return userId === undefined || owner?.userId !== userId ? undefined : [userId, accountPlace, draft, part]
}

function change(draft: string, part: DraftPart, entry: DraftEntry | undefined) {
  if (!owner) return
  owner.drafts = changed(owner.drafts, draft, part, entry)
  notify()
}

function changed(drafts: Drafts, draft: string, part: DraftPart, entry: DraftEntry | undefined): Drafts {
  const { [part]: _, ...others } = drafts.get(draft) ?? {}
  const next = new Map(drafts)
  const rest: DraftParts = entry ? { ...others, [part]: entry } : others
  if (Object.keys(rest).length > 0) next.set(draft, rest)
  else next.delete(draft)
  return next
}

function notifyOtherTabs(what: Change) {
  channel?.postMessage(what)
}

function listenToOtherTabs() {
  if (channel) return
  channel = new BroadcastChannel('drafts')
  channel.onmessage = ({ data }: MessageEvent<Change>) => void follow(data)
}

async function follow(what: Change) {
  if (what === 'all') {
    owner = undefined
    notify()
    for (const listener of signOutListeners) listener()
    return
  }
  const { userId, draft, part } = what
  if (owner?.userId !== userId) return
  const entry = await readEntry([userId, accountPlace, draft, part])
  if (owner?.userId !== userId) return
  change(draft, part, entry)
  for (const listener of replacementListeners) listener(draft, part)
}
