import type { FastifyPluginAsync } from 'fastify'
import { messages } from '../../contract/languages/catalogue.ts'
import * as endpoints from '../../contract/views.ts'
import type { Database } from '../../database/connect.ts'
import { actorOf, viewerOf } from '../http/access.ts'
import { handle } from '../http/handle.ts'
import { sayTo } from '../http/language.ts'
import { changeView, deleteView, requirePanel, restoreView, saveView, setPreferences } from './views.actions.ts'
import { views } from './views.queries.ts'

export function viewsRoutes(database: Database): FastifyPluginAsync {
  return async (app) => {
    handle(app, endpoints.listViews, async (request) => {
      const { panel } = request.params
      const viewer = viewerOf(request)
      requirePanel(viewer, panel)
      const own = views(database, viewer)
      const [list, preferences] = await Promise.all([own.list(panel), own.preferences(panel)])
      return { views: list, ...preferences }
    })

    handle(app, endpoints.saveView, async (request) => ({
      view: await saveView(database, viewerOf(request), request.body, actorOf(request)),
    }))

    handle(app, endpoints.changeView, async (request) => ({
      view: await changeView(database, viewerOf(request), request.params.id, request.body, actorOf(request)),
    }))

    handle(app, endpoints.deleteView, async (request) => {
      await deleteView(database, viewerOf(request), request.params.id, actorOf(request))
      return { message: sayTo(request)(messages.savedViews.deleted) }
    })

    handle(app, endpoints.restoreView, async (request) => ({
      view: await restoreView(database, viewerOf(request), request.params.id, actorOf(request)),
    }))

    handle(app, endpoints.setPanelPreferences, async (request) =>
      setPreferences(database, viewerOf(request), request.params.panel, request.body, actorOf(request)),
    )
  }
}
