import { onSessionChange, readSession } from '../session.ts'
import type { Place } from './places.ts'

/** What was chosen, as it was shown. */
type Recent = { key: string; label: string; note: string; place: Place }

const most = 5
let chosen: readonly Recent[] = []
let chosenBy: number | undefined

onSessionChange(() => {
  if (readSession()?.id !== chosenBy) chosen = []
})

/** The last ones that the signed-in user chose, the newest first. In memory only: names of people do not outlive the page. */
export function recentlyChosen(): readonly Recent[] {
  return readSession()?.id === chosenBy ? chosen : []
}

export function rememberChosen(one: Recent) {
  chosen = [one, ...recentlyChosen().filter(({ key }) => key !== one.key)].slice(0, most)
  chosenBy = readSession()?.id
}
