import { generateKeyPairSync, sign } from 'node:crypto'

/** A value of ASN.1 in its binary form. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255]
  return Buffer.concat([Buffer.of(tag, ...length), body])
}

const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const identifier = (...bytes: number[]) => der(0x06, Buffer.of(...bytes))
const text = (tag: number, value: string) => der(tag, Buffer.from(value))

/** A certificate for 127.0.0.1 that signs itself, and its key: for a server of https in a test. Node reads certificates and writes none. */
export function selfSignedCertificate(): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = sequence(identifier(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const name = sequence(der(0x31, sequence(identifier(0x55, 0x04, 0x03), text(0x0c, '127.0.0.1'))))
  const isAuthority = sequence(identifier(0x55, 0x1d, 0x13), der(0x04, sequence(der(0x01, Buffer.of(0xff)))))
  const addresses = sequence(identifier(0x55, 0x1d, 0x11), der(0x04, sequence(der(0x87, Buffer.of(127, 0, 0, 1)))))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    sequence(text(0x17, '200101000000Z'), text(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority, addresses)),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(content, algorithm, der(0x03, Buffer.of(0), signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
