import { useEffect, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readSession } from '../session/session.ts'
import {
  forgetAccountDraft,
  forgetAccountDrafts,
  onDraftReplaced,
  onDraftsForgotten,
  readPart,
  removePart,
  storePart,
} from './account-drafts.ts'
import { forgetDraftFile, forgetTab } from './draft-files.ts'

/**
 * Unsaved form input: it survives another panel, a reload, and an expired session if the same user signs in again. Signing out, or
 * another user signing in, deletes it. It is stored per tab, with its files in draft-files.ts; that of a form with `ofAccount` is stored
 * for all tabs of the user on this device, and survives closing them (account-drafts.ts).
 */
const prefix = 'draft:'
const ofPerson = (userId: number | undefined) => `${prefix}${userId}:`
const keyOf = (form: string) => `${ofPerson(readSession()?.id)}${form}`

/** The draft of a row is separate from that of an empty form, and from that of any other row. */
export function draftOf(form: string, rowId: number | undefined): string {
  return rowId === undefined ? form : `${form}:${rowId}`
}

type Draft<Values> = {
  values: Partial<Values>
  /** The version of the row that was edited: if it has been saved since, that is an edit conflict. */
  version?: number | undefined
}

function readDraft<Values>(draft: string, ofAccount: boolean): Draft<Values> | undefined {
  if (ofAccount) return readPart(draft, 'text')
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? '') as Draft<Values>
  } catch {
    return undefined
  }
}

export function storeDraft<Values>(draft: string, ofAccount: boolean, content: Draft<Values>) {
  // An unchanged draft was typed in another tab: storing it again would send it back and forth.
  if (JSON.stringify(readDraft(draft, ofAccount)) === JSON.stringify(content)) return
  if (ofAccount) return void storePart(draft, 'text', content)
  try {
    sessionStorage.setItem(keyOf(draft), JSON.stringify(content))
  } catch {
    // The storage is full: the form works without a draft.
  }
}

function forgetText(draft: string, ofAccount: boolean) {
  if (ofAccount) void removePart(draft, 'text')
  else sessionStorage.removeItem(keyOf(draft))
}

/** Deletes a draft with its files. */
export function forgetDraft(draft: string) {
  sessionStorage.removeItem(keyOf(draft))
  forgetAccountDraft(draft)
  void forgetDraftFile(draft)
}

/** The key for the open form of a panel, so that it is open again after a reload: the empty one, or that of a row. */
const openKey = (form: string) => keyOf(`${form}:open`)

export function readOpenForm(form: string): 'new' | number | undefined {
  const stored = sessionStorage.getItem(openKey(form))
  return stored === null ? undefined : stored === 'new' ? 'new' : Number(stored)
}

export function storeOpenForm(form: string, open: 'new' | number | undefined) {
  if (open === undefined) sessionStorage.removeItem(openKey(form))
  else sessionStorage.setItem(openKey(form), String(open))
}

/** Deletes all drafts except those of one user. */
export function forgetDrafts(butOf?: number) {
  forgetTabDrafts(butOf)
  void forgetAccountDrafts(butOf)
}

function forgetTabDrafts(butOf?: number) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !(butOf !== undefined && key.startsWith(ofPerson(butOf)))) sessionStorage.removeItem(key)
  if (butOf === undefined) forgetTab()
}
onDraftsForgotten(forgetTabDrafts)

type Options<Values> = {
  form: string
  /** The row being edited; undefined while adding. */
  row?: { id: number; version: number } | undefined
  /** The values without a draft: those of the row, or of an empty form. */
  values: Values
  /** The field that is not stored: a password never is. */
  without?: keyof Values
  /** Whether the draft is stored for all tabs of the user, which must have loaded it (loadAccountDrafts). */
  ofAccount?: boolean
}

/** Fills a form with its draft, and stores the typed values. */
export function useDraft<Values extends FieldValues, Input>(
  { reset, subscribe }: Pick<UseFormReturn<Values, unknown, Input>, 'reset' | 'subscribe'>,
  { form, row, values, without, ofAccount = false }: Options<Values>,
) {
  const draft = draftOf(form, row?.id)
  const [initial] = useState(values)
  const [restored] = useState(() => readDraft<Values>(draft, ofAccount))
  const isEdit = row !== undefined
  const [base] = useState({ version: restored?.version ?? row?.version, values })

  useEffect(() => {
    const fill = (from: Draft<Values> | undefined) =>
      reset(from ? filledFrom(from, initial) : initial, { keepDefaultValues: true, keepFieldsRef: true })
    if (restored) fill(restored)
    const stopFollowing = onDraftReplaced((replaced, part) => {
      if (replaced !== draft || part !== 'text') return
      const next = readDraft<Values>(draft, ofAccount)
      base.version = next?.version ?? base.version
      fill(next)
    })
    const stopStoring = subscribe({
      formState: { values: true },
      callback: ({ values: typed }) => {
        const { [without ?? '']: _, ...kept } = typed
        const changed = Object.entries(kept).filter(([field, value]) => !isSame(value, base.values[field]))
        if (changed.length === 0) return forgetText(draft, ofAccount)
        // Of a row only what was changed is stored: the other fields follow the row. The form of a posting compares with what it had.
        const stored = isEdit && !ofAccount ? Object.fromEntries(changed) : kept
        storeDraft<Values>(draft, ofAccount, { values: stored as Partial<Values>, version: base.version })
      },
    })
    return () => {
      stopFollowing()
      stopStoring()
    }
  }, [draft, isEdit, ofAccount, restored, initial, base, without, reset, subscribe])

  return {
    /** The version that the user began to edit. */
    version: base.version,
    isRestored: restored !== undefined,
    /** Sets the version after the user has seen a newer one. */
    rebase: (version: number, newest: Values = base.values) => {
      base.version = version
      base.values = newest
    },
    /** Takes newer values as those that nobody typed. The version stays: the user has not chosen yet. */
    follow: (newest: Values) => {
      base.values = newest
    },
  }
}

/** Compares two values. Translations are an object, which the form makes anew. */
function isSame(value: unknown, other: unknown): boolean {
  return Object.is(value, other) || (typeof value === 'object' && JSON.stringify(value) === JSON.stringify(other))
}

function filledFrom<Values extends FieldValues>({ values }: Draft<Values>, initial: Values): Values {
  // JSON writes NaN, an empty number field, as null.
  const known = Object.entries(values).filter(([field, value]) => field in initial && value !== null)
  return { ...initial, ...Object.fromEntries(known) }
}
