import { messages } from '../../contract/languages/catalogue.ts'
import type { ListedReason, ReturnReasonInput } from '../../contract/return-reasons.ts'
import type { Sql } from '../../database/connect.ts'
import { jsonList } from '../../database/json.ts'
import { editableRows } from '../editable/editable-rows.queries.ts'

/** The list of reasons. A decision keeps the texts that it was made with: server/review/chosen-reasons.ts. */
export function returnReasons(sql: Sql) {
  const rows = editableRows<ListedReason, ReturnReasonInput>(sql, {
    table: 'return_reasons',
    columns: ['name', 'place'],
    translations: ['names'],
    removed: { columns: ['name', 'names', 'place'] },
    notFound: messages.returnReasons.notFound,
  })

  return {
    ...rows,

    async list(): Promise<string> {
      return jsonList(
        sql,
        'return_reasons',
        sql`select id, name, names, place, version from return_reasons where removed_at is null order by place, id`,
      )
    },

    /** The reasons with these ids, in the order of the list, unchanged until the end of the transaction. */
    async lock(ids: readonly number[]): Promise<ListedReason[]> {
      return sql<ListedReason[]>`
        select id, name, names, place, version from return_reasons
        where id = any(${ids}) and removed_at is null order by place, id for share`
    },
  }
}
