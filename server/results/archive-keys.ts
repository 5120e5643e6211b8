import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { CannotStart } from '../../database/cannot-start.ts'
import { connect, type Database } from '../../database/connect.ts'
import { archives } from './archives.queries.ts'

/** The key from ARCHIVE_KEY_FILE: Ed25519 as PEM, such as `openssl genpkey -algorithm ed25519` writes. */
export function readKeyFile(path: string): KeyObject {
  try {
    const key = createPrivateKey(readFileSync(path))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // The cause is not in the message: it could quote the file.
  }
  throw new CannotStart(
    `ARCHIVE_KEY_FILE must name a readable Ed25519 private key, such as openssl genpkey -algorithm ed25519 writes: ${path}.`,
  )
}

export function publicKeyOf(privateKey: KeyObject): Buffer {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
}

export function pemOf(publicKey: Buffer): string {
  return String(createPublicKey({ key: publicKey, type: 'spki', format: 'der' }).export({ type: 'spki', format: 'pem' }))
}

function newKey() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
  }
}

/** The key that signs: that of the file, or the newest stored one. The first is made when it is first needed. */
export async function signingKey(database: Database, fromFile: KeyObject | undefined): Promise<KeyObject> {
  return database.begin(async (tx) => {
    await archives(tx).lockKeys()
    if (fromFile) {
      await archives(tx).addKey(publicKeyOf(fromFile), undefined)
      return fromFile
    }
    let stored = await archives(tx).privateKey()
    if (!stored) {
      const made = newKey()
      await archives(tx).addKey(made.publicKey, made.privateKey)
      stored = made.privateKey
    }
    return createPrivateKey({ key: stored, type: 'pkcs8', format: 'der' })
  })
}

/** Rotates the key for `npm run archive-key`: archives are signed with another key from now on; the old one still confirms old archives. */
export async function rotateKey(address: string): Promise<string> {
  const database = connect(address, { max: 1, timeLimitMs: 0 })
  try {
    const { publicKey, privateKey } = newKey()
    await database.begin(async (tx) => {
      await archives(tx).lockKeys()
      await archives(tx).addKey(publicKey, privateKey)
    })
    return pemOf(publicKey)
  } finally {
    await database.end()
  }
}
