import { useEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { readSession } from './session.ts'

/**
 * What somebody began to write and has not saved. It waits in this tab: while another panel is open, through a reload, and when the
 * session ended and the same person signs in again. Logging out forgets it, and so does anybody else who signs in here.
 */
const prefix = 'draft:'
const ofPerson = (userId: number | undefined) => `${prefix}${userId}:`
const keyOf = (form: string) => `${ofPerson(readSession()?.id)}${form}`

export function hasDraft(form: string): boolean {
  return sessionStorage.getItem(keyOf(form)) !== null
}

/** On top of what an empty form holds. */
function withDraft<Values extends FieldValues>(form: string, blank: Values): Values {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '{}') as Partial<Values>
    // What is no number yet is written as null.
    const known = Object.entries(kept).filter(([field, value]) => field in blank && value !== null)
    return { ...blank, ...Object.fromEntries(known) }
  } catch {
    return blank
  }
}

export function forgetDraft(form: string) {
  sessionStorage.removeItem(keyOf(form))
}

/** All of them but those of one person. */
export function forgetDrafts(butOf?: number) {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(prefix) && !(butOf !== undefined && key.startsWith(ofPerson(butOf)))) sessionStorage.removeItem(key)
}

type Options<Values> = {
  /** None where nothing is kept: a row that is edited has its own values. */
  form: string | undefined
  blank: Values
  /** A password is written nowhere. */
  without?: keyof Values
}

/** Fills an empty form with what was begun, and keeps what is typed into it. */
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
        const { [without ?? '']: _, ...kept } = values
        sessionStorage.setItem(keyOf(form), JSON.stringify(kept))
      },
    })
  }, [form, blank, without, reset, subscribe])
}
