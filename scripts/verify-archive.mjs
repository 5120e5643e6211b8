/**
 * Checks a signed archive of a term: `npm run verify-archive -- FILE [--key PUBLIC_KEY_FILE]`. It uses only Node's own modules, so that
 * this file works alone, on any machine, also when the portal is long gone. Exit code 0: right, 1: not right, 2: cannot be checked.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { crc32, inflateRawSync } from 'node:zlib'

class NotRight extends Error {}

// The format that server/results/zip.ts writes, and no other: other programs read these fields, so none of them may say something else.
const signatures = { localHeader: 0x04034b50, descriptor: 0x08074b50, centralHeader: 0x02014b50, end: 0x06054b50 }
const version = 20
const flags = 0x0008 | 0x0800
const deflate = 8
const [headerSize, descriptorSize, directorySize, endSize] = [30, 16, 46, 22]

/** The bytes of the fields one after the other: [bytes, value]. */
function record(...fields) {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes)
  return buffer
}

/**
 * The files of a ZIP archive that the portal wrote, in their order. Everything around the packed contents is written anew from what was
 * unpacked and has to be the same bytes: no field differs from the content, and nothing stands before, between or behind the files.
 */
export function readZip(bytes) {
  const end = bytes.length - endSize
  if (end < 0 || bytes.readUInt32LE(end) !== signatures.end)
    throw new NotRight('It is not a whole ZIP file, or something follows its end.')
  const count = bytes.readUInt16LE(end + 10)
  const directory = bytes.readUInt32LE(end + 16)
  if (directory > end || !bytes.subarray(end).equals(endOf(count, directory, end)))
    throw new NotRight('Its directory does not fit the file.')

  const files = new Map()
  // The time and date of the first file are those of all.
  const moment = bytes.subarray(directory + 12, directory + 16)
  let at = directory
  let offset = 0
  for (let index = 0; index < count; index += 1) {
    if (at + directorySize > end) throw new NotRight('Its directory is damaged.')
    const nameBytes = bytes.subarray(at + directorySize, at + directorySize + bytes.readUInt16LE(at + 28))
    const name = nameBytes.toString('utf8')
    const start = offset + headerSize + nameBytes.length
    const stop = start + bytes.readUInt32LE(at + 20)
    if (stop + descriptorSize > directory) throw new NotRight(`The file ${name} is damaged.`)
    const packed = bytes.subarray(start, stop)
    const content = inflated(name, packed, bytes.readUInt32LE(at + 24))
    const sums = record([4, crc32(content)], [4, packed.length], [4, content.length])
    const form = [record([2, version], [2, flags], [2, deflate]), moment]
    const nameLength = [2, nameBytes.length]
    const [header, descriptor, entry] = [
      [record([4, signatures.localHeader]), ...form, Buffer.alloc(sums.length), record(nameLength, [2, 0]), nameBytes],
      [record([4, signatures.descriptor]), sums],
      [
        record([4, signatures.centralHeader], [2, version]),
        ...form,
        sums,
        record(nameLength, [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
        nameBytes,
      ],
    ].map((parts) => Buffer.concat(parts))
    const isSame =
      bytes.subarray(offset, start).equals(header) &&
      bytes.subarray(stop, stop + descriptorSize).equals(descriptor) &&
      bytes.subarray(at, at + entry.length).equals(entry)
    if (!isSame || files.has(name)) throw new NotRight(`It is not written as the portal does: ${name}.`)
    files.set(name, { content, packed })
    offset = stop + descriptorSize
    at += entry.length
  }
  if (at !== end || offset !== directory) throw new NotRight('Something in it belongs to no file.')
  return { files, moment }
}

const endOf = (count, directory, end) =>
  record([4, signatures.end], [2, 0], [2, 0], [2, count], [2, count], [4, end - directory], [4, directory], [2, 0])

/** The content, to which every packed byte has to belong: programs that take the bytes as they are would find the rest. */
function inflated(name, packed, size) {
  try {
    const { buffer, engine } = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1), info: true })
    if (engine.bytesWritten === packed.length) return buffer
  } catch {
    // The file is not whole, or longer than the directory says.
  }
  throw new NotRight(`The file ${name} is damaged.`)
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')
const fingerprintOf = (key) => sha256(key.export({ type: 'spki', format: 'der' }))
const own = ['manifest.json', 'manifest.sig', 'public-key.pem']

function manifestIn(files) {
  for (const name of own) if (!files.has(name)) throw new NotRight(`The file ${name} is missing.`)
  try {
    const manifest = JSON.parse(files.get('manifest.json').content.toString('utf8'))
    if (manifest.format === 'staff-portal-archive' && manifest.format_version === 1 && Array.isArray(manifest.files))
      return manifest
  } catch {
    // The file is not JSON, and so no manifest.
  }
  throw new NotRight('manifest.json is not the manifest of such an archive.')
}

/** The keys in a PEM file, or in the reply of the portal's GET /archive-keys: the public keys of all times. */
export function keysIn(text) {
  const texts = text.trimStart().startsWith('{') ? JSON.parse(text).keys.map(({ public_key }) => public_key) : [text]
  return texts.map((pem) => createPublicKey(pem))
}

function keyInside(pem) {
  try {
    return keysIn(pem)
  } catch {
    throw new NotRight('The file public-key.pem is not a public key.')
  }
}

function checkSignature(files, manifest, trusted) {
  const pem = files.get('public-key.pem').content.toString('utf8')
  const keys = trusted ?? keyInside(pem)
  const key = keys.find((one) => fingerprintOf(one) === manifest.key)
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new NotRight(
      trusted ? `It was signed with another key: ${manifest.key}.` : 'Its public key is not the one that signed it.',
    )
  if (!verify(null, files.get('manifest.json').content, key, files.get('manifest.sig').content))
    throw new NotRight('The signature is wrong: the manifest was changed, or signed with another key.')
  if (key.export({ type: 'spki', format: 'pem' }) !== pem) throw new NotRight('The file public-key.pem was changed.')
}

function checkFiles({ files, moment }, manifest) {
  const listed = new Map(manifest.files.map((file) => [file.name, file]))
  for (const name of files.keys())
    if (!own.includes(name) && !listed.has(name)) throw new NotRight(`The file ${name} was added: the manifest does not list it.`)
  for (const [name, { size, sha256: checksum, packed_sha256: packedChecksum }] of listed) {
    const file = files.get(name)
    if (!file) throw new NotRight(`The file ${name} is missing.`)
    if (file.content.length !== size || sha256(file.content) !== checksum) throw new NotRight(`The file ${name} was changed.`)
    if (packedChecksum !== undefined && sha256(file.packed) !== packedChecksum)
      throw new NotRight(`The file ${name} was packed anew.`)
  }
  const order = [...manifest.files.map(({ name }) => name), ...own]
  if ([...files.keys()].join('\n') !== order.join('\n')) throw new NotRight('Its files stand in another order.')
  if (!moment.equals(dosTime(new Date(manifest.created_at))))
    throw new NotRight('The time of its files is not that of the manifest.')
  // A content can be packed in many ways. The manifest has the checksums of the other files as packed; archives of older releases have
  // none.
  if (manifest.files.some((file) => file.packed_sha256 === undefined)) return
  for (const name of own) {
    const { content, packed } = files.get(name)
    if (!packed.equals(storedBlock(content))) throw new NotRight(`The file ${name} was packed anew.`)
  }
}

/** A time in the date format of MS-DOS, in UTC. */
const dosTime = (at) =>
  record(
    [2, (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)],
    [2, ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()],
  )

/** A short content as deflate writes it without compression. */
const storedBlock = (content) =>
  Buffer.concat([record([1, 1], [2, content.length & 0xffff], [2, ~content.length & 0xffff]), content])

/** The manifest, if every byte is as the portal wrote it. `trusted`: its public keys, or undefined for the one inside. */
export function checkArchive(bytes, trusted) {
  const zip = readZip(bytes)
  const manifest = manifestIn(zip.files)
  checkSignature(zip.files, manifest, trusted)
  checkFiles(zip, manifest)
  return { manifest, checksum: sha256(bytes) }
}

/** A text of the archive without control characters: they could hide or forge lines of this output. */
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

function main() {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } }, strict: false })
  const [file] = positionals
  if (!file) {
    console.error('Say which: npm run verify-archive -- FILE, or with the public key of the portal: --key PUBLIC_KEY_FILE.')
    process.exitCode = 2
    return
  }
  try {
    const bytes = fs.readFileSync(file)
    const trusted = values.key === undefined ? undefined : keysIn(fs.readFileSync(values.key, 'utf8'))
    print(checkArchive(bytes, trusted), values.key !== undefined)
  } catch (error) {
    if (error instanceof NotRight) console.error(`The archive is NOT right. ${plain(error.message)}`)
    else console.error(`The archive cannot be checked: ${plain(error.message)}`)
    process.exitCode = error instanceof NotRight ? 1 : 2
  }
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main()
