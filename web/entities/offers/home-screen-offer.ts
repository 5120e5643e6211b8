import { messages } from '../../../contract/languages/catalogue.ts'
import { loadLaterWords } from '../../language/language.ts'
import { toast } from '../../ui/toast.tsx'
import { type HomeScreenWay, homeScreenWay } from './home-screen-way.ts'
import { isInstallPromptHeld, takeInstallPrompt } from './install-prompt.ts'
import { noteOffer, offerSeconds } from './note-offer.ts'

function isInstalled(): boolean {
  const isStandalone = 'standalone' in navigator && navigator.standalone === true
  return isStandalone || !matchMedia('(display-mode: browser)').matches
}

/**
 * Offers once to put the portal on the home screen, where the browser can: by its own question, or by steps to follow. Nothing is noted
 * where it cannot, so that the offer is made on the phone.
 */
export async function offerHomeScreen(showSteps: (way: HomeScreenWay) => void) {
  const way = homeScreenWay(navigator.userAgent, navigator.maxTouchPoints)
  if (isInstalled() || !matchMedia('(pointer: coarse)').matches || !(way || isInstallPromptHeld())) return
  if (!(await noteOffer('home-screen'))) return
  await loadLaterWords()
  const { homeScreen, add, show } = messages.offers
  const run = () => (way ? showSteps(way) : void takeInstallPrompt()?.prompt())
  toast(homeScreen, { topic: 'home-screen-offer', seconds: offerSeconds, action: { label: way ? show : add, run } })
}
