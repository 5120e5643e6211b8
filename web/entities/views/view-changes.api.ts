import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { PreferencesChange, SavedView, ViewChange, ViewContent, ViewPanel } from '../../../contract/views.ts'
import { call } from '../../http/api.ts'
import { type PanelViews, viewsOf } from './views.api.ts'

function changeViews(queryClient: QueryClient, panel: ViewPanel, change: (views: PanelViews) => PanelViews) {
  queryClient.setQueryData<PanelViews>(viewsOf(panel).queryKey, (views) => views && change(views))
}

export function useViewChanges(panel: ViewPanel) {
  const queryClient = useQueryClient()
  /** Only the page changes at once; what another administrator saved meanwhile comes with the list. */
  const cached = (view: SavedView) => {
    changeViews(queryClient, panel, ({ views, ...rest }) => ({
      ...rest,
      views: [...views.filter(({ id }) => id !== view.id), view],
    }))
    void queryClient.invalidateQueries({ queryKey: viewsOf(panel).queryKey })
    return view
  }
  return {
    save: async (body: { name: string; is_shared: boolean; content: ViewContent }) =>
      cached((await call('POST /views', { body: { ...body, panel } })).view),

    change: async (id: number, body: ViewChange) => cached((await call('PUT /views/:id', { params: { id }, body })).view),

    remove: async (id: number) => {
      await call('DELETE /views/:id', { params: { id } })
      changeViews(queryClient, panel, ({ views, ...rest }) => ({ ...rest, views: views.filter((view) => view.id !== id) }))
    },

    restore: async (id: number) => cached((await call('PUT /views/restore/:id', { params: { id } })).view),

    /** Reads the views as they are now. */
    readAgain: async () => (await queryClient.fetchQuery({ ...viewsOf(panel), staleTime: 0 })).views,

    /** The choice holds at once, also if it could not be stored. */
    choose: async (body: PreferencesChange) => {
      const chosen = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
      // A list that is on its way has the former choice.
      await queryClient.cancelQueries({ queryKey: viewsOf(panel).queryKey })
      changeViews(queryClient, panel, (views) => ({ ...views, ...chosen }))
      const stored = await call('PUT /views/panels/:panel', { params: { panel }, body })
      changeViews(queryClient, panel, (views) => ({ ...views, ...stored }))
    },
  }
}
