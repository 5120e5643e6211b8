import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pages } from '../../contract/pages.ts'
import { withoutDocumentHeaders } from '../http/security-headers.ts'
import type { HtmlPages, SendHtml } from './html-pages.ts'

const page = { config: { access: 'public' }, schema: { hide: true } } as const
/** The options of files that were compressed at build time. */
const file = { ...page, compress: false } as const

/** The file that is revalidated each time, so that a new version is found at once. */
const serviceWorker = 'service-worker.js'

/** The dashboard to which the login page leads somebody who stays signed in. */
type HomeOfStaying = (request: FastifyRequest) => Promise<string | undefined>

/** The built pages, compressed at build time. Files with a hash in their name are immutable. */
export function pagesRoutes(
  folder: string,
  { byPath }: HtmlPages,
  sendHtml: SendHtml,
  homeOfStaying: HomeOfStaying,
): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, dotfiles: 'deny' })

    // The assets have their own root: a path with `..` could otherwise reach other files of the build.
    app.get('/assets/*', file, (request, reply) =>
      withoutDocumentHeaders(reply).sendFile((request.params as { '*': string })['*'], join(folder, 'assets'), {
        maxAge: '365d',
        immutable: true,
        // Nobody asks whether they have changed.
        etag: false,
        lastModified: false,
        acceptRanges: false,
      }),
    )
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile() && !/\.(html|br|gz)$/.test(entry.name))
        app.get(`/${entry.name}`, file, (_request, reply) =>
          entry.name === serviceWorker
            ? reply.header('cache-control', 'no-cache').sendFile(entry.name, { cacheControl: false })
            : reply.sendFile(entry.name, { maxAge: '1h' }),
        )
    for (const { path, html } of byPath)
      app.get(path, page, async (request, reply) => {
        const home = path === pages.login ? await homeOfStaying(request) : undefined
        return home ? reply.header('cache-control', 'no-store').redirect(home, 303) : sendHtml(request, reply, html)
      })
  }
}
