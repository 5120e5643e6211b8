import { useQuery } from '@tanstack/react-query'
import type { PanelPreferences, SavedView, ViewPanel } from '../../../contract/views.ts'
import { call } from '../../http/api.ts'

export type PanelViews = PanelPreferences & { views: SavedView[] }

export const viewsOf = (panel: ViewPanel) => ({
  queryKey: ['views', panel],
  queryFn: () => call('GET /views/:panel', { params: { panel } }),
})

/** The views of a list, and what the user chose for it. Without them the list is shown as the specification has it. */
export function useViews(panel: ViewPanel) {
  return useQuery({ ...viewsOf(panel), retry: false })
}
