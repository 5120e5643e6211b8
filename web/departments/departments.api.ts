import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Department, DepartmentInput } from '../../contract/departments.ts'
import { messages } from '../../contract/messages.ts'
import { alertFailure, offerUndo } from '../alerts.ts'
import { ApiError, call } from '../api.ts'
import { dropRow, keepRow } from '../cached-list.ts'
import { toast } from '../ui/toast.tsx'

const key = ['departments']

async function fetchDepartments() {
  const { departments } = await call('GET /departments', { identityIn: 'headers' })
  return departments
}

export function useDepartments() {
  return useQuery({ queryKey: key, queryFn: fetchDepartments })
}

/** Adds a department, or renames the one with that id. */
export function useSaveDepartment() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: DepartmentInput & { id: number | undefined }) =>
      id === undefined ? call('POST /departments', { body }) : call('PUT /departments/:id', { params: { id }, body }),
    onSuccess: ({ department }) => keepRow(queryClient, key, department),
  })
}

/** One department as it stands now: there is no call for one alone, so the list is asked for again. */
export function useReadDepartment() {
  const queryClient = useQueryClient()
  return async ({ id }: Department) => {
    const departments = await queryClient.fetchQuery({ queryKey: key, queryFn: fetchDepartments, staleTime: 0 })
    const department = departments.find((one) => one.id === id)
    if (!department) throw new ApiError(404, { message: messages.departments.notFound })
    return department
  }
}

export function useDeleteDepartment(onDeleted: (id: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Department) => call('DELETE /departments/:id', { params: { id } }),
    onSuccess: (_, { id, name, member_count }) => {
      dropRow(queryClient, key, id)
      onDeleted(id)
      const { deleted, deletedWithMembers } = messages.departments
      offerUndo(member_count > 0 ? deletedWithMembers(member_count) : deleted, () => restore(queryClient, id), { about: name })
    },
    onError: (error) => alertFailure(error, messages.departments.deleteFailed),
  })
}

async function restore(queryClient: QueryClient, id: number) {
  const { department } = await call('PUT /departments/restore/:id', { params: { id } })
  keepRow(queryClient, key, department)
  toast(messages.departments.restored)
}
