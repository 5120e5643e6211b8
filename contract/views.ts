import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, line, SeenVersion } from './fields.ts'
import { messages } from './languages/catalogue.ts'
import { longestViewName, mostViewColumns, mostViewFilters } from './limits.ts'
import { MessageReply } from './replies.ts'

/** The lists whose columns can be chosen and whose views can be saved, by the names of their panels. */
export const viewPanels = ['staff', 'users', 'postings'] as const
export type ViewPanel = (typeof viewPanels)[number]

const Panel = z.enum(viewPanels)
/** The name of a column or filter. Which ones a list has, its pages know: a view may name one of another release. */
const code = z.string().regex(/^[a-z][a-z_]{0,39}$/)
const Columns = z.array(code).max(mostViewColumns)

/** What a list shows, as its address says it: several codes of a filter stand between commas. */
export const ViewContent = z.object({
  search: z.string().min(1).max(200).optional(),
  filters: z
    .record(code, z.string().min(1).max(2000))
    .refine((filters) => Object.keys(filters).length <= mostViewFilters)
    .optional(),
  sort: z
    .string()
    .regex(/^-?[a-z][a-z_]{0,39}$/)
    .optional(),
  /** The shown columns in their order; without them, those of the specification. */
  columns: Columns.optional(),
})
export type ViewContent = z.infer<typeof ViewContent>

const ViewName = line(longestViewName, messages.savedViews.nameRequired)

export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  /** Whether all administrators see it. */
  is_shared: z.boolean(),
  is_own: z.boolean(),
  owner_name: z.string(),
  content: ViewContent,
  version: z.int(),
})
export type SavedView = z.infer<typeof SavedView>

/** What a person chose for a list on any device. */
export const PanelPreferences = z.object({
  /** The columns without a saved view; null for those of the specification. */
  columns: Columns.nullable(),
  /** The view with which the panel opens. */
  opens_with: z.int().nullable(),
})
export type PanelPreferences = z.infer<typeof PanelPreferences>

const ViewReply = z.object({ view: SavedView })
const PanelParams = z.object({ panel: Panel })
const change = { access: 'see-members', repeatable: true } as const

export const listViews = endpoint({
  method: 'GET',
  path: '/views/:panel',
  access: 'see-members',
  summary: 'The own views of a list and those for all administrators, and what the user chose for it',
  params: PanelParams,
  replies: { 200: PanelPreferences.extend({ views: z.array(SavedView) }) },
})

export const NewView = z.object({ panel: Panel, name: ViewName, is_shared: z.boolean(), content: ViewContent })
export type NewView = z.infer<typeof NewView>

export const saveView = endpoint({
  method: 'POST',
  path: '/views',
  ...change,
  summary: 'Save a view of a list under a name',
  body: NewView,
  replies: { 201: ViewReply },
})

/** What is left out stays as it is. */
export const ViewChange = z.object({
  name: ViewName.optional(),
  is_shared: z.boolean().optional(),
  content: ViewContent.optional(),
  version: SeenVersion,
})
export type ViewChange = z.infer<typeof ViewChange>

export const changeView = endpoint({
  method: 'PUT',
  path: '/views/:id',
  ...change,
  summary: 'Rename, overwrite or share a view: an own one, or one for all administrators',
  params: IdParams,
  body: ViewChange,
  replies: { 200: ViewReply },
})

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/views/:id',
  ...change,
  summary: 'Delete a view',
  params: IdParams,
  replies: { 200: MessageReply },
})

export const restoreView = endpoint({
  method: 'PUT',
  path: '/views/restore/:id',
  ...change,
  summary: 'Undo the deletion of a view',
  params: IdParams,
  replies: { 200: ViewReply },
})

export const PreferencesChange = z.object({ columns: Columns.nullish(), opens_with: Id.nullish() })
export type PreferencesChange = z.infer<typeof PreferencesChange>

export const setPanelPreferences = endpoint({
  method: 'PUT',
  path: '/views/panels/:panel',
  ...change,
  summary: 'Choose the columns of a list, or the view with which it opens',
  params: PanelParams,
  body: PreferencesChange,
  replies: { 200: PanelPreferences },
})
