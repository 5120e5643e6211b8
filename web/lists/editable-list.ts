import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Translations } from '../../contract/fields.ts'
import type { Message } from '../../contract/languages/catalogue.ts'
import { alertFailure, offerUndo, removalTopic } from '../http/alerts.ts'
import { ApiError, call } from '../http/api.ts'
import { asStored } from '../http/replayed.ts'
import { currentLanguage } from '../language/language.ts'
import { toast } from '../ui/toast.tsx'
import { cacheRow, dropRow } from './cached-list.ts'
import { translatedName, useShownOrder } from './shown-order.ts'

type Editable = { id: number; name: string; names: Translations; version: number }

interface Declaration {
  /** The names of the list and of a row, as `editableCalls` in the contract declares them. */
  many: string
  one: string
  /** Whether members may read the list without the server: it is the same for all of them. */
  isOwn?: boolean
  /** The place in which the identity of the user is sent, if the specification requires it. */
  identityIn?: 'headers'
  sentences: { notFound: Message; deleted: Message; deleteFailed: Message; restored: Message }
}

/** A call whose route is made of the name of a list: `editableCalls` in the contract declares it. */
export const callOf = call as (route: string, input?: object) => Promise<Record<string, unknown>>

/** The hooks of a list whose rows are added, edited, removed and restored. */
export function editableList<Row extends Editable, Input extends object>(declaration: Declaration) {
  const { many, one, isOwn = false, identityIn, sentences } = declaration
  const key = [many]
  const rowOf = async (route: string, input: object) => (await callOf(route, input))[one] as Row
  const list = async () => (await callOf(`GET /${many}`, identityIn && { identityIn }))[many] as Row[]

  async function restore(queryClient: QueryClient, id: number) {
    cacheRow(queryClient, key, await rowOf(`PUT /${many}/restore/:id`, { params: { id } }))
    toast(sentences.restored)
  }

  /** Reads a row. There is no endpoint for one row, so the list is fetched again. */
  async function readRow(queryClient: QueryClient, { id }: Row) {
    const rows = await queryClient.fetchQuery({ queryKey: key, queryFn: list, staleTime: 0 })
    const row = rows.find((found) => found.id === id)
    if (!row) throw new ApiError(404, { code: sentences.notFound.key })
    return row
  }

  return {
    useList: () =>
      useQuery({
        queryKey: key,
        queryFn: list,
        select: useShownOrder<Row>(translatedName),
        meta: { isOwn },
      }),

    /** Adds a row, or changes the one with that id. */
    useSave() {
      const queryClient = useQueryClient()
      return useMutation({
        mutationFn: async ({ id, ...body }: Input & { id: number | undefined }) => {
          const saved = await (id === undefined
            ? rowOf(`POST /${many}`, { body })
            : rowOf(`PUT /${many}/:id`, { params: { id }, body }))
          return asStored(saved, (row) => readRow(queryClient, row))
        },
        onSuccess: (row) => cacheRow(queryClient, key, row),
      })
    },

    /** Reads the current version of a row. */
    useRead() {
      const queryClient = useQueryClient()
      return (row: Row) => readRow(queryClient, row)
    },

    useDelete(onDeleted: (id: number) => void) {
      const queryClient = useQueryClient()
      return useMutation({
        mutationFn: ({ id }: Row) => callOf(`DELETE /${many}/:id`, { params: { id } }),
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
