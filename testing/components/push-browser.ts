import { vi } from 'vitest'

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The keys of a browser, as the server checks them. */
async function newKeys() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const auth = crypto.getRandomValues(new Uint8Array(16))
  return { p256dh: base64url(await crypto.subtle.exportKey('raw', pair.publicKey)), auth: base64url(auth.buffer) }
}

type Answer = 'granted' | 'denied' | 'default'

/**
 * A browser with a push service, which the headless one has not: `permission` is what it was told before, `answer` what its user tells it
 * now. `vi.restoreAllMocks()` takes it away.
 */
export function standInBrowser({ permission = 'default', answer = 'granted' }: { permission?: Answer; answer?: Answer } = {}) {
  const state = { permission, endpoints: [] as string[], current: undefined as string | undefined, closed: 0, isSilent: false }
  const pushManager = {
    getSubscription: async () => (state.current ? { unsubscribe } : null),
    subscribe: async () => {
      if (state.isSilent) return new Promise(() => {})
      state.current = `https://push.test.example/send/${crypto.randomUUID()}`
      state.endpoints.push(state.current)
      const written = { endpoint: state.current, expirationTime: null, keys: await newKeys() }
      return { toJSON: () => written, unsubscribe }
    },
  }
  async function unsubscribe() {
    state.current = undefined
    return true
  }
  const registration = {
    pushManager,
    getNotifications: async () => [
      {
        close() {
          state.closed += 1
        },
      },
    ],
  } as unknown as ServiceWorkerRegistration
  vi.spyOn(Notification, 'permission', 'get').mockImplementation(() => state.permission)
  vi.spyOn(Notification, 'requestPermission').mockImplementation(async () => {
    state.permission = answer
    return answer
  })
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockImplementation(async () => registration)
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockImplementation(async () => registration)
  return state
}
