import { cdp } from 'vitest/browser'

/** What Playwright's session has; Vitest's type leaves it to the provider. */
type Session = { send(method: string, parameters: object): Promise<unknown> }

/** The DevTools protocol of this page, for what no locator can do. */
export function devtools(): Session {
  return cdp() as unknown as Session
}

/** How the page is shown; a test that prints puts it back. With no animations, as in all tests. */
export async function emulateMedia(media: 'print' | 'screen') {
  const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }]
  await devtools().send('Emulation.setEmulatedMedia', { media: media === 'print' ? media : '', features })
}
