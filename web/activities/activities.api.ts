import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Activity, ActivityInput } from '../../contract/activities.ts'
import { messages } from '../../contract/messages.ts'
import { alertFailure, offerUndo } from '../alerts.ts'
import { ApiError, call } from '../api.ts'
import { dropRow, keepRow } from '../cached-list.ts'
import { toast } from '../ui/toast.tsx'

const key = ['activities']

async function fetchActivities() {
  const { activities } = await call('GET /activities')
  return activities
}

export function useActivities() {
  return useQuery({ queryKey: key, queryFn: fetchActivities })
}

/** Adds an activity, or changes the one with that id. */
export function useSaveActivity() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: ActivityInput & { id: number | undefined }) =>
      id === undefined ? call('POST /activities', { body }) : call('PUT /activities/:id', { params: { id }, body }),
    onSuccess: ({ activity }) => keepRow(queryClient, key, activity),
  })
}

/** One activity as it stands now: there is no call for one alone, so the list is asked for again. */
export function useReadActivity() {
  const queryClient = useQueryClient()
  return async ({ id }: Activity) => {
    const activities = await queryClient.fetchQuery({ queryKey: key, queryFn: fetchActivities, staleTime: 0 })
    const activity = activities.find((one) => one.id === id)
    if (!activity) throw new ApiError(404, { message: messages.activities.notFound })
    return activity
  }
}

export function useDeleteActivity(onDeleted: (id: number) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Activity) => call('DELETE /activities/:id', { params: { id } }),
    onSuccess: (_, { id, name }) => {
      dropRow(queryClient, key, id)
      onDeleted(id)
      offerUndo(messages.activities.deleted, () => restore(queryClient, id), { about: name })
    },
    onError: (error) => alertFailure(error, messages.activities.deleteFailed),
  })
}

async function restore(queryClient: QueryClient, id: number) {
  const { activity } = await call('PUT /activities/restore/:id', { params: { id } })
  keepRow(queryClient, key, activity)
  toast(messages.activities.restored)
}
