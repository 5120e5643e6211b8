import type { Activity, ActivityInput } from '../../contract/activities.ts'
import { messages } from '../../contract/languages/catalogue.ts'
import { call } from '../api.ts'
import { editableList } from '../editable-list.ts'

export const {
  useList: useActivities,
  useSave: useSaveActivity,
  useRead: useReadActivity,
  useDelete: useDeleteActivity,
} = editableList<Activity, ActivityInput>({
  key: 'activities',
  isOwn: true,
  list: async () => (await call('GET /activities')).activities,
  add: async (body) => (await call('POST /activities', { body })).activity,
  edit: async (id, body) => (await call('PUT /activities/:id', { params: { id }, body })).activity,
  remove: (id) => call('DELETE /activities/:id', { params: { id } }),
  restore: async (id) => (await call('PUT /activities/restore/:id', { params: { id } })).activity,
  sentences: messages.activities,
})
