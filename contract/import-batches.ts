import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdInAddress, IdParams, Translations } from './fields.ts'
import { importKinds } from './imports.ts'

/**
 * The reasons why the undo of an import leaves a row as it is; the sentences are `messages.importBatches.reasons`. `edited`: a value that the
 * import wrote is another one by now.
 */
export const undoExceptions = [
  'edited',
  'removed',
  'self',
  'admin',
  'signedIn',
  'posted',
  'scored',
  'head',
  'rights',
  'members',
  'used',
  'department',
  'faculty',
  'taken',
  'notStaff',
  'aboveMost',
  'closed',
] as const
export type UndoException = (typeof undoExceptions)[number]

const Person = z.object({ id: z.int().optional(), name: z.string(), other_name: z.string().nullable() })

const ImportBatch = z.object({
  id: z.int(),
  kind: z.enum(importKinds),
  file_name: z.string(),
  /** The term of scores. */
  term: z.object({ name: z.string(), names: Translations }).nullable(),
  added: z.int(),
  changed: z.int(),
  /** The number of rows with errors, which were left out. */
  skipped: z.int(),
  created_at: z.string(),
  created_by: Person,
  undone: z.object({ at: z.string(), by: Person, restored: z.int() }).nullable(),
})
export type ImportBatch = z.infer<typeof ImportBatch>

/** A row that an import changed. */
const ImportedRow = z.object({
  /** The number of the row in the file. */
  row: z.int(),
  who: z.string(),
  name: z.string().nullable(),
  /** What was changed, as in the audit trail: a file of users may add departments. */
  subject: z.string(),
  subject_id: z.int(),
  outcome: z.enum(['new', 'changed']),
  changes: z.array(z.object({ column: z.string(), from: z.string().nullable(), to: z.string() })),
  /** The reason why an undo would leave the row as it is, or did; with the person who changed it since, if known. */
  exception: z
    .object({
      reason: z.enum(undoExceptions),
      by: z.string().nullable(),
      /** Missing where only the name is known. */
      by_id: z.int().nullish(),
      at: z.string().nullable(),
    })
    .nullable(),
})
export type ImportedRow = z.infer<typeof ImportedRow>

const ImportsReply = z.object({
  imports: z.array(ImportBatch),
  /** The cursor of the next page; null at the end. */
  next: z.int().nullable(),
})

const ImportBatchReply = z.object({ import: ImportBatch, rows: z.array(ImportedRow) })
export type ImportBatchReply = z.infer<typeof ImportBatchReply>

const UndoReply = z.object({
  message: z.string(),
  restored: z.int(),
  /** The number of rows that stay as they are. */
  exceptions: z.int(),
})

export const listImports = endpoint({
  method: 'GET',
  path: '/imports',
  access: 'read-all',
  summary: 'The imports that changed something, newest first',
  query: z.object({
    /** The page starts after this import. */
    before: IdInAddress.optional(),
  }),
  replies: { 200: ImportsReply },
})

export const readImport = endpoint({
  method: 'GET',
  path: '/imports/:id',
  access: 'read-all',
  summary: 'What each row of an import changed, and which rows its undo would leave as they are, or did',
  params: IdParams,
  replies: { 200: ImportBatchReply },
})

export const undoImport = endpoint({
  method: 'PUT',
  path: '/imports/undo/:id',
  access: 'admin',
  repeatable: true,
  summary:
    'Undo an import, once: every row that was not changed since gets its former values, or is removed if the import added it',
  params: IdParams,
  replies: { 200: UndoReply },
})
