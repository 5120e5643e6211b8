import { onSessionChange, readSession } from '../../session/session.ts'

/**
 * The number of typed scores that are not saved. They are only in this page: logging out asks before it discards them, whichever panel is
 * open.
 */
let count = 0

export function setUnsavedScores(now: number) {
  count = now
}

export function unsavedScores(): number {
  return count
}

onSessionChange(() => {
  if (!readSession()) setUnsavedScores(0)
})
