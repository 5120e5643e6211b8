import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, TermQuery } from './fields.ts'
import { CellToCorrect, Corrections, FileReading } from './import-reading.ts'
import { type Message, messages } from './languages/catalogue.ts'
import { type TranslatedLanguage, translatedLanguages } from './languages/languages.ts'
import { passwordsAtATime } from './limits.ts'
import { translatedLabel } from './localized.ts'

export const importKinds = ['users', 'scores', 'departments', 'activities'] as const
export type ImportKind = (typeof importKinds)[number]

const { columns: help, purpose } = messages.imports

/** A column for each language: `names.ckb`. */
function translationColumns<Field extends string>(field: Field, label: Message) {
  return Object.fromEntries(
    translatedLanguages.map((language) => [`${field}.${language}`, translatedLabel(label, language)]),
  ) as Readonly<Record<`${Field}.${TranslatedLanguage}`, Message>>
}

/**
 * The kinds of imports as a reader sees them: the columns of a file with the headings of the tables, in the order of the template (an
 * import accepts the headings of every language), and the words of the screen. What an import does with them stands in `server/imports/`.
 */
export const importDeclarations = {
  users: {
    columns: {
      name: messages.fields.name,
      other_name: messages.fields.otherName,
      email: messages.fields.email,
      degree: messages.fields.degree,
      title: messages.fields.title,
      username: messages.fields.username,
      department: messages.fields.department,
      gender: messages.fields.gender,
      role: messages.fields.role,
      password: messages.fields.password,
    },
    purpose: () => purpose.users,
    help: [help.users.who, help.users.empty, help.users.codes, help.users.password],
    importLabel: messages.imports.importUsers,
    isOfPeople: true,
    setsPasswords: true,
  },
  scores: {
    columns: {
      username: messages.fields.username,
      email: messages.fields.email,
      tp: messages.scoring.columns.tp,
      fb: messages.scoring.columns.fb,
    },
    purpose: purpose.scores,
    help: [help.scores.who, help.scores.empty],
    importLabel: messages.imports.importScores,
    isOfPeople: true,
  },
  departments: {
    columns: {
      name: messages.fields.name,
      faculty: messages.fields.faculty,
      ...translationColumns('names', messages.fields.name),
    },
    purpose: () => purpose.departments,
    help: [help.departments.who, help.departments.empty],
    importLabel: messages.imports.importDepartments,
  },
  activities: {
    columns: {
      name: messages.fields.name,
      description: messages.fields.description,
      score: messages.fields.score,
      type: messages.fields.type,
      ...translationColumns('names', messages.fields.name),
      ...translationColumns('descriptions', messages.fields.description),
      kind: messages.activities.kind,
      place: messages.activities.place,
      ...translationColumns('kinds', messages.activities.kind),
      ...translationColumns('places', messages.activities.place),
    },
    purpose: () => purpose.activities,
    help: [help.activities.who, help.activities.empty, help.activities.codes],
    importLabel: messages.imports.importActivities,
  },
} as const satisfies Record<ImportKind, ImportDeclaration>
export type ColumnOf<Kind extends ImportKind> = keyof (typeof importDeclarations)[Kind]['columns']

export interface ImportDeclaration {
  columns: Readonly<Record<string, Message>>
  purpose: (values: { term: string }) => Message
  help: readonly Message[]
  /** The label of the button, with the number of rows that are written. */
  importLabel: (values: { count: number }) => Message
  /** Whether the rows are users, each with a name beside the username or e-mail address. */
  isOfPeople?: boolean
  /** Whether users without a password can be given one from its screen. */
  setsPasswords?: boolean
}

const ImportParams = z.object({ kind: z.enum(importKinds) })
const TemplateQuery = TermQuery.extend({ format: z.enum(['csv', 'xlsx']).default('csv') })

const outcomes = ['new', 'changed', 'same', 'wrong'] as const

/** One row of the file: its outcome, or the reason why it cannot be imported. */
export const ImportRow = z.object({
  /** The number of the row as a spreadsheet counts, from 1. */
  row: z.int(),
  /** The username or e-mail address in the row; for a department or an activity, its name. */
  who: z.string(),
  name: z.string().nullable(),
  outcome: z.enum(outcomes),
  changes: z.array(z.object({ column: z.string(), from: z.string().nullable(), to: z.string() })),
  errors: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** The cells of a row with errors under the preview's `header`, without its password: to be corrected in a file of their own. */
  cells: z.array(z.string()).optional(),
  /** The cells of a row with errors that can be corrected in the preview. */
  to_correct: z.array(CellToCorrect).optional(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportPreview = z.object({
  /** The format in which the file was decoded: the first thing to check when letters look wrong. */
  read: z.object({ format: z.enum(['csv', 'xlsx']), encoding: z.string().nullable(), delimiter: z.string().nullable() }),
  header: z.array(z.string()),
  /** Columns that are known and not imported. */
  ignored: z.array(z.string()),
  /** Columns that are not known: the file is imported without them only if the import says so. */
  unknown: z.array(z.string()),
  rows: z.array(ImportRow),
  counts: z.record(z.enum(outcomes), z.int()),
  /** The number of passwords in the file for users who have none: new users, and those of an interrupted import. */
  passwords: z.int(),
  /** Departments that users of the file name and that do not exist yet, with the existing one that was perhaps meant. */
  missing_departments: z.array(z.object({ name: z.string(), rows: z.int(), near: z.string().nullable() })),
  /** How the file was read; a server of the previous release does not say. */
  reading: FileReading.optional(),
  /** What can be corrected for many rows at once; only where the request has a `reading`. */
  corrections: Corrections.optional(),
  /** The fingerprint of the preview, which is sent with the import: if the outcome would differ, nothing is imported. */
  fingerprint: z.string(),
  /** The last import of the same file, of this kind and for this term. A server of the previous release does not send it. */
  imported_before: z.object({ id: z.int(), at: z.string(), by: z.string(), is_undone: z.boolean() }).nullable().optional(),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportReply = z.object({
  message: z.string(),
  added: z.int(),
  changed: z.int(),
  /** The number of rows with errors, which were left out. */
  skipped: z.int(),
  /** The number of missing departments that were created together with their users. */
  departments_created: z.int(),
  /** The number of passwords in the file that are still to be set. */
  passwords_left: z.int(),
  /** New users for whom the file has no password. */
  without_password: z.array(z.int()),
  /** The id of the import, under which it can be seen and undone; null if nothing changed. A server of the previous release sends none. */
  import_id: z.int().nullable().optional(),
  /** The users that were added. */
  new_users: z.array(z.int()).optional(),
})
export type ImportReply = z.infer<typeof ImportReply>

const FilePasswordsReply = z.object({ given: z.int(), left: z.int() })

const InitialPasswordsInput = z.object({
  user_ids: z.array(Id).min(1).max(passwordsAtATime),
  /** Whether passwords that staff have are replaced, too: `true` only for staff who never signed in, `all` for everybody. */
  replace: z.union([z.boolean(), z.literal('all')]).default(false),
})
export type ReplacedPasswords = z.infer<typeof InitialPasswordsInput>['replace']
/** The initial passwords, returned only once. All other users keep the password they have and are not included. */
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
    'Fields: file (CSV or XLSX, 5 MB, 20,000 rows), create_departments ("true" previews users with their missing departments), reading (JSON with the choices of the reader: header_row, columns, values and cells that are replaced, rows that are left_out, create_departments, defaults; "{}" where they can be asked for).',
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
    'Fields: file, fingerprint (of the preview), ignore_unknown ("true" imports it without its unknown columns), skip_wrong ("true" leaves rows with errors out), create_departments ("true" creates the missing departments of users; as in the preview), reading (as in the preview). 409 where the outcome would be another one by now.',
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
  description: 'Fields: file, reading (as in the import). Call it until nothing is left.',
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
