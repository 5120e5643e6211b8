import { spawnSync } from 'node:child_process'
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { translatedLanguages } from '../../contract/languages/languages.ts'
import type { ArchiveManifest } from '../../contract/results.ts'
import { checkArchive, keysIn, readZip as readStrictly } from '../../scripts/verify-archive.mjs'
import type { MadeUser } from '../../testing/factories.ts'
import { readPdf } from '../../testing/pdf-text.ts'
import { type Caller, type Portal, startPortal } from '../../testing/portal.ts'
import { pemOf, rotateKey } from './archive-keys.ts'
import { zip } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'archive-test-'))
const ownKey = generateKeyPairSync('ed25519')
const script = fileURLToPath(new URL('../../scripts/verify-archive.mjs', import.meta.url))

let portal: Portal
let admin: Caller
let cookie: { cookie: string }
let visitor: Caller
let member: MadeUser
let closed: { id: number; name: string }
let other: { id: number }
/** The archive that is made once, for the tests that only read it. */
let made: Awaited<ReturnType<Caller>>
const log: string[] = []
beforeAll(async () => {
  portal = await startPortal({ log, environment: { UNIVERSITY_NAME: 'University of Arden' } })
  const administrator = await portal.make.admin({ name: 'Rana Wahid' })
  admin = await portal.as(administrator)
  cookie = await portal.startSession(administrator)
  visitor = await portal.as(null)
  closed = await portal.make.term('2024/2025', '2024-09-01', '2025-08-31')
  other = await portal.make.term('2025/2026', '2025-09-01', '2026-08-31')
  const { id: department_id } = await portal.make.department('Physics')
  member = await portal.make.staff({ name: 'Sara Aziz', other_name: 'سارا عەزیز', title: 'l', department_id })
  await portal.make.staff({ name: '=Formula', title: 'p' })
  const activity = await portal.make.activity({ name: 'Kept workshop', score: 2.5 })
  await portal.make.posting(member.id, activity, '2024-10-01')
  const gone = await portal.make.posting(member.id, await portal.make.activity({ name: 'Deleted workshop' }), '2024-10-02')
  await portal.sql`delete from posted_activities where id = ${gone}`
  await portal.make.posting(member.id, await portal.make.activity({ name: 'Later workshop' }), '2025-10-02')
  await admin('PUT', `/users/edit-tp/${member.id}?term_id=${closed.id}`, { tp: 12.5 })
  await admin('PUT', `/users/edit-feedback/${member.id}?term_id=${closed.id}`, { fb: 9 })
  await admin('PUT', `/users/edit-tp/${member.id}?term_id=${other.id}`, { tp: 99.5 })
  expect((await admin('PUT', `/terms/close/${closed.id}`)).statusCode).toBe(200)
  await portal.sql`update users set name = 'Renamed since', other_name = 'ناوی تر' where id = ${member.id}`
  made = await archiveOf(closed.id)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await portal.stop()
})

const archiveOf = (termId: number, caller = admin) => caller('GET', `/results/archive?term_id=${termId}`)
const checksumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const readZip = (bytes: Buffer) => new Map([...readStrictly(bytes).files].map(([name, { content }]) => [name, content]))
const manifestIn = (bytes: Buffer) => JSON.parse(String(readZip(bytes).get('manifest.json'))) as ArchiveManifest

let count = 0
function save(bytes: Uint8Array | string, extension = 'zip') {
  count += 1
  const file = join(folder, `${count}.${extension}`)
  writeFileSync(file, bytes)
  return file
}
/** Runs `npm run verify-archive`. */
function verifyArchive(bytes: Uint8Array, ...more: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, save(bytes), ...more], { encoding: 'utf8' })
  return { status, text: stdout + stderr }
}
/** The same archive with other files in it. */
function rewrite(files: ReadonlyMap<string, Uint8Array>, at = manifestIn(made.rawPayload).created_at): Promise<Buffer> {
  async function* entries() {
    for (const [name, content] of files) yield { name, content: [content], isStored: /pdf$|^manifest|pem$/.test(name) }
  }
  return buffer(zip(entries(), new Date(at)))
}

describe('the archive of a closed term', () => {
  test('has results, statements, report and audit records, and a manifest with their checksums', async () => {
    const reply = made
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('application/zip')
    expect(reply.headers['content-disposition']).toBe('attachment; filename="archive-20242025-closing-1.zip"')
    expect(reply.headers['x-members']).toBe('2')
    const { files } = readStrictly(reply.rawPayload)
    const listed = ['statements.pdf', 'report.pdf', 'results.csv', 'results.json', 'audit.csv']
    expect([...files.keys()]).toEqual([...listed, 'manifest.json', 'manifest.sig', 'public-key.pem'])
    const manifest = manifestIn(reply.rawPayload)
    expect(manifest).toMatchObject({
      university: 'University of Arden',
      term: { id: closed.id, name: '2024/2025', start_date: '2024-09-01', end_date: '2025-08-31', rules_version: 1 },
      closing: { number: 1, closed_by: 'Rana Wahid' },
      created_by: 'Rana Wahid',
      members: 2,
    })
    expect(manifest.files).toEqual(
      listed.map((name) => {
        const { content, packed } = files.get(name) ?? { content: Buffer.alloc(0), packed: Buffer.alloc(0) }
        return { name, size: content.length, sha256: checksumOf(content), packed_sha256: checksumOf(packed) }
      }),
    )
    expect(readPdf(files.get('statements.pdf')?.content ?? Buffer.alloc(0)).pages).toBe(2)
  })

  test('is signed: Ed25519 over the bytes of the manifest, by a key that the portal lists', async () => {
    const files = readZip(made.rawPayload)
    const { keys } = (await visitor('GET', '/archive-keys')).json()
    expect(keys).toEqual([
      {
        fingerprint: expect.any(String),
        algorithm: 'Ed25519',
        public_key: String(files.get('public-key.pem')),
        created_at: expect.any(String),
      },
    ])
    const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
    expect(JSON.parse(String(manifest)).key).toBe(keys[0].fingerprint)
    const key = createPublicKey(keys[0].public_key)
    expect(checksumOf(key.export({ type: 'spki', format: 'der' }))).toBe(keys[0].fingerprint)
    expect(verify(null, manifest, key, files.get('manifest.sig') ?? Buffer.alloc(0))).toBe(true)
  })

  test('has the frozen results, for people and for programs', async () => {
    const files = readZip(made.rawPayload)
    const lines = String(files.get('results.csv')).split('\r\n')
    expect(lines[0]).toContain('Name,Other spelling,Degree,Title,Department')
    expect(lines[0]).toContain('Total,Grade with feedback,Current grade (without feedback)')
    const untranslated = translatedLanguages.map(() => ',').join('')
    expect(lines[1]).toBe(`Sara Aziz,سارا عەزیز,PhD,Lecturer,Physics${untranslated},12.5,9,0,2.5,0,24,B,C,1,0,0`)
    expect(lines[2]).toContain("'=Formula")
    const { term, closing, results } = JSON.parse(String(files.get('results.json')))
    expect([term.name, closing.number, results.length]).toEqual(['2024/2025', 1, 2])
    expect(results[0]).toMatchObject({
      name: 'Sara Aziz',
      other_name: 'سارا عەزیز',
      title: 'l',
      tp: 12.5,
      fb: 9,
      total_score: 24,
    })
    expect(results[0]).toMatchObject({ grade: 'B', own_grade: 'C' })
    expect(results[1]).toMatchObject({ tp: null, fb: null, grade: 'E', own_grade: 'E' })
  })

  test('has the audit records of the term and of no other, without network addresses', async () => {
    const audit = String(readZip(made.rawPayload).get('audit.csv'))
    for (const words of ['Term 2024/2025 closed', 'Sara Aziz', '12.5', 'Kept workshop', 'Deleted workshop', 'deleted'])
      expect(audit).toContain(words)
    for (const words of ['99.5', 'Later workshop', '127.0.0.1']) expect(audit).not.toContain(words)
  })

  test('is recorded: who made it, of which closing, with which checksum', async () => {
    const { rawPayload } = made
    const [row] =
      await portal.sql`select encode(checksum, 'hex') as checksum, size::int, term_id from archives order by made_at desc limit 1`
    expect(row).toEqual({ checksum: checksumOf(rawPayload), size: rawPayload.length, term_id: closed.id })
    const [record] = (await admin('GET', '/audit?subject=term&kind=archived')).json().records
    expect(record).toMatchObject({
      actor_name: 'Rana Wahid',
      subject_name: '2024/2025',
      after: { closing: 1, checksum: checksumOf(rawPayload) },
    })
  })

  test('is refused while the term is open', async () => {
    const reply = await archiveOf(other.id)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'results.archiveNeedsClosed'])
    expect((await archiveOf(999_999)).statusCode).toBe(404)
  })

  test('stays incomplete and unknown if the term is reopened while it is made', async () => {
    const term = await portal.make.term('Reopened', '2020-01-01', '2020-12-31')
    expect((await admin('PUT', `/terms/close/${term.id}`)).statusCode).toBe(200)
    const reply = await portal.app.inject({
      method: 'GET',
      url: `/results/archive?term_id=${term.id}`,
      headers: cookie,
      payloadAsStream: true,
    })
    const stream = reply.stream()
    await once(stream, 'readable')
    expect((await admin('PUT', `/terms/reopen/${term.id}`, { reason: 'One more' })).statusCode).toBe(200)
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    await Promise.race([once(stream, 'close'), once(stream, 'error'), once(stream, 'end')]).catch(() => {})
    expect(Buffer.concat(chunks).includes('PK\u0005\u0006', 0, 'latin1')).toBe(false)
    expect(await portal.sql`select from archives where term_id = ${term.id}`).toEqual([])
  })
})

describe('anybody who holds an archive', () => {
  test('can ask the portal whether it made exactly this file', async () => {
    const { rawPayload } = made
    const checksum = checksumOf(rawPayload)
    const reply = await visitor('GET', `/archives/${checksum}`)
    expect(reply.statusCode).toBe(200)
    expect(reply.json().archive).toMatchObject({
      checksum,
      size: rawPayload.length,
      term_name: '2024/2025',
      closing: { number: 1 },
      is_current: true,
    })
    const changed = Buffer.from(rawPayload)
    changed[200] = (changed[200] ?? 0) ^ 1
    expect((await visitor('GET', `/archives/${checksumOf(changed)}`)).statusCode).toBe(404)
    expect((await visitor('GET', '/archives/nonsense')).statusCode).toBe(404)
  })

  test('gets a page that says so, in their language', async () => {
    const checksum = checksumOf(made.rawPayload)
    const genuine = await visitor('GET', `/check/archives/${checksum}`)
    expect(genuine.statusCode).toBe(200)
    for (const words of ['This archive is genuine', '2024/2025', checksum]) expect(genuine.body).toContain(words)
    const unknown = await visitor('GET', `/check/archives/${'0'.repeat(64)}`, undefined, { 'accept-language': 'ar' })
    expect(unknown.statusCode).toBe(404)
    expect(unknown.body).toContain('هذا الأرشيف غير معروف')
    expect((await visitor('GET', '/check/archives/%3Cscript%3E')).body).not.toContain('<script>')
    expect((await visitor('GET', `/check/archives?checksum=%20${checksum.toUpperCase()}`)).headers['location']).toBe(
      `/check/archives/${checksum}`,
    )
    expect((await visitor('GET', '/check')).body).toContain('Check an archive')
    // The browser's own words for a file would be in its own language.
    expect((await visitor('GET', '/check', undefined, { 'accept-language': 'ar' })).body).toContain('اختيار ملف')
  })

  test('learns that the term was reopened since; the next closing has an archive of its own', async () => {
    const term = await portal.make.term('Twice', '2021-01-01', '2021-12-31')
    await admin('PUT', `/terms/close/${term.id}`)
    const first = (await archiveOf(term.id)).rawPayload
    await admin('PUT', `/terms/reopen/${term.id}`, { reason: 'One tp was wrong' })
    await admin('PUT', `/terms/close/${term.id}`)
    const second = (await archiveOf(term.id)).rawPayload
    const closingOf = async (bytes: Buffer) => {
      const { closing, is_current } = (await visitor('GET', `/archives/${checksumOf(bytes)}`)).json().archive
      return [manifestIn(bytes).closing.number, closing.number, is_current]
    }
    expect(await closingOf(first)).toEqual([1, 1, false])
    expect(await closingOf(second)).toEqual([2, 2, true])
    expect((await visitor('GET', `/check/archives/${checksumOf(first)}`)).body).toContain('It is out of date')
  })
})

describe('npm run verify-archive', () => {
  let archive: Buffer
  let files: Map<string, Buffer>
  let publicKey: string
  beforeAll(async () => {
    archive = made.rawPayload
    files = readZip(archive)
    publicKey = save(files.get('public-key.pem') ?? '', 'pem')
  })

  test('confirms an archive, and says what the key inside it does not prove', () => {
    const alone = verifyArchive(archive)
    expect(alone.status).toBe(0)
    for (const words of ['2024/2025', 'no. 1', 'Rana Wahid', 'University of Arden', manifestIn(archive).key])
      expect(alone.text).toContain(words)
    expect(alone.text).toContain('proves only that nothing was changed since somebody signed it')
    const withKey = verifyArchive(archive, '--key', publicKey)
    expect(withKey.status).toBe(0)
    expect(withKey.text).not.toContain('proves only')
  })

  test('takes the list of keys as the portal replies it', async () => {
    const keys = save((await visitor('GET', '/archive-keys')).body, 'json')
    expect(verifyArchive(archive, '--key', keys).status).toBe(0)
  })

  const names = [
    'statements.pdf',
    'report.pdf',
    'results.csv',
    'results.json',
    'audit.csv',
    'manifest.json',
    'manifest.sig',
    'public-key.pem',
  ]
  test.each(names)('refuses an archive in which %s was changed', async (name) => {
    const changed = Buffer.from(files.get(name) ?? '')
    const at = Math.floor(changed.length / 2)
    changed[at] = (changed[at] ?? 0) ^ 1
    const { status, text } = verifyArchive(await rewrite(new Map([...files, [name, changed]])))
    expect(status).toBeGreaterThan(0)
    expect(text).not.toContain('The archive is whole')
  })

  test.each(names)('refuses an archive in which %s is missing', async (name) => {
    const { status, text } = verifyArchive(await rewrite(new Map([...files].filter(([other]) => other !== name))))
    expect([status, text]).toEqual([1, expect.stringContaining(`${name} is missing`)])
  })

  test('refuses one with a file more, or with bytes before, between or behind', async () => {
    const added = await rewrite(new Map([...files, ['more.txt', Buffer.from('more')]]))
    expect(verifyArchive(added)).toEqual({ status: 1, text: expect.stringContaining('more.txt was added') })
    expect(verifyArchive(Buffer.concat([archive, Buffer.from('x')])).status).toBe(1)
    expect(verifyArchive(Buffer.concat([Buffer.from('x'), archive])).status).toBe(1)
    expect(verifyArchive(archive.subarray(0, archive.length - 100)).status).toBe(1)
    expect(verifyArchive(Buffer.from('not a ZIP file at all')).status).toBe(1)
  })

  test('refuses one that somebody else changed and signed with a key of their own', async () => {
    const forgedKey = ownKey.publicKey.export({ type: 'spki', format: 'der' })
    const results = Buffer.from(String(files.get('results.csv')).replace('12.5', '92.5'))
    const manifest = manifestIn(archive)
    const forged = Buffer.from(
      JSON.stringify({
        ...manifest,
        key: checksumOf(forgedKey),
        files: manifest.files.map((file) =>
          file.name === 'results.csv'
            ? { name: file.name, size: results.length, sha256: checksumOf(results) }
            : { ...file, packed_sha256: undefined },
        ),
      }),
    )
    const forgery = await rewrite(
      new Map([
        ...files,
        ['results.csv', results],
        ['manifest.json', forged],
        ['manifest.sig', sign(null, forged, ownKey.privateKey)],
        ['public-key.pem', Buffer.from(pemOf(forgedKey))],
      ]),
    )
    // The forgery is whole in itself, as archives of older releases with one checksum for each file: the fingerprint has to be compared.
    expect(verifyArchive(forgery)).toEqual({ status: 0, text: expect.stringContaining('compare it with the fingerprints') })
    expect(verifyArchive(forgery, '--key', publicKey)).toEqual({
      status: 1,
      text: expect.stringContaining('signed with another key'),
    })
    expect((await visitor('GET', `/archives/${checksumOf(forgery)}`)).statusCode).toBe(404)
  })

  describe('refuses other bytes than those that the portal wrote:', () => {
    const isRight = (bytes: Buffer) => {
      try {
        return Boolean(checkArchive(bytes, keysIn(String(files.get('public-key.pem')))))
      } catch {
        return false
      }
    }

    test('any byte of its headers, descriptors and directory, and many of its contents', { timeout: 120_000 }, () => {
      expect(isRight(archive)).toBe(true)
      const parts = [...readStrictly(archive).files.values()]
      /** Whether a byte is content, apart from its first and last bytes, in which deflate has headers of its own. */
      const isContent = (at: number) =>
        parts.some(({ packed }) => {
          const start = packed.byteOffset - archive.byteOffset
          return at >= start + 5 && at < start + packed.length - 2
        })
      const accepted: string[] = []
      let tried = 0
      const attempt = (at: number, value: number) => {
        const before = archive[at] as number
        if (before === value) return
        archive[at] = value
        if (isRight(archive)) accepted.push(`byte ${at}: ${before} -> ${value}`)
        archive[at] = before
        tried += 1
      }
      for (let at = 0; at < archive.length; at += 1)
        if (!isContent(at) || at % 29 === 0) attempt(at, (archive[at] as number) ^ (1 << (at % 8)))
      const lots = fc.record({ at: fc.nat(archive.length - 1), value: fc.nat(255) })
      for (const { at, value } of fc.sample(lots, 300)) attempt(at, value)
      expect(accepted).toEqual([])
      expect(tried).toBeGreaterThan(2000)
    })

    /** A ZIP file in which an attacker writes each field as they like, and all of them consistently. */
    interface Part {
      name: string
      packed: Buffer
      method?: number
      directoryMethod?: number
      flags?: number
      crc: number
      size: number
      gap?: Buffer
      extra?: Buffer
    }
    function forge(
      parts: readonly Part[],
      { comment = '', order = parts.map((_, index) => index), disk = 0, at = readStrictly(archive).moment } = {},
    ) {
      const number = (bytes: number, value: number) => {
        const buffer = Buffer.alloc(bytes)
        buffer.writeUIntLE(value, 0, bytes)
        return buffer
      }
      const chunks: Buffer[] = []
      let offset = 0
      const entries = parts.map(
        ({ name, packed, crc, size, method = 8, directoryMethod = method, flags = 0x808, gap, extra }) => {
          const sums = [number(4, crc), number(4, packed.length), number(4, size)]
          const more = extra ?? Buffer.alloc(0)
          const form = (chosen: number) => [number(2, 20), number(2, flags), number(2, chosen), at]
          const local = Buffer.concat([
            Buffer.from('PK\u0003\u0004'),
            ...form(method),
            // The sums stand here if the bit for a descriptor is cleared.
            ...(flags & 8 ? [Buffer.alloc(12)] : sums),
            number(2, name.length),
            number(2, more.length),
            Buffer.from(name),
            more,
            packed,
            ...(flags & 8 ? [Buffer.from('PK\u0007\u0008'), ...sums] : []),
            gap ?? Buffer.alloc(0),
          ])
          const entry = Buffer.concat([
            Buffer.from('PK\u0001\u0002'),
            number(2, 20),
            ...form(directoryMethod),
            ...sums,
            number(2, name.length),
            number(2, more.length),
            Buffer.alloc(10),
            number(4, offset),
            Buffer.from(name),
            more,
          ])
          chunks.push(local)
          offset += local.length
          return entry
        },
      )
      const directory = Buffer.concat(order.map((index) => entries[index] as Buffer))
      const end = [number(2, disk), number(2, disk), number(2, order.length), number(2, order.length)]
      const places = [number(4, directory.length), number(4, offset), number(2, comment.length), Buffer.from(comment)]
      return Buffer.concat([...chunks, directory, Buffer.from('PK\u0005\u0006'), ...end, ...places])
    }

    const partsOf = (): Part[] =>
      [...readStrictly(archive).files].map(([name, { content, packed }]) => ({
        name,
        packed,
        crc: crc32(content),
        size: content.length,
      }))
    const change = (name: string, changes: (part: Part) => Partial<Part>) =>
      partsOf().map((part) => (part.name === name ? { ...part, ...changes(part) } : part))
    const forgedPdf = Buffer.from('%PDF-1.7 FORGED: grade A+')
    const packedOf = (text: string): Partial<Part> => ({
      packed: deflateRawSync(text, { level: 0 }),
      crc: crc32(text),
      size: text.length,
    })
    const asStored = (packed: Buffer) => ({ packed, method: 0, crc: crc32(packed), size: packed.length })

    test.each<[string, () => Buffer]>([
      [
        'a forged PDF behind the signed one',
        () => forge(change('statements.pdf', ({ packed }) => asStored(Buffer.concat([packed, forgedPdf])))),
      ],
      [
        'a forged line behind the results',
        () => forge(change('results.csv', ({ packed }) => asStored(Buffer.concat([packed, Buffer.from('\r\nMallory,A')])))),
      ],
      [
        'the same, and only the directory says that it is not compressed',
        () =>
          forge(
            change('statements.pdf', ({ packed }) => ({
              ...asStored(Buffer.concat([packed, forgedPdf])),
              method: 8,
              directoryMethod: 0,
            })),
          ),
      ],
      [
        'bytes behind the end of the packed ones',
        () => forge(change('results.csv', ({ packed }) => ({ packed: Buffer.concat([packed, Buffer.from('x')]) }))),
      ],
      [
        'the same content, packed in another way',
        () => forge(change('results.csv', (part) => ({ packed: deflateRawSync(inflateRawSync(part.packed), { level: 1 }) }))),
      ],
      [
        'the same manifest, packed in another way',
        () => forge(change('manifest.json', (part) => ({ packed: deflateRawSync(inflateRawSync(part.packed)) }))),
      ],
      ['another checksum in every place', () => forge(change('report.pdf', ({ crc }) => ({ crc: (crc ^ 1) >>> 0 })))],
      ['another size in every place', () => forge(change('report.pdf', ({ size }) => ({ size: size + 1 })))],
      ['marked as encrypted', () => forge(change('report.pdf', () => ({ flags: 0x809 })))],
      ['sizes before the content', () => forge(change('report.pdf', () => ({ flags: 0x800 })))],
      ['bytes between two files', () => forge(change('report.pdf', () => ({ gap: Buffer.from('between') })))],
      ['a field more for a file', () => forge(change('report.pdf', () => ({ extra: Buffer.from('up\u0004\u0000abcd') })))],
      ['another name', () => forge(change('report.pdf', () => ({ name: 'Report.pdf' })))],
      ['a file twice', () => forge([...partsOf(), partsOf()[0] as Part])],
      ['another order', () => forge(partsOf().reverse())],
      ['another order of the directory', () => forge(partsOf(), { order: [1, 0, 2, 3, 4, 5, 6, 7] })],
      [
        'a file that the directory does not have',
        () => forge([...partsOf(), partsOf()[0] as Part], { order: [0, 1, 2, 3, 4, 5, 6, 7] }),
      ],
      ['another time', () => forge(partsOf(), { at: Buffer.from([0, 0, 33, 80]) })],
      [
        'another form of the public key, with the right one at hand',
        () => forge(change('public-key.pem', () => packedOf(`${files.get('public-key.pem')}\n`))),
      ],
      ['a comment', () => forge(partsOf(), { comment: 'PK' })],
      ['a part of several disks', () => forge(partsOf(), { disk: 1 })],
    ])('%s', (_, make) => {
      // The writer of the attacker can also write what the portal does.
      expect(forge(partsOf()).equals(archive)).toBe(true)
      expect(isRight(make())).toBe(false)
    })
  })

  test('cannot check what is not there', () => {
    const missing = spawnSync(process.execPath, [script, join(folder, 'missing.zip')], { encoding: 'utf8' })
    expect(missing.status).toBe(2)
    expect(spawnSync(process.execPath, [script]).status).toBe(2)
  })
})

describe('the keys that sign archives', () => {
  test('can be replaced: a new archive has the new one, and old archives are still confirmed', async () => {
    const before = made.rawPayload
    const pem = await rotateKey(portal.url)
    const after = (await archiveOf(closed.id)).rawPayload
    expect(String(readZip(after).get('public-key.pem'))).toBe(pem)
    const { body } = await visitor('GET', '/archive-keys')
    expect(JSON.parse(body).keys.map(({ public_key }: { public_key: string }) => public_key)).toEqual([
      pem,
      String(readZip(before).get('public-key.pem')),
    ])
    for (const bytes of [before, after]) {
      expect((await visitor('GET', `/archives/${checksumOf(bytes)}`)).statusCode).toBe(200)
      expect(verifyArchive(bytes, '--key', save(body, 'json')).status).toBe(0)
    }
    expect(verifyArchive(after, '--key', save(String(readZip(before).get('public-key.pem')), 'pem')).status).toBe(1)
  })

  test('are made once, also by two servers at the same time', async () => {
    const fresh = await startPortal()
    try {
      const caller = await fresh.as(await fresh.make.admin())
      const term = await fresh.make.term('Year', '2024-09-01', '2025-08-31')
      await fresh.make.staff()
      await caller('PUT', `/terms/close/${term.id}`)
      const another = await fresh.another()
      const headers = await fresh.signIn(await fresh.make.admin())
      const replies = await Promise.all([
        caller('GET', `/results/archive?term_id=${term.id}`),
        another.inject({ method: 'GET', url: `/results/archive?term_id=${term.id}`, headers }),
      ])
      await another.close()
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect((await caller('GET', '/archive-keys')).json().keys).toHaveLength(1)
    } finally {
      await fresh.stop()
    }
  })

  test('may come from a file, which is not stored', async () => {
    const file = save(String(ownKey.privateKey.export({ type: 'pkcs8', format: 'pem' })), 'pem')
    const fresh = await startPortal({ environment: { ARCHIVE_KEY_FILE: file } })
    try {
      const caller = await fresh.as(await fresh.make.admin())
      const term = await fresh.make.term('Year', '2024-09-01', '2025-08-31')
      await fresh.make.staff()
      await caller('PUT', `/terms/close/${term.id}`)
      const { rawPayload } = await caller('GET', `/results/archive?term_id=${term.id}`)
      const pem = String(ownKey.publicKey.export({ type: 'spki', format: 'pem' }))
      expect(String(readZip(rawPayload).get('public-key.pem'))).toBe(pem)
      expect((await caller('GET', '/archive-keys')).json().keys).toMatchObject([{ public_key: pem }])
      expect(await fresh.sql`select from archive_private_keys`).toEqual([])
    } finally {
      await fresh.stop()
    }
  })

  test('of another kind end the start with a sentence', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })
    for (const content of [String(rsa), 'nonsense'])
      await expect(startPortal({ environment: { ARCHIVE_KEY_FILE: save(content, 'pem') } })).rejects.toThrow(
        'ARCHIVE_KEY_FILE must name a readable Ed25519 private key',
      )
  })

  test('stay in the database: no reply, log line or audit record has a private one', async () => {
    const [{ secret }] = await portal.sql<[{ secret: Buffer }]>`select private_key as secret from archive_private_keys limit 1`
    const replies = await Promise.all(
      ['/archive-keys', '/audit', '/openapi.json'].map(async (url) => (await admin('GET', url)).body),
    )
    const everything = [...replies, ...log, JSON.stringify(await portal.sql`select * from audit`)].join('\n')
    for (const encoding of ['base64', 'hex'] as const) expect(everything).not.toContain(secret.toString(encoding))
    expect(everything).not.toContain('PRIVATE KEY')
  })

  test('and archives cannot be changed or removed, by nobody', async () => {
    for (const table of ['archives', 'archive_keys', 'archive_private_keys'])
      await expect(portal.sql.unsafe(`delete from ${table}`)).rejects.toMatchObject({ code: 'SP004' })
  })
})
