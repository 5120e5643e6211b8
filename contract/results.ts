import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, PaperLanguage, Translations } from './fields.ts'

const ReportQuery = z.object({ term_id: IdInAddress, language: PaperLanguage })
const StatementsQuery = ReportQuery.extend({ department_id: IdInAddress.optional() })

/** The files of an archive beside those that its manifest lists. */
export const manifestFile = 'manifest.json'
export const signatureFile = 'manifest.sig'
export const publicKeyFile = 'public-key.pem'

/** The description that an archive has of itself. The signature is over the bytes of this file, and its checksums are of the other ones. */
export interface ArchiveManifest {
  format: 'staff-portal-archive'
  format_version: 1
  university: string
  portal: string
  release: string
  term: { id: number; name: string; start_date: string; end_date: string; rules_version: number }
  closing: { number: number; closed_at: string; closed_by: string }
  members: number
  language: string
  created_at: string
  created_by: string
  /** The fingerprint of the key that signed it. */
  key: string
  /** The second checksum is that of the bytes as they stand in the archive; the archives of older releases have none. */
  files: { name: string; size: number; sha256: string; packed_sha256?: string }[]
}

const Sha256 = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/)

/** A checksum. Other texts are simply not found. */
export const ChecksumParams = z.object({ checksum: Sha256.or(z.string()) })

/** An archive that was made. The reply says no more than the archive itself. */
const MadeArchive = z.object({
  checksum: z.string(),
  size: z.int(),
  term_name: z.string(),
  term_names: Translations,
  closing: z.object({ number: z.int(), closed_at: z.string() }),
  made_at: z.string(),
  key: z.string(),
  /** Whether the closing is still in force: the term was not reopened since. */
  is_current: z.boolean(),
})
export type MadeArchive = z.infer<typeof MadeArchive>

const ArchiveKey = z.object({
  /** The SHA-256 of the key as DER. */
  fingerprint: z.string(),
  algorithm: z.literal('Ed25519'),
  /** The key as PEM. */
  public_key: z.string(),
  created_at: z.string(),
})

export const downloadReport = endpoint({
  method: 'GET',
  path: '/results/report',
  access: 'read-all',
  summary: 'The report of a term as PDF',
  query: ReportQuery,
})

export const downloadStatements = endpoint({
  method: 'GET',
  path: '/results/statements',
  access: 'read-all',
  summary: 'The statements of all members of a term, or of one department, as one PDF',
  query: StatementsQuery,
})

export const downloadArchive = endpoint({
  method: 'GET',
  path: '/results/archive',
  access: 'admin',
  summary: 'A closed term as a signed archive',
  query: ReportQuery,
})

export const readArchive = endpoint({
  method: 'GET',
  path: '/archives/:checksum',
  access: 'public',
  summary: 'Confirms an archive by the SHA-256 of its file',
  params: ChecksumParams,
  replies: { 200: z.object({ archive: MadeArchive }) },
})

export const listArchiveKeys = endpoint({
  method: 'GET',
  path: '/archive-keys',
  access: 'public',
  summary: 'The public keys of all times that sign archives, newest first',
  replies: { 200: z.object({ keys: z.array(ArchiveKey) }) },
})
