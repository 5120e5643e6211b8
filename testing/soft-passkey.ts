import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The options that the portal sends to the browser, with the fields that an authenticator looks at. */
interface Options {
  challenge: string
  user?: { id: string }
}

/** Values that a real browser and authenticator would never send. */
export interface Forgery {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  type?: string
  userHandle?: string
  credentialId?: string
  isVerified?: boolean
}

const present = 0x01
const verified = 0x04
const attested = 0x40

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** An authenticator and the browser around it, in a few lines: one ES256 key, whose responses are those of a real one. */
export function softPasskey(origin = 'http://localhost', rpId = 'localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  let counter = 0
  let userHandle = ''

  function clientData(type: string, options: Options, forgery: Forgery) {
    const challenge = forgery.challenge ?? options.challenge
    return Buffer.from(
      JSON.stringify({ type: forgery.type ?? type, challenge, origin: forgery.origin ?? origin, crossOrigin: false }),
    )
  }

  function authenticatorData(flags: number, forgery: Forgery, more = Buffer.alloc(0)) {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(forgery.counter ?? counter)
    const all = flags | present | (forgery.isVerified === false ? 0 : verified)
    return Buffer.concat([sha256(forgery.rpId ?? rpId), Buffer.from([all]), count, more])
  }

  const named = (id: string) => ({ id, rawId: id, type: 'public-key' as const })

  return {
    /** Makes the response of navigator.credentials.create(). */
    create(options: unknown, forgery: Forgery = {}) {
      const given = options as Options
      userHandle = given.user?.id ?? ''
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
          [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
        ]) as never,
      )
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, credentialId.length]), credentialId, Buffer.from(key)])
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authenticatorData(attested, forgery, credential))],
        ]) as never,
      )
      return {
        ...named(credentialId.toString('base64url')),
        response: {
          clientDataJSON: clientData('webauthn.create', given, forgery).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },

    /** Makes the response of navigator.credentials.get(). */
    get(options: unknown, forgery: Forgery = {}) {
      const data = clientData('webauthn.get', options as Options, forgery)
      const authData = authenticatorData(0, forgery)
      return {
        ...named(forgery.credentialId ?? credentialId.toString('base64url')),
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey).toString('base64url'),
          userHandle: forgery.userHandle ?? userHandle,
        },
      }
    },

    id: credentialId.toString('base64url'),
  }
}

export type SoftPasskey = ReturnType<typeof softPasskey>
