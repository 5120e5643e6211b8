import type { Department, DepartmentInput } from '../../contract/departments.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { call } from '../api.ts'
import { editableList } from '../editable-list.ts'

export const {
  useList: useDepartments,
  useSave: useSaveDepartment,
  useRead: useReadDepartment,
  useDelete: useDeleteDepartment,
} = editableList<Department, DepartmentInput>({
  key: 'departments',
  list: async () => (await call('GET /departments', { identityIn: 'headers' })).departments,
  add: async (body) => (await call('POST /departments', { body })).department,
  edit: async (id, body) => (await call('PUT /departments/:id', { params: { id }, body })).department,
  remove: (id) => call('DELETE /departments/:id', { params: { id } }),
  restore: async (id) => (await call('PUT /departments/restore/:id', { params: { id } })).department,
  sentences: messages.departments,
})
