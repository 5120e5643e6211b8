import type { ReplyOf } from '../../contract/endpoint.ts'
import type { AddressParts, CallInput, Endpoints, JsonRoute, Route } from '../../contract/endpoints.ts'
import { type Message, messages } from '../../contract/languages/catalogue.ts'
import { browser as limits } from '../../contract/limits.ts'
import type { ErrorReply } from '../../contract/replies.ts'
import { currentLanguage, say } from '../language/language.ts'
import { clearSession, onSessionChange, readSession } from '../session/session.ts'
import { toast } from '../ui/toast.tsx'
import { ApiError, messageIn, NoResponse, ReplyLost } from './api-error.ts'
import { idempotencyKeyOf } from './idempotency-keys.ts'

const base = import.meta.env.VITE_API_BASE ?? ''

export { ApiError, NoResponse, ReplyLost }

/** Whether the server could not be reached; also if a proxy says so, in place of a server that is down or too busy. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof NoResponse || (error instanceof ApiError && [502, 503, 504].includes(error.status))
}

type Options = {
  /**
   * The place in which the signed-in user is sent, too, if the specification requires it: the headers User-Id and Role-Id, or the query.
   */
  identityIn?: 'headers' | 'query'
  /** Replaces the default timeout, for requests that may take longer, or cancels an upload. */
  signal?: AbortSignal
  /** True for signing in: there is no user yet, and a 401 means a wrong password, not an expired session. */
  signedOut?: boolean
  /** True for a query whose content is too large for an address: it may be sent again, and without a reply it has just failed. */
  changesNothing?: boolean
  /** The idempotency key, in place of one by the content: a draft stores it, and it survives a reload. */
  idempotencyKey?: string
  /** Further headers. */
  headers?: Record<string, string>
  /** Sends the request in place of `fetch`, with a timeout of its own (upload.ts). */
  transport?: Transport
}
export type Transport = (address: string, request: RequestInit) => Promise<Response>

/** The options of a call, typed by the contract. */
export type Input<R extends Route> = CallInput<Endpoints[R]> & Options
/** The input of a call, optional where none of its properties is required. */
type Optional<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input]

type Values = Record<string, string | number | undefined>
type AnyInput = Options & { params?: Values; query?: Values; body?: object | null }

/** The topic of the toasts about the end of the session. */
export const sessionTopic = 'session'

/** The listeners that are called after a refusal of the server, or a 404: the rights of the user may have ended. */
const refusalListeners = new Set<() => void>()
export function onRefusal(listener: () => void): () => void {
  refusalListeners.add(listener)
  return () => refusalListeners.delete(listener)
}

/** Responses with an ETag, for conditional requests. They belong to the signed-in user. */
const etagCache = new Map<string, { tag: string; reply: unknown }>()
onSessionChange(() => etagCache.clear())

/** Calls the server, `call('PUT /departments/:id', { params: { id }, body })`. The contract types request and response. */
export async function call<R extends JsonRoute>(route: R, ...input: Optional<Input<R>>): Promise<ReplyOf<Endpoints[R]>>
export async function call(route: Route, input: AnyInput = {}): Promise<unknown> {
  if (route.startsWith('GET ')) return read(route, input)
  return input.signedOut ? readJson(await send(route, input)) : change(route, input)
}

async function read(route: Route, input: AnyInput): Promise<unknown> {
  const address = addressOf(route, input)
  const known = etagCache.get(address)
  const response = await send(route, input, known && { 'If-None-Match': known.tag })
  if (known && response.status === 304) return known.reply
  const reply = await readJson(response)
  const tag = response.headers.get('ETag')
  if (tag) etagCache.set(address, { tag, reply })
  return reply
}

/** Sends a change. The server makes it once, also if the reply is lost and the user tries again. */
async function change(route: Route, input: AnyInput): Promise<unknown> {
  const [method = ''] = route.split(' ')
  const { key, succeeded } = idempotencyKeyOf(method, addressOf(route, input), input.body)
  const mayLeave = navigator.onLine !== false && !input.changesNothing
  try {
    const response = await send(route, input, { ...input.headers, 'Idempotency-Key': input.idempotencyKey ?? key })
    const reply = await readJson(response)
    succeeded()
    if (response.headers.has('Idempotent-Replayed'))
      for (const part of Object.values(reply ?? {})) if (typeof part === 'object' && part) replays.add(part)
    return reply
  } catch (error) {
    throw error instanceof NoResponse && mayLeave ? new ReplyLost(error.cause) : error
  }
}

/** The objects in repeated replies, which have the content of the first time. */
const replays = new WeakSet<object>()

/** Whether the object is from a repeated reply, with what was stored when the change was first made. It may have been changed since. */
export function isReplay(part: object): boolean {
  return replays.has(part)
}

/** Sends a request, and returns the response; throws unless it is a success. */
export async function send<R extends Route>(route: R, input: Input<R>, more?: Record<string, string>): Promise<Response>
export async function send(route: Route, input: AnyInput, more: Record<string, string> = {}): Promise<Response> {
  const { body, identityIn, signedOut, transport } = input
  const { signal = transport ? null : AbortSignal.timeout(limits.call) } = input
  const [method = ''] = route.split(' ')
  const hasBody = method === 'POST' || method === 'PUT'
  const identity = (hasBody && !signedOut) || identityIn ? readIdentity() : undefined
  const headers: Record<string, string> = { Accept: 'application/json', 'Accept-Language': currentLanguage(), ...more }
  if (identity && identityIn === 'headers') {
    headers['User-Id'] = String(identity.id)
    headers['Role-Id'] = String(identity.role_id)
  }
  const address = addressOf(route, identityIn === 'query' ? { ...input, query: { ...input.query, ...identity } } : input)

  const request: RequestInit = { method, headers, credentials: 'include', signal }
  if (body instanceof FormData) {
    // The browser sets the content type of a FormData body, because only it knows the multipart boundary.
    for (const [field, value] of Object.entries(identity ?? {})) if (!body.has(field)) body.append(field, String(value))
    request.body = body
  } else if (hasBody) {
    headers['Content-Type'] = 'application/json'
    request.body = JSON.stringify({ ...identity, ...body })
  }

  const response = await (transport ?? fetch)(address, request).catch((cause: unknown) => {
    throw new NoResponse(cause)
  })
  if (response.ok || response.status === 304) return response
  const refusal = ((await readJson(response)) ?? {}) as Partial<ErrorReply>
  if (!signedOut) noticeRefusal(response.status, refusal)
  throw new ApiError(response.status, refusal, Number(response.headers.get('Retry-After')) || 0)
}

/** The URL of a call; also for requests that the browser makes by itself: an image, a stream, a download. */
export function addressOf<R extends Route>(route: R, ...input: Optional<AddressParts<Endpoints[R]> & object>): string
export function addressOf(route: Route, { params = {}, query = {} }: AnyInput = {}): string {
  const path = route.slice(route.indexOf('/')).replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const known = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return base + path + (known.length > 0 ? `?${new URLSearchParams(known)}` : '')
}

/** The identity of the user. The specification requires these fields; the server does not trust them. */
function readIdentity(): { id: number; role_id: number } | undefined {
  const user = readSession()
  if (!user) console.warn(say(messages.auth.identityMissing))
  return user && { id: user.id, role_id: user.role_id }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    // An aborted body counts as no response; a complete body that is not JSON (a proxy's error page) only has no message.
    if (!(cause instanceof SyntaxError)) throw new NoResponse(cause)
    if (response.ok) throw new ApiError(response.status, {})
    return undefined
  }
}

function noticeRefusal(status: number, { code, session_end }: Partial<ErrorReply>) {
  if (status === 403) console.error(say(messages.general.adminsOnly))
  if (status === 403 || status === 404) for (const listener of refusalListeners) listener()
  if (status !== 401) return
  console.error(say(messages.general.unauthorized))
  const { sessionEnded, secondFactorNow } = messages.auth
  const why = session_end ? messageIn(session_end) : code === secondFactorNow.key ? secondFactorNow : sessionEnded
  // A reason stays until the next sign-in: it is to be read at the login page.
  if (readSession()) toast(why, { kind: 'bad', topic: sessionTopic, ...(session_end && { seconds: 600 }) })
  clearSession()
}

/** The message to show for a failure: the server's own if there is one. */
export function messageOf(error: unknown, fallback: Message): Message {
  if (error instanceof ReplyLost) return messages.general.arrivalUnknown
  if (error instanceof NoResponse) return messages.general.noResponse
  return (error instanceof ApiError && explained(error)) || fallback
}

/**
 * The message in place of "failed": the reason of the server's refusal, or that it is not known whether a change arrived. Undefined if the
 * server failed, which the user cannot fix, or if nothing was sent.
 */
export function refusalOf(error: unknown): Message | undefined {
  if (error instanceof ReplyLost) return messages.general.arrivalUnknown
  return error instanceof ApiError && error.status < 500 ? explained(error) : undefined
}

function explained({ reason, explanation }: ApiError): Message | undefined {
  return explanation === undefined ? reason : { key: '', words: explanation }
}
