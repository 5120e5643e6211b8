import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { push } from '../../contract/limits.ts'

/** The keys of a browser: a raw point of the curve P-256, and a secret. */
export interface BrowserKeys {
  p256dh: Buffer
  auth: Buffer
}

const recordSize = 4096
/** The delimiter of the last record: what follows it would be padding. */
const lastRecord = Buffer.of(2)

function derived(salt: Buffer, secret: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/**
 * Encrypts a text for one browser (RFC 8291, in one record of RFC 8188): the push service between cannot read it. Throws for a point that is
 * not on the curve.
 */
export function encryptFor({ p256dh, auth }: BrowserKeys, text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > push.payload) throw new RangeError(`A push message of ${bytes.length} bytes is too long.`)
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, publicKey])
  const secret = derived(auth, own.computeSecret(p256dh), info, 32)
  const salt = randomBytes(16)
  const cipher = createCipheriv(
    'aes-128-gcm',
    derived(salt, secret, 'Content-Encoding: aes128gcm\0', 16),
    derived(salt, secret, 'Content-Encoding: nonce\0', 12),
  )
  const head = Buffer.alloc(5)
  head.writeUInt32BE(recordSize)
  head.writeUInt8(publicKey.length, 4)
  return Buffer.concat([
    salt,
    head,
    publicKey,
    cipher.update(bytes),
    cipher.update(lastRecord),
    cipher.final(),
    cipher.getAuthTag(),
  ])
}

/** Whether these are keys that a message can be encrypted for. */
export function areKeys(keys: BrowserKeys): boolean {
  try {
    encryptFor(keys, '')
    return keys.auth.length === 16
  } catch {
    return false
  }
}
