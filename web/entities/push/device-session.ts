import { pages } from '../../../contract/pages.ts'
import { call } from '../../http/api.ts'
import type { FromWorker } from '../../service-worker/messages.ts'
import { onSessionChange, readSession } from '../../session/session.ts'
import { isSubscribedHere, ownerHere, subscribeHere, unsubscribeHere } from './this-device.ts'

/** Follows what is chosen in the notices of the device, and who is signed in: notices end with the session, and begin again with the next. */
export function followDevice(navigate: (path: string) => Promise<void>) {
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromWorker | undefined>) => {
    if (data?.type !== 'open') return
    // The login page opens without the router. A page with unsaved input asks first, as for any link.
    if (location.pathname === pages.login) location.assign(data.path)
    else void navigate(data.path)
  })
  if (!('PushManager' in globalThis && 'Notification' in globalThis)) return
  // A failure waits for the next page, or the next sign-in.
  const follow = () => void matchSession().catch(() => undefined)
  onSessionChange(follow)
  follow()
}

/** Several tabs see the same change: one after the other, so that the last finds nothing to do. */
export async function matchSession() {
  if (Notification.permission !== 'granted') return
  await navigator.locks.request('push', async () => {
    const user = readSession()
    if (!user) return unsubscribeHere()
    if ((await ownerHere()) !== user.id) return
    const { key, is_on } = await call('GET /auth/push')
    if (key === null || (is_on && (await isSubscribedHere()))) return
    await call('PUT /auth/push/device', { body: await subscribeHere(key) })
  })
}
