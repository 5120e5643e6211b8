import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { PasskeyAssertion, PasskeyRegistration } from '../../../contract/second-factor.ts'
import type { Settings } from '../../settings.ts'
import type { StoredPasskey } from './second-factor.queries.ts'

/** The library is loaded with the first passkey: it takes 15 MB and half of the time that the server needs to start. */
const webAuthn = () => import('@simplewebauthn/server')

/** The party that asks for a passkey: browsers bind it to the host name, and sign the origin. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** The relying party; undefined where browsers allow no passkeys: neither https nor localhost, or an IP address instead of a name. */
export function relyingPartyOf(
  { PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>,
  request: Pick<FastifyRequest, 'host' | 'hostname'>,
): RelyingParty | undefined {
  if (PUBLIC_URL) {
    const { protocol, hostname, origin } = new URL(PUBLIC_URL)
    const isAllowed = hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0)
    return isAllowed ? { id: hostname, origins: [origin] } : undefined
  }
  // A host other than localhost is what the client says, and proves nothing about the server.
  if (request.hostname !== 'localhost') return undefined
  const origins = ['http', 'https'].map((protocol) => new URL(`${protocol}://${request.host}`).origin)
  return { id: 'localhost', origins }
}

type Credential = { id: string; transports: string[] }

/** The options of a sign-in. Without credentials the browser offers every passkey that it has for this portal. */
export async function assertionOptions({ id }: RelyingParty, credentials: Credential[] = []) {
  const { generateAuthenticationOptions } = await webAuthn()
  return generateAuthenticationOptions({ rpID: id, userVerification: 'required', allowCredentials: credentials })
}

export async function registrationOptions(
  { id }: RelyingParty,
  portalTitle: string,
  user: { id: number; username: string; name: string },
  existing: Credential[],
) {
  const { generateRegistrationOptions } = await webAuthn()
  return generateRegistrationOptions({
    rpID: id,
    rpName: portalTitle,
    userID: userHandleOf(user.id),
    userName: user.username,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The account's id, which a passkey returns when it signs in without a username. */
function userHandleOf(userId: number) {
  return new Uint8Array(Buffer.from(String(userId)))
}

/** The challenge that a response says it signed; undefined if it cannot be read. It is trusted only once the signature was checked. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return typeof challenge === 'string' ? challenge : undefined
  } catch {
    return undefined
  }
}

/** The new counter of a passkey that signed the challenge on this portal; undefined if anything is wrong with the response. */
export async function verifyAssertion(
  { id, origins }: RelyingParty,
  challenge: string,
  passkey: StoredPasskey,
  assertion: PasskeyAssertion,
): Promise<number | undefined> {
  const { userHandle, ...response } = assertion.response
  if (userHandle !== undefined && !Buffer.from(userHandle, 'base64url').equals(userHandleOf(passkey.user_id))) return undefined
  const { verifyAuthenticationResponse } = await webAuthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: passkey.counter },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // The library's messages quote challenges and origins; they belong in no log.
    return undefined
  }
}

/** A new passkey that signed the challenge on this portal; undefined if anything is wrong with the response. */
export async function verifyRegistration(
  { id, origins }: RelyingParty,
  challenge: string,
  registration: PasskeyRegistration,
): Promise<Omit<StoredPasskey, 'id' | 'user_id'> | undefined> {
  const { transports = [], ...response } = registration.response
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...registration, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: id,
      requireUserVerification: true,
    })
    if (!verified) return undefined
    const { credential } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    }
  } catch {
    return undefined
  }
}
