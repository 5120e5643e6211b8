import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedInUser } from '../contract/auth.ts'
import { roles } from '../contract/codes.ts'
import { Forbidden, Unauthorized } from './errors.ts'

/** Who may call a route. Each route says it in `config.access`; one that does not say it keeps the server from starting. */
export type Access = 'public' | 'signed-in' | 'admin'

/** The same, as the page of the calls says it. */
export const accessWords: Record<Access, string> = {
  public: 'Anyone may call it.',
  'signed-in': 'Anyone signed in may call it.',
  admin: 'Administrators may call it.',
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    signedIn: SignedInUser | null
  }
}

/** The one who signed in, on a route whose access is not public. */
export function signedInUser(request: FastifyRequest): SignedInUser {
  if (!request.signedIn) throw new Unauthorized()
  return request.signedIn
}

/** Identity comes from the session alone: nothing in the address, the headers or the body is looked at. */
export function guardAccess(app: FastifyInstance, whoIs: (request: FastifyRequest) => Promise<SignedInUser | null>) {
  app.decorateRequest('signedIn', null)

  app.addHook('onRoute', (route) => {
    if (!route.config?.access) throw new Error(`The route ${String(route.method)} ${route.url} does not declare who may call it.`)
  })

  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (request.is404 || access === 'public') return
    request.signedIn = await whoIs(request)
    if (!request.signedIn) throw new Unauthorized()
    if (access === 'admin' && request.signedIn.role_id !== roles.admin) throw new Forbidden()
  })
}
