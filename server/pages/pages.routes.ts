import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { pages } from '../../contract/pages.ts'
import type { SendIndexPage } from './index-page.ts'

const publicRoute = { config: { access: 'public' }, schema: { hide: true }, compress: false } as const

/** The built pages, compressed at build time. What carries a hash in its name is kept by the browser for good. */
export function pagesRoutes(folder: string, sendIndexPage: SendIndexPage): FastifyPluginAsyncZod {
  return async (app) => {
    await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, dotfiles: 'deny' })

    // From its own folder: with `..` in it the address would lead to other files of the build.
    app.get('/assets/*', publicRoute, (request, reply) =>
      reply.sendFile((request.params as { '*': string })['*'], join(folder, 'assets'), { maxAge: '365d', immutable: true }),
    )
    for (const file of readdirSync(folder, { withFileTypes: true }))
      if (file.isFile() && !/\.(html|br|gz)$/.test(file.name))
        app.get(`/${file.name}`, publicRoute, (_request, reply) => reply.sendFile(file.name, { maxAge: '1h' }))
    for (const path of Object.values(pages)) app.get(path, publicRoute, sendIndexPage)
  }
}
