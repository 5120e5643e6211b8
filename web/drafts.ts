import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readSession } from './session.ts'

/**
 * Unsaved form input, stored per tab: it survives another panel, a reload, and an expired session if the same user signs in
 * again. Signing out, or another user signing in, deletes it.
 */
const prefix = 'draft:'
const ofPerson = (userId: number | undefined) => `${prefix}${userId}:`
const keyOf = (form: string) => `${ofPerson(readSession()?.id)}${form}`

export function hasDraft(form: string): boolean {
  return sessionStorage.getItem(keyOf(form)) !== null
}

/** The draft's values over those of an empty form. */
function withDraft<Values extends FieldValues>(form: string, blank: Values): Values {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}') as Partial<Values>
    // JSON writes NaN, an empty number field, as null.
    const known = Object.entries(stored).filter(([field, value]) => field in blank && value !== null)
    return { ...blank, ...Object.fromEntries(known) }
  } catch {
    return blank
  }
}

export function forgetDraft(form: string) {
  sessionStorage.removeItem(keyOf(form))
}

/** Deletes all drafts except those of one user. */
export function forgetDrafts(butOf?: number) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !(butOf !== undefined && key.startsWith(ofPerson(butOf)))) sessionStorage.removeItem(key)
}

type Options<Values> = {
  /** Undefined where no draft is stored: the form of an existing row has its own values. */
  form: string | undefined
  blank: Values
  /** A password is never stored. */
  without?: keyof Values
}

/** Fills an empty form with its draft, and stores what is typed into it. */
export function useDraft<Values extends FieldValues, Input>(
  { reset, subscribe }: Pick<UseFormReturn<Values, unknown, Input>, 'reset' | 'subscribe'>,
  { form, blank, without }: Options<Values>,
) {
  useEffect(() => {
    if (form === undefined) return
    if (hasDraft(form)) reset(withDraft(form, blank), { keepDefaultValues: true, keepFieldsRef: true })
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const { [without ?? '']: _, ...draft } = values
        sessionStorage.setItem(keyOf(form), JSON.stringify(draft))
      },
    })
  }, [form, blank, without, reset, subscribe])
}
