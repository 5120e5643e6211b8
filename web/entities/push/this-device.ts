import { longestSubscribe } from '../../../contract/limits.ts'
import type { PushSubscriptionInput } from '../../../contract/push.ts'
import { resultOf, transact } from '../../storage/object-store.ts'

/** Why this browser cannot get notices, as long as nothing about it changes. */
export type Obstacle = 'insecure' | 'homeScreen' | 'unsupported' | 'denied'

export function obstacleHere(): Obstacle | undefined {
  if (!isSecureContext) return 'insecure'
  const isAble = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isAble) return isAppleTouch() && !matchMedia('(display-mode: standalone)').matches ? 'homeScreen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : undefined
}

/** An iPhone or iPad has push only in what is on its home screen. An iPad says that it is a Mac. */
function isAppleTouch(): boolean {
  const { userAgent, maxTouchPoints } = navigator
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
}

/** The error of a browser whose push service did not answer, or refused. */
export class NoPushService extends Error {}

/**
 * Subscribes this browser anew, with the public key of the portal. Without a way to its push service a browser may wait for ever: the page
 * does not.
 */
export async function subscribeHere(key: string, limitMs = longestSubscribe): Promise<PushSubscriptionInput> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoPushService('too late')), limitMs)
  })
  try {
    const subscription = await Promise.race([subscribe(key), late])
    return subscription.toJSON() as PushSubscriptionInput
  } catch (error) {
    throw error instanceof NoPushService ? error : new NoPushService('refused', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  // One with another key, such as before a restore of the portal, would be an error.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) })
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

export async function isSubscribedHere(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) != null
}

/** Ends the subscription of this browser, and takes its notices off the screen. */
export async function unsubscribeHere() {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration) return
  for (const shown of await registration.getNotifications()) shown.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

const place = { database: 'push', store: 'owner' }

/** Who turned notices on in this browser: the id of a user, and nothing else. It stays when they sign out, so that they need not do it again. */
export async function ownerHere(): Promise<number | undefined> {
  return transact(place, 'readonly', (store) => resultOf(store.get('user_id')))
}

export async function rememberOwner(userId: number | undefined) {
  await transact(place, 'readwrite', async (store) => {
    if (userId === undefined) await resultOf(store.delete('user_id'))
    else await resultOf(store.put(userId, 'user_id'))
  })
}
