import { messages } from '../../contract/languages/catalogue.ts'
import { toast } from '../ui/toast.tsx'
import { isReplay, isUnreachable } from './api.ts'

/** The row as it is stored now, after a repeated reply. A toast says if it has been changed since; a row that is gone is an error. */
export async function asStored<Row extends { version: number }>(row: Row, read: (row: Row) => Promise<Row>): Promise<Row> {
  if (!isReplay(row)) return row
  try {
    const stored = await read(row)
    if (stored.version !== row.version) toast(messages.general.changedSince, { kind: 'bad', topic: 'replay' })
    return stored
  } catch (error) {
    // The row was saved: the lost network does not make it a failure. The list is loaded again later.
    if (isUnreachable(error)) return row
    throw error
  }
}
