import { z } from 'zod'

const Row = z.int().min(1).max(1_048_576)
const ColumnName = z.string().min(1).max(40)
const Text = z.string().max(2100)

/** What the reader of a preview decided about the file, sent with the preview and again with its import. Empty: the file as it is. */
export const ImportReading = z.object({
  /** The row with the headings, as a spreadsheet counts. Without it, it is found. */
  header_row: Row.optional(),
  /**
   * The portal's column for each column of the file, in its order; empty for one that is not imported, null for one that is not decided.
   * Without it, they are recognised.
   */
  columns: z.array(z.string().max(40).nullable()).max(1000).optional(),
  /** Values that are replaced in every row that has them. With null, these rows are left out. */
  values: z
    .array(z.object({ column: ColumnName, from: Text, to: Text.nullable() }))
    .max(1000)
    .optional(),
  /** Cells that are replaced, by the number of their row. */
  cells: z
    .array(z.object({ row: Row, column: ColumnName, to: Text }))
    .max(2000)
    .optional(),
  /** Rows that are left out. */
  left_out: z.array(Row).max(20_000).optional(),
  /** Departments of users that do not exist yet and are created. */
  create_departments: z.array(Text).max(500).optional(),
  /** Values for what a new row needs and does not have, by column. An e-mail address of "@example.edu" begins with the username. */
  defaults: z.record(ColumnName, Text).optional(),
})
export type ImportReading = z.infer<typeof ImportReading>

/** How a file was read, for the reader to correct. */
export const FileReading = z.object({
  header_row: z.int(),
  /** The first rows of the file, of which one has the headings. */
  first_rows: z.array(z.object({ row: z.int(), cells: z.array(z.string()) })),
  /** Whether the reader has to say which row has the headings, because two rows could. */
  asks_header: z.boolean(),
  /** The columns of the file: the heading, a value, and the portal's column or null. */
  columns: z.array(
    z.object({
      heading: z.string(),
      example: z.string(),
      column: z.string().nullable(),
      /** Whether it is left out without a question: the portal's own columns that are not imported, and those that the reader left out. */
      is_ignored: z.boolean(),
    }),
  ),
  /** The columns of the portal, by name, with their headings in the language of the reader. */
  choices: z.array(z.object({ column: z.string(), label: z.string() })),
  /** Columns of which one has to be there and none is. Until then there are no rows. */
  missing: z.array(z.array(z.string())),
  /** The number of cells that were filled because they are merged with one above, and the headings of their columns. */
  filled: z.object({ count: z.int(), columns: z.array(z.string()) }),
  /** Whether the columns are those that were chosen for an earlier file with the same headings. */
  is_remembered: z.boolean(),
})
export type FileReading = z.infer<typeof FileReading>

/** What is wrong in many rows, to be corrected in the preview. */
export const Corrections = z.object({
  /** Values with errors, the most frequent first, with the value that was perhaps meant. */
  wrong_values: z.array(
    z.object({ column: z.string(), label: z.string(), value: z.string(), rows: z.int(), near: z.string().nullable() }),
  ),
  /** Values that new rows need and do not have: the first rows, and the number of all. */
  lacking: z.array(z.object({ column: z.string(), label: z.string(), rows: z.array(z.int()), count: z.int() })),
  /** The values of columns that have a list of them. */
  choices: z.record(
    z.string(),
    z.array(z.object({ value: z.string(), label: z.string(), names: z.record(z.string(), z.string()).optional() })),
  ),
  /** The number of rows that are left out. */
  left_out: z.int(),
})
export type Corrections = z.infer<typeof Corrections>

/** A cell of a row with an error, to be corrected. */
export const CellToCorrect = z.object({ column: z.string(), label: z.string(), value: z.string() })
export type CellToCorrect = z.infer<typeof CellToCorrect>
