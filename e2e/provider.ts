import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import OidcProvider from 'oidc-provider'

export const client = { id: 'portal', secret: 'a secret that only the provider and the portal know' }

/**
 * A real OpenID Connect provider with its own pages, at another site than the portal. Every login has an account there, with any password;
 * the address is the login at test.example, confirmed unless the login begins with "unconfirmed".
 */
export async function startProvider(portalUrl: string) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  const provider = new OidcProvider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${portalUrl}/auth/sso/callback`],
        post_logout_redirect_uris: [`${portalUrl}/`],
        backchannel_logout_uri: `${portalUrl}/auth/sso/logout-token`,
        backchannel_logout_session_required: true,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context: unknown, login: string) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        email: `${login}@test.example`,
        email_verified: !login.startsWith('unconfirmed'),
        name: login,
      }),
    }),
    features: { backchannelLogout: { enabled: true } },
    // The provider's dispatcher refuses loopback, where the portal of the tests listens.
    fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
    cookies: { keys: ['a key of the tests'] },
    ttl: { AccessToken: 300, Grant: 3600, IdToken: 300, Interaction: 600, Session: 3600 },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
