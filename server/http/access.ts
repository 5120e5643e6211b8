import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedInUser } from '../../contract/auth.ts'
import type { Access, Endpoint } from '../../contract/endpoint.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import type { Actor } from '../../database/transaction.ts'
import { Forbidden, OtherAccount, Unauthorized } from '../errors/errors.ts'
import { can, type Viewer } from '../policy/policy.ts'
import { expectedUserHeader, idempotencyKeyOf } from './idempotency-key.ts'

/** The access in words, for the OpenAPI description. */
export const accessWords: Record<Access, string> = {
  public: 'Anyone may call it.',
  'signing-in': 'Whoever has given the right password and has the second step before them may call it.',
  'signed-in': 'Anyone signed in may call it.',
  admin: 'Administrators may call it.',
  'read-all': 'Administrators and readers may call it.',
  'give-rights': 'Administrators who give rights may call it.',
  staff: 'Staff may call it, for themselves.',
  'see-members':
    'Administrators, score keepers, reviewers and readers may call it, and heads of department and deans of faculty for their members.',
  'see-member':
    'Administrators, score keepers, reviewers and readers may call it, heads of department and deans of faculty for their members, and others for themselves.',
  review:
    'Administrators and reviewers may call it, heads of department and deans of faculty for their members, and those to whom they lent it.',
  score:
    'Administrators and score keepers may call it, and heads of department and deans of faculty for their members where the settings say so.',
  lend: 'Administrators, reviewers, heads of department and deans of faculty may call it.',
  'add-events': 'Administrators may call it, and heads of department and deans of faculty for their members.',
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
    /** The endpoints of the contract that are registered, for the table of who may do what. */
    declaredEndpoints: Endpoint[]
  }
  interface FastifyRequest {
    session: Session | null
    pendingSignIn: PendingSignIn | null
  }
}

/** The user, their rights when the request began, the hash of the token, and when the session ends at the latest. */
export interface Session {
  user: SignedInUser
  viewer: Viewer
  tokenHash: Buffer
  endsAt: Date
}

/** A sign-in whose password was right, or which the provider confirmed, and whose second step is missing. It gives no other right than to take that step. */
export interface PendingSignIn {
  user: SignedInUser
  tokenHash: Buffer
  /** The hash that the account had: another password ends the sign-in. Null without one. */
  passwordHash: string | null
  purpose: 'second factor' | 'set up'
  /** Whether the password is an initial one: the user chooses their own before a factor is set up. */
  mustChangePassword: boolean
  /** The session at the provider, if the provider took the place of the password. */
  sso: { issuer: string; subject: string; sessionId: string | undefined } | undefined
  /** The page that the user wanted to open before that. */
  returnTo: string | null
  /** Whether the user chose to stay signed in on the device. */
  stays: boolean
}

export function pendingSignInOf(request: FastifyRequest): PendingSignIn {
  if (!request.pendingSignIn) throw new Unauthorized(messages.secondFactor.expired)
  return request.pendingSignIn
}

export function sessionOf(request: FastifyRequest): Session {
  if (!request.session) throw new Unauthorized()
  return request.session
}

/** The signed-in user, on a route whose access is not public. */
export function signedInUser(request: FastifyRequest): SignedInUser {
  return sessionOf(request).user
}

/** The signed-in user with the rights that they had when the request began. */
export function viewerOf(request: FastifyRequest): Viewer {
  return sessionOf(request).viewer
}

function namedPerson(request: FastifyRequest, person: string): unknown {
  const { params, query } = request as { params: Record<string, unknown>; query: Record<string, unknown> }
  return params[person] ?? query[person]
}

/** The signed-in user with the address, for the audit trail, and the idempotency key. It is called after the body was read. */
export function actorOf(request: FastifyRequest): Actor {
  const { user, tokenHash } = sessionOf(request)
  return { id: user.id, address: request.ip, session: tokenHash, idempotencyKey: idempotencyKeyOf(request) }
}

function refusalFor(request: FastifyRequest, viewer: Viewer | undefined): Error | undefined {
  const { access, person } = request.routeOptions.config
  if (!viewer) return new Unauthorized()
  if (access === 'signed-in') return undefined
  if (!access || access === 'public' || access === 'signing-in') return new Forbidden()
  if (can(viewer, access)) return undefined
  const isOwn = access === 'see-member' && person && namedPerson(request, person) === String(viewer.id)
  return isOwn ? undefined : new Forbidden(access === 'staff' ? messages.general.staffOnly : undefined)
}

/**
 * Whether the request says whose it is, and is not that of the session. It gives no rights: what somebody wrote without a network is never
 * sent in the name of the person who has signed in since.
 */
function isOfOtherUser({ headers }: FastifyRequest, viewer: Viewer): boolean {
  const expected = headers[expectedUserHeader]
  return expected !== undefined && expected !== String(viewer.id)
}

/** Identity comes from the session alone: the URL, other headers and the body have no effect. */
export function guardAccess(
  app: FastifyInstance,
  findSession: (request: FastifyRequest) => Promise<Session | null>,
  findPendingSignIn: (request: FastifyRequest) => Promise<PendingSignIn | null>,
) {
  const declared: string[] = []
  app.decorateRequest('session', null)
  app.decorateRequest('pendingSignIn', null)
  app.decorate('declaredRoutes', declared)
  app.decorate('declaredEndpoints', [])

  app.addHook('onRoute', (route) => {
    if (route.config?.access === 'see-member' && !route.config.person)
      throw new Error(`The route ${String(route.method)} ${route.url} does not say whose it is.`)
    if (!route.config?.access) throw new Error(`The route ${String(route.method)} ${route.url} does not declare who may call it.`)
    declared.push(`${String(route.method)} ${route.url}`)
  })

  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (request.is404 || access === 'public') return
    if (access === 'signing-in') {
      request.pendingSignIn = await findPendingSignIn(request)
      pendingSignInOf(request)
      return
    }
    request.session = await findSession(request)
    if (request.session && isOfOtherUser(request, request.session.viewer)) throw new OtherAccount()
    const refusal = refusalFor(request, request.session?.viewer)
    if (refusal) throw refusal
  })
}
