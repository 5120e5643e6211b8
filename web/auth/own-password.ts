import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession } from '../session/session.ts'

/**
 * The pages ask the signed-in user for a password of their own while it is an initial one. The initial one is known if it was typed just
 * now.
 */
let asked: { typed: string | undefined } | undefined
const listeners = new Set<() => void>()

function set(value: typeof asked) {
  asked = value
  for (const listener of listeners) listener()
}

export function askForOwnPassword(typed?: string) {
  set({ typed })
}

export function stopAskingForOwnPassword() {
  if (asked) set(undefined)
}

onSessionChange(() => {
  if (!readSession()) stopAskingForOwnPassword()
})

export function useAskedForOwnPassword() {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}
