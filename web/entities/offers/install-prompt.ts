/** The event with which Chromium's browsers offer to install the portal. The library of the DOM does not have it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

let held: InstallPrompt | undefined

/** Holds the browser's offer for its moment: it comes once, soon after the page, and would be shown to somebody who has seen nothing yet. */
export function holdInstallPrompt(event: Event) {
  event.preventDefault()
  held = event as InstallPrompt
}

/** The held offer, for one use. */
export function takeInstallPrompt(): InstallPrompt | undefined {
  const prompt = held
  held = undefined
  return prompt
}

export function isInstallPromptHeld(): boolean {
  return held !== undefined
}
