import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Department, DepartmentInput, HeadsInput } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { call } from '../api.ts'
import { keepRow } from '../cached-list.ts'
import { editableList } from '../editable-list.ts'

const key = 'departments'

export const {
  useList: useDepartments,
  useSave: useSaveDepartment,
  useRead: useReadDepartment,
  useDelete: useDeleteDepartment,
} = editableList<Department, DepartmentInput>({
  key,
  list: async () => (await call('GET /departments', { identityIn: 'headers' })).departments,
  add: async (body) => (await call('POST /departments', { body })).department,
  edit: async (id, body) => (await call('PUT /departments/:id', { params: { id }, body })).department,
  remove: (id) => call('DELETE /departments/:id', { params: { id } }),
  restore: async (id) => (await call('PUT /departments/restore/:id', { params: { id } })).department,
  sentences: messages.departments,
})

/** Replaces all heads of a department. */
export function useSaveHeads() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: HeadsInput & { id: number }) =>
      (await call('PUT /departments/heads/:id', { params: { id }, body })).department,
    onSuccess: (department) => keepRow(queryClient, [key], department),
  })
}
