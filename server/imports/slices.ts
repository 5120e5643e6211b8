import { atATime } from '../../contract/limits.ts'

/** Writes many rows, some at a time: one statement has a timeout. */
export async function inSlices<Row, Written>(
  rows: readonly Row[],
  write: (slice: Row[]) => Promise<Written[]>,
): Promise<Written[]> {
  const written: Written[] = []
  for (let start = 0; start < rows.length; start += atATime.importRows)
    written.push(...(await write(rows.slice(start, start + atATime.importRows))))
  return written
}
