import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { IdParams } from './fields.ts'
import { MessageReply } from './replies.ts'

/** The fields of a removed row beside its name: when it was removed, and by whom. */
export const removal = {
  removed_at: z.string(),
  /** Null for an action of someone who was not signed in, and for an account that is gone. */
  removed_by: z.string().nullable(),
}

/** The calls of a list whose rows are added, edited, removed and restored. */
export interface EditableCalls {
  /** The table, the first part of the path, and the key of the list in a reply. */
  readonly many: string
  /** The key of a row in a reply. */
  readonly one: string
  readonly list: Endpoint
  readonly listRemoved: Endpoint
  readonly add: Endpoint & { body: InputSchema; replies: { 201: z.ZodType<object> } }
  readonly edit: Endpoint & { params: typeof IdParams; body: InputSchema; replies: { 200: z.ZodType<object> } }
  readonly remove: Endpoint & { params: typeof IdParams; replies: { 200: typeof MessageReply } }
  readonly restore: Endpoint & { params: typeof IdParams; replies: { 200: z.ZodType<object> } }
}

type InputSchema = z.ZodType<{ version?: number | undefined }>

interface Declaration<One extends string, Many extends string, Row, Removed, Input> {
  one: One
  many: Many
  Row: Row
  Removed: Removed
  Input: Input
  /** The summary of each call on the page of all calls. */
  summaries: Record<'list' | 'listRemoved' | 'add' | 'edit' | 'remove' | 'restore', string>
}

/** Everybody signed in reads the list; administrators change it. Each change is done once, also when its reply was lost. */
/* @__NO_SIDE_EFFECTS__ */
export function editableCalls<
  const One extends string,
  const Many extends string,
  Row extends z.ZodType,
  Removed extends z.ZodType,
  Input extends InputSchema,
>({ one, many, Row, Removed, Input, summaries }: Declaration<One, Many, Row, Removed, Input>) {
  const OneReply = z.object({ [one]: Row } as Record<One, Row>)
  const ListReply = z.object({ [many]: z.array(Row) } as Record<Many, z.ZodArray<Row>>)
  const RemovedReply = z.object({ [many]: z.array(Removed) } as Record<Many, z.ZodArray<Removed>>)
  const change = { access: 'admin', repeatable: true } as const
  return {
    one,
    many,
    list: endpoint({
      method: 'GET',
      path: `/${many}`,
      access: 'signed-in',
      summary: summaries.list,
      replies: { 200: ListReply },
    }),
    listRemoved: endpoint({
      method: 'GET',
      path: `/${many}/removed`,
      access: 'read-all',
      summary: summaries.listRemoved,
      replies: { 200: RemovedReply },
    }),
    add: endpoint({
      method: 'POST',
      path: `/${many}`,
      ...change,
      summary: summaries.add,
      body: Input,
      replies: { 201: OneReply },
    }),
    edit: endpoint({
      method: 'PUT',
      path: `/${many}/:id`,
      ...change,
      summary: summaries.edit,
      params: IdParams,
      body: Input,
      replies: { 200: OneReply },
    }),
    remove: endpoint({
      method: 'DELETE',
      path: `/${many}/:id`,
      ...change,
      summary: summaries.remove,
      params: IdParams,
      replies: { 200: MessageReply },
    }),
    restore: endpoint({
      method: 'PUT',
      path: `/${many}/restore/:id`,
      ...change,
      summary: summaries.restore,
      params: IdParams,
      replies: { 200: OneReply },
    }),
  }
}
