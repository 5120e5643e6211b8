import { requestTimeoutMs } from '../contract/codes.ts'
import { messages } from '../contract/messages.ts'
import type { ErrorReply } from '../contract/replies.ts'
import { clearSession, onSessionChange, readSession } from './session.ts'
import { toast } from './ui/toast.tsx'

const base = import.meta.env.VITE_API_BASE ?? ''

/** The server answered, but not with a success. `message` is its own sentence, or empty if it gave none. */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly { field: string; message: string }[]
  readonly conflict: ErrorReply['conflict']
  readonly retryAfterSeconds: number

  constructor(status: number, reply: Partial<ErrorReply>, retryAfterSeconds = 0) {
    super(reply.message ?? '')
    this.name = 'ApiError'
    this.status = status
    this.errors = reply.errors ?? []
    this.conflict = reply.conflict
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The server did not answer within the time, or could not be reached. */
export class NoResponse extends Error {
  constructor(cause: unknown) {
    super(messages.general.noResponse, { cause })
    this.name = 'NoResponse'
  }
}

type Options = {
  /** Sent as JSON, or as it is when it is a form with a file. */
  body?: Record<string, unknown> | FormData
  /** Also sends who is signed in as User-Id and Role-Id, where the specification asks for it. */
  identityHeaders?: boolean
  /** Ends the wait, for what may take longer than any other call. */
  signal?: AbortSignal
  /** For signing in: there is nobody yet to send along, and a 401 means a wrong password, not an ended session. */
  signedOut?: boolean
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Lists that the server marked. They are asked for again only if they changed; and they belong to whoever is signed in. */
const marked = new Map<string, { tag: string; reply: unknown }>()
onSessionChange(() => marked.clear())

export async function api<Reply>(method: Method, path: string, options: Options = {}): Promise<Reply> {
  const known = method === 'GET' ? marked.get(path) : undefined
  const response = await send(method, path, options, known?.tag)
  if (known && response.status === 304) return known.reply as Reply
  const reply = await readJson(response)
  if (response.ok) {
    const tag = response.headers.get('ETag')
    if (method === 'GET' && tag) marked.set(path, { tag, reply })
    return reply as Reply
  }
  if (!options.signedOut) noticeRefusal(response.status)
  throw new ApiError(response.status, (reply ?? {}) as Partial<ErrorReply>, Number(response.headers.get('Retry-After')) || 0)
}

async function send(
  method: Method,
  path: string,
  { body, identityHeaders, signedOut, signal }: Options,
  knownTag?: string,
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' })
  if (knownTag) headers.set('If-None-Match', knownTag)
  const hasBody = method === 'POST' || method === 'PUT'
  const identity = (hasBody && !signedOut) || identityHeaders ? readIdentity() : {}

  if (identityHeaders) {
    if (identity.id !== undefined) headers.set('User-Id', String(identity.id))
    if (identity.role_id !== undefined) headers.set('Role-Id', String(identity.role_id))
  }

  const request: RequestInit = {
    method,
    headers,
    credentials: 'include',
    signal: signal ?? AbortSignal.timeout(requestTimeoutMs),
  }
  if (body instanceof FormData) {
    // The browser itself sets the content type here: it alone knows the boundary between the parts.
    for (const [field, value] of Object.entries(identity)) if (!body.has(field)) body.append(field, String(value))
    request.body = body
  } else if (hasBody) {
    headers.set('Content-Type', 'application/json')
    request.body = JSON.stringify({ ...identity, ...body })
  }

  try {
    return await fetch(base + path, request)
  } catch (cause) {
    throw new NoResponse(cause)
  }
}

/** Sent along because the specification says so; the server gives it no authority. */
export function readIdentity(): { id?: number; role_id?: number } {
  const user = readSession()
  if (user) return { id: user.id, role_id: user.role_id }
  console.warn(messages.auth.identityMissing)
  return {}
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    // An answer that breaks off is no answer; one that is complete but not JSON (a proxy's error page) only lacks its sentence.
    if (!(cause instanceof SyntaxError)) throw new NoResponse(cause)
    if (response.ok) throw new ApiError(response.status, {})
    return undefined
  }
}

export function noticeRefusal(status: number) {
  if (status === 403) console.error(messages.general.adminsOnly)
  if (status !== 401) return
  console.error(messages.general.unauthorized)
  if (readSession()) toast(messages.auth.sessionEnded, { kind: 'bad' })
  clearSession()
}

/** The sentence to show for a failure: the server's own if it gave one. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof NoResponse || (error instanceof ApiError && error.message) ? error.message : fallback
}

/** Why the server refused; nothing where it failed or did not answer, which a person cannot do anything about. */
export function refusalOf(error: unknown): string | undefined {
  return error instanceof ApiError && error.status < 500 ? error.message || undefined : undefined
}

/** Where the server keeps something that the browser fetches by itself: an image. */
export function addressOf(path: string): string {
  return base + path
}
