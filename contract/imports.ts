import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, TermQuery } from './fields.ts'
import { messages } from './languages/catalogue.ts'

export const importKinds = ['users', 'scores', 'departments', 'activities'] as const
export type ImportKind = (typeof importKinds)[number]

export const largestImportBytes = 5 * 1024 * 1024
export const mostImportRows = 20_000
/** Hashing is slow: this many passwords of a file are set by the import itself, and by each call after it. */
export const passwordsWithImport = 50
export const passwordsAtATime = 50

/** The columns of a file with the headings of the tables, in the order of the template. An import takes those of every language. */
export const importColumns = {
  users: {
    name: messages.fields.name,
    email: messages.fields.email,
    degree: messages.fields.degree,
    title: messages.fields.title,
    username: messages.fields.username,
    department: messages.fields.department,
    gender: messages.fields.gender,
    role: messages.fields.role,
    password: messages.fields.password,
  },
  scores: {
    username: messages.fields.username,
    email: messages.fields.email,
    tp: messages.scoring.columns.tp,
    fb: messages.scoring.columns.fb,
  },
  departments: {
    name: messages.fields.name,
    name_ckb: messages.fields.nameCkb,
    name_ar: messages.fields.nameAr,
  },
  activities: {
    name: messages.fields.name,
    description: messages.fields.description,
    score: messages.fields.score,
    type: messages.fields.type,
    name_ckb: messages.fields.nameCkb,
    name_ar: messages.fields.nameAr,
    description_ckb: messages.fields.descriptionCkb,
    description_ar: messages.fields.descriptionAr,
  },
} as const
export type UserColumn = keyof typeof importColumns.users
export type ScoreColumn = keyof typeof importColumns.scores
export type DepartmentColumn = keyof typeof importColumns.departments
export type ActivityColumn = keyof typeof importColumns.activities

const ImportParams = z.object({ kind: z.enum(importKinds) })
const TemplateQuery = TermQuery.extend({ format: z.enum(['csv', 'xlsx']).default('csv') })

const outcomes = ['new', 'changed', 'same', 'wrong'] as const

/** One row of the file: its outcome, or why it cannot be imported. */
export const ImportRow = z.object({
  /** As a spreadsheet counts: the header is row 1. */
  row: z.int(),
  /** The username or e-mail address it names; of a department or an activity its name. */
  who: z.string(),
  name: z.string().nullable(),
  outcome: z.enum(outcomes),
  changes: z.array(z.object({ column: z.string(), from: z.string().nullable(), to: z.string() })),
  errors: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** The cells of a row with errors under the preview's `header`, without its password: to be corrected in a file of their own. */
  cells: z.array(z.string()).optional(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportPreview = z.object({
  /** How the file was decoded: the first thing to check when letters look wrong. */
  read: z.object({ format: z.enum(['csv', 'xlsx']), encoding: z.string().nullable(), delimiter: z.string().nullable() }),
  header: z.array(z.string()),
  /** Columns that are known and not imported. */
  ignored: z.array(z.string()),
  /** Columns that are not known: the file is imported without them only if the import says so. */
  unknown: z.array(z.string()),
  rows: z.array(ImportRow),
  counts: z.record(z.enum(outcomes), z.int()),
  /** Passwords of the file for users who have none: new ones, and those of an interrupted import. */
  passwords: z.int(),
  /** Departments that users of the file name and that do not exist yet, with the existing one that was perhaps meant. */
  missing_departments: z.array(z.object({ name: z.string(), rows: z.int(), near: z.string().nullable() })),
  /** Sent with the import: if the outcome would differ, nothing is imported. */
  fingerprint: z.string(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportReply = z.object({
  message: z.string(),
  added: z.int(),
  changed: z.int(),
  /** Rows with errors that were left out. */
  skipped: z.int(),
  /** Missing departments of users that were created with them. */
  departments_created: z.int(),
  /** Passwords of the file that are still to be set. */
  passwords_left: z.int(),
  /** New users for whom the file has no password. */
  without_password: z.array(z.int()),
})
export type ImportReply = z.infer<typeof ImportReply>

const FilePasswordsReply = z.object({ given: z.int(), left: z.int() })

const InitialPasswordsInput = z.object({
  user_ids: z.array(Id).min(1).max(passwordsAtATime),
  /** Also new ones in place of those that staff have: `true` only of those who never signed in, `all` of everybody. */
  replace: z.union([z.boolean(), z.literal('all')]).default(false),
})
export type ReplacedPasswords = z.infer<typeof InitialPasswordsInput>['replace']
/** Returned only once. All others keep the password they have and are not included. */
export const InitialPasswordsReply = z.object({
  made: z.array(z.object({ id: z.int(), name: z.string(), username: z.string(), password: z.string() })),
})
export type InitialPassword = z.infer<typeof InitialPasswordsReply>['made'][number]

export const readTemplate = endpoint({
  method: 'GET',
  path: '/imports/:kind/template',
  access: 'admin',
  summary: 'A file to fill in',
  params: ImportParams,
  query: TemplateQuery,
})

export const previewImport = endpoint({
  method: 'POST',
  path: '/imports/:kind/preview',
  access: 'admin',
  summary: 'What importing a file would do, row by row. Nothing is written',
  description:
    'Fields: file (CSV or XLSX, 5 MB, 20,000 rows), create_departments ("true" previews users with their missing departments).',
  consumes: ['multipart/form-data'],
  params: ImportParams,
  query: TermQuery,
  replies: { 200: ImportPreview },
})

export const importFile = endpoint({
  method: 'POST',
  path: '/imports/:kind',
  access: 'admin',
  summary: 'Import a file as its preview showed it: all of it or nothing, or its rows without errors',
  description:
    'Fields: file, fingerprint (of the preview), ignore_unknown ("true" imports it without its unknown columns), skip_wrong ("true" leaves rows with errors out), create_departments ("true" creates the missing departments of users; as in the preview). 409 where the outcome would be another one by now.',
  consumes: ['multipart/form-data'],
  params: ImportParams,
  query: TermQuery,
  replies: { 200: ImportReply },
})

export const setFilePasswords = endpoint({
  method: 'POST',
  path: '/imports/users/passwords',
  access: 'admin',
  summary: 'Set the next passwords of an imported file, for users who have none',
  description: 'Field: file. Call it until nothing is left.',
  consumes: ['multipart/form-data'],
  replies: { 200: FilePasswordsReply },
})

export const makeInitialPasswords = endpoint({
  method: 'POST',
  path: '/imports/users/initial-passwords',
  access: 'admin',
  summary: 'Make passwords up for users who have none, or with `replace` for staff who have one. They are told this once',
  body: InitialPasswordsInput,
  replies: { 200: InitialPasswordsReply },
})
