import type { Message } from '../../contract/languages/catalogue.ts'
import type { Sql } from '../../database/connect.ts'
import { EditConflict, type HttpError, NotFound } from '../errors/errors.ts'

/** The reason why an update with a version found no row: the row is gone, or another user has saved it since. */
export async function conflictOrNotFound(sql: Sql, table: string, id: number, notFound: Message): Promise<HttpError> {
  const [row] = await sql<{ saved_by: string | null; saved_at: Date }[]>`
    select u.name as saved_by, t.updated_at as saved_at
    from ${sql.identifier(table)} t left join users u on u.id = t.updated_by
    where t.id = ${id} and to_jsonb(t) ->> 'removed_at' is null`
  if (!row) return new NotFound(notFound)
  return new EditConflict({ saved_by: row.saved_by, saved_at: row.saved_at.toISOString() })
}
