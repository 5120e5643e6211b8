import type { ImportKind } from '../../contract/imports.ts'
import { activities } from './activities.ts'
import { departments } from './departments.ts'
import { importOf } from './imports.actions.ts'
import { scores } from './scores.ts'
import { users } from './users.ts'

export const kinds = {
  users: importOf(users),
  scores: importOf(scores),
  departments: importOf(departments),
  activities: importOf(activities),
} satisfies Record<ImportKind, unknown>
