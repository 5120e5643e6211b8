import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { auditHeaders, auditRows } from '../../contract/audit-table.ts'
import { titleName } from '../../contract/codes.ts'
import { csvLine, csvMark } from '../../contract/csv.ts'
import { isoMomentIn } from '../../contract/dates.ts'
import { messages, type Say } from '../../contract/languages/catalogue.ts'
import { type Language, translatedLanguages } from '../../contract/languages/languages.ts'
import { atATime, database as limits } from '../../contract/limits.ts'
import { localized, translatedLabel } from '../../contract/localized.ts'
import { type ArchiveManifest, type MadeArchive, manifestFile, publicKeyFile, signatureFile } from '../../contract/results.ts'
import type { Database } from '../../database/connect.ts'
import { type Actor, auditedTransaction } from '../../database/transaction.ts'
import { audit } from '../audit/audit.queries.ts'
import type { Letterhead } from '../documents/blocks.ts'
import { Conflict, NotFound } from '../errors/errors.ts'
import { sayIn } from '../http/language.ts'
import { release } from '../process/release.ts'
import { pemOf, publicKeyOf } from './archive-keys.ts'
import { archives } from './archives.queries.ts'
import type { Report } from './report.ts'
import { renderReport } from './report-pdf.ts'
import { type FrozenResult, type ResultsTerm, results } from './results.queries.ts'
import { statementsPdf } from './statements-pdf.ts'
import { type ZipEntry, zip } from './zip.ts'

export interface Archive {
  term: ResultsTerm
  report: Report
  /** The codes of the statements of all members. */
  codes: readonly string[]
  language: Language
  letterhead: Letterhead
  address: string | undefined
  zone: string
  actor: Actor
  actorName: string
  privateKey: KeyObject
}

export function closingOf(term: ResultsTerm): NonNullable<ResultsTerm['closing']> {
  if (!term.closing) throw new Conflict(messages.results.archiveNeedsClosed)
  return term.closing
}

/**
 * The ZIP file. It is recorded just before its last bytes are sent, so that every complete copy is known to the portal; a term that was
 * reopened meanwhile refuses that, and the file stays incomplete.
 */
export async function* archiveZip(database: Database, archive: Archive): AsyncGenerator<Uint8Array> {
  const { term, codes, privateKey, actor } = archive
  const closing = closingOf(term)
  const createdAt = new Date()
  const publicKey = publicKeyOf(privateKey)
  const signed = { manifest: '', signature: Buffer.alloc(0) }

  async function* entries(): AsyncGenerator<ZipEntry> {
    const files: ArchiveManifest['files'] = []
    for await (const entry of contentOf(database, archive)) {
      const hash = createHash('sha256')
      let size = 0
      async function* counted() {
        for await (const chunk of entry.content) {
          hash.update(chunk)
          size += chunk.length
          yield chunk
        }
      }
      const packedHash = createHash('sha256')
      yield { ...entry, content: counted(), onPacked: (chunk) => packedHash.update(chunk) }
      files.push({ name: entry.name, size, sha256: hash.digest('hex'), packed_sha256: packedHash.digest('hex') })
    }
    const manifest: ArchiveManifest = {
      format: 'staff-portal-archive',
      format_version: 1,
      university: archive.letterhead.organization,
      portal: archive.letterhead.portalTitle,
      release,
      term: {
        id: term.id,
        name: term.name,
        start_date: term.start_date,
        end_date: term.end_date,
        rules_version: term.rules_version,
      },
      closing: { number: closing.number, closed_at: closing.closed_at, closed_by: closing.closed_by },
      members: codes.length,
      language: archive.language,
      created_at: createdAt.toISOString(),
      created_by: archive.actorName,
      key: createHash('sha256').update(publicKey).digest('hex'),
      files,
    }
    signed.manifest = `${JSON.stringify(manifest, null, 2)}\n`
    signed.signature = sign(null, Buffer.from(signed.manifest), privateKey)
    yield { name: manifestFile, content: [Buffer.from(signed.manifest)], isStored: true }
    yield { name: signatureFile, content: [signed.signature], isStored: true }
    yield { name: publicKeyFile, content: [Buffer.from(pemOf(publicKey))], isStored: true }
  }

  const hash = createHash('sha256')
  let size = 0
  let last: Uint8Array = Buffer.alloc(0)
  for await (const chunk of zip(entries(), createdAt)) {
    if (last.length > 0) yield last
    hash.update(chunk)
    size += chunk.length
    last = chunk
  }
  await auditedTransaction(database, actor, (tx, by) =>
    archives(tx).add(
      {
        checksum: hash.digest(),
        size,
        term_id: term.id,
        closing_id: closing.id,
        manifest: signed.manifest,
        signature: signed.signature,
        key_fingerprint: createHash('sha256').update(publicKey).digest(),
      },
      by,
    ),
  )
  yield last
}

/** The files that the manifest lists. The statements come first: they take longest, and the browser counts them as they arrive. */
async function* contentOf(database: Database, archive: Archive): AsyncGenerator<ZipEntry> {
  const { term, report, codes, language, letterhead, address, zone } = archive
  const closing = closingOf(term)
  const say = sayIn(language)
  const withFaculty = await results(database).hasFaculties(closing.id)
  const document = { codes, language, letterhead, termName: localized(language, term, 'name'), address, zone }
  yield { name: 'statements.pdf', content: statementsPdf(database, document), isStored: true }
  yield { name: 'report.pdf', content: [await renderReport(language, zone, report, letterhead)], isStored: true }
  yield { name: 'results.csv', content: csvOfResults(say, language, frozenRows(database, closing.id, withFaculty), withFaculty) }
  yield { name: 'results.json', content: jsonOfResults(archive, frozenRows(database, closing.id, withFaculty)) }
  yield { name: 'audit.csv', content: csvOfAudit(database, say, zone, term.id) }
}

async function* frozenRows(database: Database, closingId: number, withFaculty: boolean): AsyncGenerator<FrozenResult[]> {
  let after = 0
  for (;;) {
    const rows = await results(database).frozen(closingId, after, atATime.archiveRows, withFaculty)
    if (rows.length > 0) yield rows
    if (rows.length < atATime.archiveRows) return
    after = rows.at(-1)?.user_id ?? after
  }
}

async function* csvOfResults(
  say: Say,
  language: Language,
  pages: AsyncIterable<FrozenResult[]>,
  withFaculty: boolean,
): AsyncGenerator<Buffer> {
  const { fields, grading, results: words, statements, codes } = messages
  const headers = [
    fields.name,
    fields.otherName,
    fields.degree,
    fields.title,
    words.department,
    ...translatedLanguages.map((language) => translatedLabel(words.department, language)),
    ...(withFaculty
      ? [messages.fields.faculty, ...translatedLanguages.map((language) => translatedLabel(messages.fields.faculty, language))]
      : []),
    statements.teacherPoints,
    statements.feedback,
    codes.types.Attending,
    codes.types.Compulsory,
    codes.types.Elective,
    statements.total,
    grading.withFeedback,
    grading.current,
    words.postedActivities,
    words.verifiedActivities,
    words.returnedActivities,
  ]
  yield Buffer.from(`${csvMark}${csvLine(headers.map(say))}`)
  for await (const rows of pages) {
    const lines = rows.map((row) =>
      csvLine([
        row.name,
        row.other_name,
        localized(language, row, 'degree'),
        say(titleName(row.title)),
        row.department_name,
        ...translatedLanguages.map((language) => row.department_names?.[language] ?? null),
        ...(withFaculty
          ? [row.faculty_name ?? null, ...translatedLanguages.map((language) => row.faculty_names?.[language] ?? null)]
          : []),
        row.tp,
        row.fb,
        row.atts,
        row.acts,
        row.escore,
        row.total_score,
        row.grade,
        row.own_grade,
        row.posted_count,
        row.verified_count,
        row.returned_count,
      ]),
    )
    yield Buffer.from(lines.join(''))
  }
}

/** The results for programs: codes and names as the API has them, a member a line. */
async function* jsonOfResults({ term }: Archive, pages: AsyncIterable<FrozenResult[]>): AsyncGenerator<Buffer> {
  const { closing, ...facts } = term
  yield Buffer.from(`{"term":${JSON.stringify(facts)},"closing":${JSON.stringify({ ...closing, id: undefined })},"results":[`)
  let separator = '\n'
  for await (const rows of pages) {
    yield Buffer.from(separator + rows.map(({ degrees: _, ...row }) => JSON.stringify(row)).join(',\n'))
    separator = ',\n'
  }
  yield Buffer.from('\n]}\n')
}

/** The audit trail as in the Audit panel, without the network addresses: an archive is handed to others. */
async function* csvOfAudit(database: Database, say: Say, zone: string, termId: number): AsyncGenerator<Buffer> {
  const columns = ['when', 'who', 'what', 'note', 'changes'] as const
  const rowOf = auditRows(say, await audit(database).names(), (moment) => isoMomentIn(zone, moment))
  yield Buffer.from(`${csvMark}${csvLine(columns.map((column) => say(auditHeaders[column])))}`)
  let after = 0
  for (;;) {
    const page = await database.begin((tx) => results(tx).auditOf(termId, after, atATime.archiveRows), {
      mode: 'isolation level repeatable read, read only',
      timeLimitMs: limits.long,
    })
    const lines = page.map((record) => {
      const row = rowOf(record)
      return csvLine(columns.map((column) => row[column]))
    })
    if (lines.length > 0) yield Buffer.from(lines.join(''))
    if (page.length < atATime.archiveRows) return
    after = page.at(-1)?.id ?? after
  }
}

/** The archive with this checksum, if the portal made it. The signature is verified again: a row alone proves nothing. */
export async function confirmArchive(database: Database, checksum: string): Promise<MadeArchive> {
  const isChecksum = /^[0-9a-f]{64}$/.test(checksum)
  const found = isChecksum ? await archives(database).byChecksum(Buffer.from(checksum, 'hex')) : undefined
  if (!found) throw new NotFound(messages.results.archiveUnknown)
  const key = createPublicKey({ key: found.public_key, type: 'spki', format: 'der' })
  if (!verify(null, Buffer.from(found.manifest), key, found.signature))
    throw new Error(`the signature of the archive ${checksum} is not right`)
  const manifest = JSON.parse(found.manifest) as ArchiveManifest
  return {
    checksum,
    size: found.size,
    term_name: manifest.term.name,
    term_names: found.term_names,
    closing: { number: found.closing_number, closed_at: found.closed_at },
    made_at: found.made_at,
    key: manifest.key,
    is_current: found.is_current,
  }
}
