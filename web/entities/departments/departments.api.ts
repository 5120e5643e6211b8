import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Department, DepartmentInput, HeadsInput } from '../../../contract/departments.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { call } from '../../http/api.ts'
import { cacheRow } from '../../lists/cached-list.ts'
import { editableList } from '../../lists/editable-list.ts'

export const {
  useList: useDepartments,
  useSave: useSaveDepartment,
  useRead: useReadDepartment,
  useDelete: useDeleteDepartment,
} = editableList<Department, DepartmentInput>({
  many: 'departments',
  one: 'department',
  identityIn: 'headers',
  sentences: messages.departments,
})

/** Replaces all heads of a department. */
export function useSaveHeads() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: HeadsInput & { id: number }) =>
      (await call('PUT /departments/heads/:id', { params: { id }, body })).department,
    onSuccess: (department) => cacheRow(queryClient, ['departments'], department),
  })
}
