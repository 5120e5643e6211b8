import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { TestProject } from 'vitest/node'
import { prepareFirstStart } from '../server/auth/first-start.ts'
import { readSettings } from '../server/settings.ts'
import { testPassword } from './factories.ts'
import { openPortal, type Portal } from './open-portal.ts'
import { copyTemplate, startTestCluster } from './template.ts'

/** The cookie that names the portal of a request: each test file has a portal of its own. */
const portalCookie = 'test_portal'

/**
 * Portals for the component tests. The tests run in a browser and Vite serves their modules; Vite's proxy sends the requests of the
 * pages (`/portal-api`) and those of the tests themselves (`/portals`, see components/portal.ts) to this server.
 */
export default async function setup(project: TestProject) {
  const cluster = await startTestCluster()
  const portals = new Map<string, Portal>()

  async function serve(request: IncomingMessage, reply: ServerResponse) {
    const [, place, id = '', action = ''] = (request.url ?? '').split('/')
    if (place === 'portal-api') return passOn(request, reply)
    const body = (await json(request)) as Body
    if (!id) {
      const portal = await openPortal(await copyTemplate(cluster.url), body as { environment?: Record<string, string> })
      // Every real portal has the first administrator and the current term, too.
      await prepareFirstStart(portal.database, readSettings({ ADMIN_PASSWORD: testPassword }))
      await portal.app.ready()
      const [, name = ''] = new URL(portal.url).pathname.split('/')
      portals.set(name, portal)
      return send(reply, name)
    }
    const portal = portals.get(id)
    if (!portal) return send(reply, `there is no portal ${id}`, 404)
    if (action === 'stop') {
      portals.delete(id)
      await portal.stop()
      return send(reply, null)
    }
    if (action === 'session') reply.setHeader('set-cookie', await cookiesOf(id, portal, body.user))
    send(reply, (await actions[action as keyof typeof actions]?.(portal, body)) ?? null)
  }

  function passOn(request: IncomingMessage, reply: ServerResponse) {
    const id = new RegExp(`\\b${portalCookie}=(\\w+)`).exec(request.headers.cookie ?? '')?.[1] ?? ''
    const portal = portals.get(id)
    // A page may still wait for notices after its test file has ended.
    if (!portal) return void reply.writeHead(503).end()
    request.url = (request.url ?? '').replace('/portal-api', '')
    portal.app.routing(request, reply)
  }

  const server = createServer((request, reply) => {
    serve(request, reply).catch((error: unknown) => send(reply, String(error), 500))
  })
  const { port } = new URL(String(project.config.env['PORTALS_URL']))
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))

  return async () => {
    server.close()
    server.closeAllConnections()
    await Promise.all([...portals.values()].map((portal) => portal.stop()))
    await cluster.stop()
  }
}

type Body = {
  user: { username: string } | null
  factory: keyof Portal['make']
  values: unknown[]
  text: string[]
  method: 'GET'
  url: string
  payload?: unknown
}

const actions = {
  make: ({ make }: Portal, { factory, values }: Body) => (make[factory] as (...given: unknown[]) => unknown)(...values),
  sql: ({ sql }: Portal, { text, values }: Body) => sql(Object.assign(text, { raw: text }), ...(values as never[])),
  async call(portal: Portal, { user, method, url, payload }: Body) {
    const { statusCode, body } = await (await portal.as(user))(method, url, payload)
    return { status: statusCode, body: body.startsWith('{') ? JSON.parse(body) : body }
  },
}

async function cookiesOf(id: string, portal: Portal, user: Body['user']): Promise<string[]> {
  const session = user ? (await portal.startSession(user)).cookie : 'portal_session=; Max-Age=0'
  return [`${portalCookie}=${id}; Path=/`, `${session}; Path=/; HttpOnly; SameSite=Strict`]
}

function send(reply: ServerResponse, body: unknown, status = 200) {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
