import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeansInput, Faculty, FacultyInput } from '../../../contract/faculties.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { call } from '../../http/api.ts'
import { cacheRow } from '../../lists/cached-list.ts'
import { editableList } from '../../lists/editable-list.ts'

export const {
  useList: useFaculties,
  useSave: useSaveFaculty,
  useRead: useReadFaculty,
  useDelete: useDeleteFaculty,
} = editableList<Faculty, FacultyInput>({ many: 'faculties', one: 'faculty', sentences: messages.faculties })

/** Replaces all deans of a faculty. */
export function useSaveDeans() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, ...body }: DeansInput & { id: number }) =>
      (await call('PUT /faculties/deans/:id', { params: { id }, body })).faculty,
    onSuccess: (faculty) => cacheRow(queryClient, ['faculties'], faculty),
  })
}
