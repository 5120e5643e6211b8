import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedInUser } from '../../contract/auth.ts'
import { roles } from '../../contract/codes.ts'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Actor } from '../../database/transaction.ts'
import { Forbidden, Unauthorized } from './errors.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'

/** The same in words, for the OpenAPI description. */
export const accessWords: Record<Access, string> = {
  public: 'Anyone may call it.',
  'signed-in': 'Anyone signed in may call it.',
  admin: 'Administrators may call it.',
  staff: 'Staff may call it, for themselves.',
  'self-or-admin': 'Administrators may call it, and others for themselves.',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    person?: Endpoint['person'] | undefined
    crossOrigin?: Endpoint['crossOrigin'] | undefined
  }
  interface FastifyInstance {
    /** Every route, for the test that compares them with its table. */
    declaredRoutes: string[]
  }
  interface FastifyRequest {
    session: Session | null
  }
}

/** The user, and the hash of the token. */
export interface Session {
  user: SignedInUser
  tokenHash: Buffer
}

export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Unauthorized()
  return request.session
}

/** The signed-in user, on a route whose access is not public. */
export function signedInUser(request: FastifyRequest): SignedInUser {
  return sessionOf(request).user
}

function namedPerson(request: FastifyRequest, person: string): unknown {
  const { params, query } = request as { params: Record<string, unknown>; query: Record<string, unknown> }
  return params[person] ?? query[person]
}

/** The same with the address, for the audit trail, and the key that makes a repeated change one. After the body was read. */
export function actorOf(request: FastifyRequest): Actor {
  const { user, tokenHash } = sessionOf(request)
  return { id: user.id, address: request.ip, session: tokenHash, idempotencyKey: idempotencyKeyOf(request) }
}

function refusalFor(request: FastifyRequest, user: SignedInUser | undefined): Error | undefined {
  const { access, person } = request.routeOptions.config
  if (!user) return new Unauthorized()
  if (access === 'signed-in') return undefined
  if (access === 'staff') return user.role_id === roles.staff ? undefined : new Forbidden(messages.general.staffOnly)
  if (user.role_id === roles.admin) return undefined
  const isOwn = access === 'self-or-admin' && person && namedPerson(request, person) === String(user.id)
  return isOwn ? undefined : new Forbidden()
}

/** Identity comes from the session alone: the URL, other headers and the body have no effect. */
export function guardAccess(app: FastifyInstance, findSession: (request: FastifyRequest) => Promise<Session | null>) {
  const declared: string[] = []
  app.decorateRequest('session', null)
  app.decorate('declaredRoutes', declared)

  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'self-or-admin' && !route.config.person)
      throw new Error(`The route ${String(route.method)} ${route.url} does not say whose it is.`)
    if (!route.config?.access) throw new Error(`The route ${String(route.method)} ${route.url} does not declare who may call it.`)
    declared.push(`${String(route.method)} ${route.url}`)
  })

  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.access === 'public') return
    request.session = await findSession(request)
    const refusal = refusalFor(request, request.session?.user)
    if (refusal) throw refusal
  })
}
