import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Message } from '../contract/languages/catalogue.ts'
import { alertFailure, offerUndo, removalTopic } from './alerts.ts'
import { ApiError } from './api.ts'
import { dropRow, keepRow } from './cached-list.ts'
import { currentLanguage } from './language.ts'
import { asStored } from './replayed.ts'
import { translatedName, useShownOrder } from './shown-order.ts'
import { toast } from './ui/toast.tsx'

type Editable = { id: number; name: string; name_ckb: string | null; name_ar: string | null; version: number }

interface Calls<Row extends Editable, Input> {
  key: string
  /** Whether members may read it without the server: a list that is the same for everybody. */
  isOwn?: boolean
  list: () => Promise<Row[]>
  add: (body: Input) => Promise<Row>
  edit: (id: number, body: Input) => Promise<Row>
  remove: (id: number) => Promise<unknown>
  restore: (id: number) => Promise<Row>
  sentences: { notFound: Message; deleted: Message; deleteFailed: Message; restored: Message }
}

/** The hooks of a list whose rows are added, edited, removed and restored. */
export function editableList<Row extends Editable, Input extends object>(calls: Calls<Row, Input>) {
  const key = [calls.key]
  const { sentences } = calls

  async function restore(queryClient: QueryClient, id: number) {
    keepRow(queryClient, key, await calls.restore(id))
    toast(sentences.restored)
  }

  /** There is no endpoint for one row, so the list is fetched again. */
  async function readRow(queryClient: QueryClient, { id }: Row) {
    const rows = await queryClient.fetchQuery({ queryKey: key, queryFn: calls.list, staleTime: 0 })
    const row = rows.find((one) => one.id === id)
    if (!row) throw new ApiError(404, { code: sentences.notFound.key })
    return row
  }

  return {
    useList: () =>
      useQuery({
        queryKey: key,
        queryFn: calls.list,
        select: useShownOrder<Row>(translatedName),
        meta: { isOwn: calls.isOwn ?? false },
      }),

    /** Adds a row, or changes the one with that id. */
    useSave() {
      const queryClient = useQueryClient()
      return useMutation({
        mutationFn: async ({ id, ...body }: Input & { id: number | undefined }) => {
          const input = body as unknown as Input
          const saved = await (id === undefined ? calls.add(input) : calls.edit(id, input))
          return asStored(saved, (row) => readRow(queryClient, row))
        },
        onSuccess: (row) => keepRow(queryClient, key, row),
      })
    },

    /** The current row. */
    useRead() {
      const queryClient = useQueryClient()
      return (row: Row) => readRow(queryClient, row)
    },

    useDelete(onDeleted: (id: number) => void) {
      const queryClient = useQueryClient()
      return useMutation({
        mutationFn: ({ id }: Row) => calls.remove(id),
        onSuccess: (_, row) => {
          dropRow(queryClient, key, row.id)
          onDeleted(row.id)
          offerUndo(sentences.deleted, () => restore(queryClient, row.id), {
            about: translatedName(row, currentLanguage()),
            topic: removalTopic(sentences.restored, row.id),
          })
        },
        onError: (error) => alertFailure(error, sentences.deleteFailed),
      })
    },
  }
}
