import { receivedFiles as limits } from '../../contract/limits.ts'
import type { Sql } from '../../database/connect.ts'
import type { Fragment } from '../../database/sql.ts'
import type { FileStorage } from '../http/multipart.ts'

/** The files of forms whose requests are handled, in pieces. */
export function receivedFiles(sql: Sql) {
  return {
    async add(fileId: string, number: number, bytes: Buffer) {
      await sql`insert into received_pieces ${sql.insert({ file_id: fileId, number, bytes })}`
    },

    /** The pieces are read one at a time, so that one is in memory. */
    async *read(fileId: string): AsyncGenerator<Buffer> {
      for (let number = 1; ; number += 1) {
        const [piece] = await sql<{ bytes: Buffer }[]>`
          select bytes from received_pieces where file_id = ${fileId} and number = ${number}`
        if (!piece) return
        yield piece.bytes
      }
    },

    async remove(fileIds: readonly string[]) {
      await sql`delete from received_pieces where file_id = any(${fileIds})`
    },

    /** The whole file, inside of a query: the database puts it together. */
    whole(fileId: string): Fragment {
      return sql`(select string_agg(bytes, ''::bytea order by number) from received_pieces where file_id = ${fileId})`
    },

    /** Deletes the pieces of requests whose server ended before they did. */
    async forgetOld() {
      await sql`delete from received_pieces where received_at < now() - make_interval(mins => ${limits.minutes})`
    },
  } satisfies FileStorage & Record<string, unknown>
}
