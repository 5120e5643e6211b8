import { encode, messages } from '../../contract/languages/catalogue.ts'
import { answerJobs } from '../process/answer-jobs.ts'
import { readTable } from './read-table.ts'
import { Refused, type Table } from './table.ts'

/** This module runs in its own process (see sandbox.ts). */

/** The refusal is an encoded message: a process sends nothing but data. */
export type TableResult = { table: Table } | { refusal: string; isTooLarge: boolean }

answerJobs((bytes: Uint8Array) =>
  readTable(bytes)
    .then((table): TableResult => ({ table }))
    .catch((error: unknown): TableResult => {
      if (error instanceof Refused) return { refusal: encode(error.reason), isTooLarge: error.isTooLarge }
      return { refusal: encode(messages.imports.notATable), isTooLarge: false }
    }),
)
