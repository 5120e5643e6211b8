import { onSessionChange, readSession } from '../session/session.ts'
import type { OwnPage, Place } from './places.ts'

/** A result that was chosen, as it was shown. */
type Recent = { key: string; label: string; note: string; place: Place | OwnPage }

const most = 5
let chosen: readonly Recent[] = []
let chosenBy: number | undefined

onSessionChange(() => {
  if (readSession()?.id !== chosenBy) chosen = []
})

/** The recent choices of the signed-in user, the newest first. They are only in memory: names of people do not outlive the page. */
export function recentlyChosen(): readonly Recent[] {
  return readSession()?.id === chosenBy ? chosen : []
}

export function rememberChosen(one: Recent) {
  chosen = [one, ...recentlyChosen().filter(({ key }) => key !== one.key)].slice(0, most)
  chosenBy = readSession()?.id
}
