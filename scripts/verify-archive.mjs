/**
 * Checks a signed archive of a term: `npm run verify-archive -- FILE [--key PUBLIC_KEY_FILE]`. With Node's own modules only, so that this
 * file works alone, on any machine, also when the portal is long gone. Exit code 0: right, 1: not right, 2: cannot be checked.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { inflateRawSync } from 'node:zlib'

class NotRight extends Error {}

const endSize = 22

/** The files of a ZIP archive by name. Every byte of it must belong to one of them: nothing hides between or behind them. */
function readZip(bytes) {
  const end = bytes.length - endSize
  if (end < 0 || bytes.readUInt32LE(end) !== 0x06054b50)
    throw new NotRight('It is not a whole ZIP file, or something follows its end.')
  const count = bytes.readUInt16LE(end + 10)
  const directory = bytes.readUInt32LE(end + 16)
  if (directory + bytes.readUInt32LE(end + 12) !== end) throw new NotRight('Its directory does not fit the file.')

  const files = new Map()
  let at = directory
  let next = 0
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw new NotRight('Its directory is damaged.')
    const [packedSize, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)]
    const nameLength = bytes.readUInt16LE(at + 28)
    const moreLength = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    const offset = bytes.readUInt32LE(at + 42)
    if (moreLength > 0 || offset !== next || files.has(name)) throw new NotRight(`It is not written as the portal does: ${name}.`)
    const content = offset + 30 + nameLength
    next = content + packedSize + 16
    if (next > directory || bytes.readUInt32LE(offset) !== 0x04034b50) throw new NotRight(`The file ${name} is damaged.`)
    if (bytes.toString('utf8', offset + 30, content) !== name) throw new NotRight(`The file ${name} has two names.`)
    files.set(name, inflated(name, bytes.subarray(content, content + packedSize), size))
    at += 46 + nameLength
  }
  if (at !== end || next !== directory) throw new NotRight('Something in it belongs to no file.')
  return files
}

function inflated(name, packed, size) {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) })
  } catch {
    throw new NotRight(`The file ${name} is damaged.`)
  }
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const fingerprintOf = (key) => sha256(key.export({ type: 'spki', format: 'der' }))
const own = ['manifest.json', 'manifest.sig', 'public-key.pem']

function manifestIn(files) {
  for (const name of own) if (!files.has(name)) throw new NotRight(`The file ${name} is missing.`)
  try {
    const manifest = JSON.parse(files.get('manifest.json').toString('utf8'))
    if (manifest.format === 'staff-portal-archive' && manifest.format_version === 1 && Array.isArray(manifest.files))
      return manifest
  } catch {
    // Not JSON: not a manifest either.
  }
  throw new NotRight('manifest.json is not the manifest of such an archive.')
}

/** PEM, or what GET /archive-keys of the portal replies: the public keys of all times. */
function keysIn(text) {
  const texts = text.trimStart().startsWith('{') ? JSON.parse(text).keys.map(({ public_key }) => public_key) : [text]
  return texts.map((pem) => createPublicKey(pem))
}

function checkSignature(files, manifest, trusted) {
  const keys = trusted ?? keysIn(files.get('public-key.pem').toString('utf8'))
  const key = keys.find((one) => fingerprintOf(one) === manifest.key)
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new NotRight(
      trusted ? `It was signed with another key: ${manifest.key}.` : 'Its public key is not the one that signed it.',
    )
  if (!verify(null, files.get('manifest.json'), key, files.get('manifest.sig')))
    throw new NotRight('The signature is wrong: the manifest was changed, or signed with another key.')
}

function checkFiles(files, manifest) {
  const listed = new Map(manifest.files.map((file) => [file.name, file]))
  for (const name of files.keys())
    if (!own.includes(name) && !listed.has(name)) throw new NotRight(`The file ${name} was added: the manifest does not list it.`)
  for (const [name, { size, sha256: checksum }] of listed) {
    const content = files.get(name)
    if (!content) throw new NotRight(`The file ${name} is missing.`)
    if (content.length !== size || sha256(content) !== checksum) throw new NotRight(`The file ${name} was changed.`)
  }
}

function check(file, keyFile) {
  const bytes = fs.readFileSync(file)
  const trusted = keyFile === undefined ? undefined : keysIn(fs.readFileSync(keyFile, 'utf8'))
  const files = readZip(bytes)
  const manifest = manifestIn(files)
  checkSignature(files, manifest, trusted)
  checkFiles(files, manifest)
  return { manifest, checksum: sha256(bytes) }
}

/** Texts of the archive without control characters: they could hide or forge lines of this output. */
const plain = (value) => String(value).replace(/\p{C}/gu, '?')

function print({ manifest, checksum }, hasKey) {
  const { term, closing, files, members, key } = manifest
  const facts = {
    Term: `${term.name}, ${term.start_date} to ${term.end_date}`,
    Closing: `no. ${closing.number}, on ${closing.closed_at} by ${closing.closed_by}`,
    Made: `${manifest.created_at} by ${manifest.created_by}, ${manifest.portal} of ${manifest.university}, release ${manifest.release}`,
    Members: members,
    Files: files.map(({ name }) => name).join(', '),
    'SHA-256': checksum,
    Key: key,
  }
  for (const [name, value] of Object.entries(facts)) console.log(`  ${name.padEnd(8)}  ${plain(value)}`)
  console.log('\nThe archive is whole: every file is as it was signed, none is missing or added, and the signature is right.')
  if (!hasKey)
    console.log(
      'It was checked with the key inside the archive, which proves only that nothing was changed since somebody signed it. Who that was,\n' +
        "the key says: compare it with the fingerprints that the portal lists at /archive-keys, or give the portal's key with --key FILE.",
    )
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } }, strict: false })
const [file] = positionals
if (!file) {
  console.error('Say which: npm run verify-archive -- FILE, or with the public key of the portal: --key PUBLIC_KEY_FILE.')
  process.exitCode = 2
} else {
  try {
    print(check(file, values.key), values.key !== undefined)
  } catch (error) {
    if (error instanceof NotRight) console.error(`The archive is NOT right. ${plain(error.message)}`)
    else console.error(`The archive cannot be checked: ${plain(error.message)}`)
    process.exitCode = error instanceof NotRight ? 1 : 2
  }
}
