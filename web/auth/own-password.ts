import { useSyncExternalStore } from 'react'
import { onSessionChange, readSession } from '../session.ts'

/** While the signed-in user has an initial password, the pages ask for an own one. The initial one is known if it was typed just now. */
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
