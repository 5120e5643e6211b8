import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSignedCertificate } from './certificate.ts'

/** A browser with a subscription. It decrypts what is sent to it (RFC 8188, RFC 8291). */
export function testBrowser(pair: ECDH = createECDH('prime256v1'), auth = randomBytes(16)) {
  const publicKey = pair.getPublicKey()
  const derived = (salt: Buffer, secret: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  return {
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },

    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const end = 21 + body.readUInt8(20)
      const senderKey = body.subarray(21, end)
      const data = body.subarray(end)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const secret = derived(auth, pair.computeSecret(senderKey), info, 32)
      const cipher = createDecipheriv(
        'aes-128-gcm',
        derived(salt, secret, 'Content-Encoding: aes128gcm\0', 16),
        derived(salt, secret, 'Content-Encoding: nonce\0', 12),
      )
      cipher.setAuthTag(data.subarray(-16))
      const padded = Buffer.concat([cipher.update(data.subarray(0, -16)), cipher.final()])
      const last = padded.lastIndexOf(2)
      if (padded.subarray(last + 1).some((byte) => byte !== 0)) throw new Error('This is not the last record.')
      return padded.subarray(0, last).toString()
    },
  }
}

/** A browser with new keys. */
export function newTestBrowser() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return testBrowser(pair)
}

/** The claims of the header by which a sender says who it is (RFC 8292), with its key. Throws if the signature is wrong. */
export function readVapid(authorization = ''): { claims: Record<string, unknown>; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', body = '', signature = ''] = token.split('.')
  const raw = Buffer.from(key, 'base64url')
  const [x, y] = [raw.subarray(1, 33).toString('base64url'), raw.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), options, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is wrong.')
  return { claims: JSON.parse(Buffer.from(body, 'base64url').toString()), key }
}

export interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A real push service on loopback, as browsers have them: https, one address per device. It stores what it receives. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  let reply: { status: number; headers?: Record<string, string> } | 'none' = { status: 201 }
  const certificate = selfSignedCertificate()
  const server = createServer(certificate, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      if (reply !== 'none') response.writeHead(reply.status, reply.headers).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    /** The certificate that a sender must trust. */
    ca: certificate.cert,
    received,
    /** What the service replies from now on: a status, or nothing at all. */
    replyWith(next: typeof reply) {
      reply = next
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
