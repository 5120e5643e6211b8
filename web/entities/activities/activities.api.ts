import type { Activity, ActivityInput } from '../../../contract/activities.ts'
import { messages } from '../../../contract/languages/catalogue.ts'
import { editableList } from '../../lists/editable-list.ts'

export const {
  useList: useActivities,
  useSave: useSaveActivity,
  useRead: useReadActivity,
  useDelete: useDeleteActivity,
} = editableList<Activity, ActivityInput>({
  many: 'activities',
  one: 'activity',
  isOwn: true,
  sentences: messages.activities,
})
