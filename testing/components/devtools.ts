import { cdp } from 'vitest/browser'

/** The session of Playwright; Vitest's type leaves it to the provider. */
type Session = { send(method: string, parameters: object): Promise<unknown> }

/** The DevTools protocol of this page, for what no locator can do. */
export function devtools(): Session {
  return cdp() as unknown as Session
}

/** Sets the medium in which the page is shown; a test that prints puts it back. Animations are off, as in all tests. */
export async function emulateMedia(media: 'print' | 'screen') {
  const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }]
  await devtools().send('Emulation.setEmulatedMedia', { media: media === 'print' ? media : '', features })
}
