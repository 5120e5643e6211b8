import type { Degree, DegreeInput } from '../../../contract/degrees.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { editableList } from '../../lists/editable-list.ts'

const { useList, ...changes } = editableList<Degree, DegreeInput>({ many: 'degrees', one: 'degree', sentences: messages.degrees })

export const { useSave: useSaveDegree, useRead: useReadDegree, useDelete: useDeleteDegree } = changes

/** The degrees in the order in which they were added: the office has a reason for it, and the alphabet has none. */
export function useDegrees() {
  const list = useList()
  return { ...list, data: list.data?.toSorted((a, b) => a.id - b.id) }
}
