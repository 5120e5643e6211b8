import { messages } from '../../../contract/languages/catalogue.ts'
import type { ListedReason, ReturnReasonInput } from '../../../contract/return-reasons.ts'
import { editableList } from '../../lists/editable-list.ts'

const { useList, ...changes } = editableList<ListedReason, ReturnReasonInput>({
  many: 'return_reasons',
  one: 'return_reason',
  sentences: messages.returnReasons,
})

export const { useSave: useSaveReason, useRead: useReadReason, useDelete: useDeleteReason } = changes

/** The reasons in the order of the office, which is that of their keys. */
export function useReturnReasons() {
  const list = useList()
  return { ...list, data: list.data?.toSorted((a, b) => a.place - b.place || a.id - b.id) }
}
