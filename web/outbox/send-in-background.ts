import { browser as limits } from '../../contract/limits.ts'
import type { ErrorReply } from '../../contract/replies.ts'
import { ApiError, NoResponse, ReplyLost } from '../http/api-error.ts'
import { isMessageRoute } from './outbox-entry.ts'
import { hasEntries } from './outbox-store.ts'
import { alone, outboxName, type Surroundings, sendEntries } from './send-entries.ts'

/*
 * The sender of the service worker, which has no session of its own: the server says who is signed in, and only that person's entries
 * leave.
 */

const base = import.meta.env.VITE_API_BASE ?? ''

/** Sends what waits, and returns whether to try again later. */
export async function sendInBackground(): Promise<boolean> {
  if (!(await hasEntries())) return false
  return alone(async () => {
    const me = await whoIsSignedIn()
    if (me === 'nobody') return false
    if (me === 'unknown') return true
    const channel = new BroadcastChannel(outboxName)
    try {
      return (await sendEntries(me.id, me.days, worker(me, channel))).isWaiting
    } finally {
      channel.close()
    }
  })
}

type SignedIn = { id: number; roleId: number; days: number }

async function whoIsSignedIn(): Promise<SignedIn | 'nobody' | 'unknown'> {
  try {
    const reply = await request('GET', '/auth/me', limits.call)
    const { user, outbox_days: days } = reply as { user: { id: number; role_id: number }; outbox_days?: number }
    // A server of the release before does not say the days, and would not know whose an entry is.
    return days ? { id: user.id, roleId: user.role_id, days } : 'nobody'
  } catch (error) {
    return error instanceof ApiError && error.status < 500 && error.status !== 429 ? 'nobody' : 'unknown'
  }
}

function worker({ roleId }: SignedIn, channel: BroadcastChannel): Surroundings {
  return {
    // Whether the session has changed meanwhile is for the server to say (Expected-User).
    isFor: () => true,
    send: async ({ route, id, key, userId }, body) => {
      const [method = '', path = ''] = route.split(' ')
      const headers = { 'Idempotency-Key': key, 'Expected-User': String(userId) }
      // With the fields that the specification requires, as pages send them: the same key comes with the same body.
      const identity = { id: userId, role_id: roleId }
      const address = path.replace(':id', String(id))
      if (isMessageRoute(route)) {
        const json = JSON.stringify({ ...identity, text: body.get('text') })
        await request(method, address, limits.call, { headers: { ...headers, 'Content-Type': 'application/json' }, body: json })
        return
      }
      for (const [name, value] of Object.entries(identity)) if (!body.has(name)) body.append(name, String(value))
      await request(method, address, limits.afterUpload, { headers, body })
    },
    hasArrived: async (key) => ((await request('GET', `/sent-changes/${key}`, limits.call)) as { done: boolean }).done,
    changed: async (what) => channel.postMessage(what),
  }
}

async function request(method: string, path: string, timeoutMs: number, { headers, body }: RequestInit = {}): Promise<unknown> {
  const isOffline = navigator.onLine === false
  const failed = (cause: unknown): never => {
    throw body && !isOffline ? new ReplyLost(cause) : new NoResponse(cause)
  }
  const response = await fetch(base + path, {
    method,
    headers: { Accept: 'application/json', ...headers },
    body: body ?? null,
    credentials: 'include',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(failed)
  const text = await response.text().catch(failed)
  const reply = parsed(text)
  if (!response.ok) throw new ApiError(response.status, (reply ?? {}) as Partial<ErrorReply>)
  // A complete body that is not JSON is the page of a proxy.
  if (reply === undefined) throw new ApiError(response.status, {})
  return reply
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
