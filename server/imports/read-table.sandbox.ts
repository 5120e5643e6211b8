import { importMessages } from '../../contract/messages-imports.ts'
import { readTable } from './read-table.ts'
import { Refused, type Table } from './table.ts'

/** A process of its own (see worker-process.ts). */

export type TableResult = { table: Table } | { refusal: string; isTooLarge: boolean }

process.on('message', (bytes: Uint8Array) => {
  readTable(bytes)
    .then((table): TableResult => ({ table }))
    .catch((error: unknown): TableResult => {
      if (error instanceof Refused) return { refusal: error.message, isTooLarge: error.isTooLarge }
      return { refusal: importMessages.notATable, isTooLarge: false }
    })
    .then((answer) => process.send?.(answer))
})
// The server is gone, or has no more work.
process.on('disconnect', () => process.exit())
