import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Network = 'up' | 'down' | 'silent' | 'broken'

/** A proxy before the portal, as a network that can fail and as a server that can be updated. */
export interface Front {
  url: string
  /**
   * The state of the network. `down`: refuses every connection. `silent`: takes requests, and replies when it is up again. `broken`: a
   * gateway whose server is down.
   */
  network: Network
  /** The second build has other names for all scripts, and none of the first one's. */
  build: 'first' | 'second'
  hasServiceWorker: boolean
  /** The paths that were requested. */
  paths: string[]
  stop(): void
}

const second = '.second.js'

export async function startFront(portalUrl: string): Promise<Front> {
  const server = createServer((incoming, reply) => void serve(incoming, reply))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let network: Network = 'up'
  const waiting: (() => void)[] = []
  const front: Front = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get network() {
      return network
    },
    set network(next) {
      network = next
      if (next !== 'silent') for (const goOn of waiting.splice(0)) goOn()
    },
    build: 'first',
    hasServiceWorker: true,
    paths: [],
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }

  async function serve(incoming: IncomingMessage, reply: ServerResponse) {
    const path = incoming.url ?? ''
    front.paths.push(path)
    if (network === 'silent') await new Promise<void>((resolve) => waiting.push(resolve))
    if (front.network === 'down') return incoming.socket.destroy()
    if (front.network === 'broken') return void reply.writeHead(502).end('Bad gateway')
    const isOfOther = path.startsWith('/assets/') && path.endsWith('.js') && path.endsWith(second) !== (front.build === 'second')
    if (isOfOther || (path === '/service-worker.js' && !front.hasServiceWorker)) return void reply.writeHead(404).end()
    forward(incoming, reply, path.replace(second, '.js'))
  }

  function forward(incoming: IncomingMessage, reply: ServerResponse, path: string) {
    // The condition is removed: the tag of a file is that of the first build.
    const { 'if-none-match': _, 'if-modified-since': __, ...sent } = incoming.headers
    const headers = { ...sent, 'accept-encoding': 'identity' }
    // The build at this moment: a reply of the first one is not rewritten because the second one is there meanwhile.
    const { build } = front
    const outgoing = request(`${portalUrl}${path}`, { method: incoming.method, headers }, async (response) => {
      const { 'content-length': length, ...others } = response.headers
      // The HTTP cache stays empty, so that the browser has only what the service worker stored: it would hide that the worker has nothing.
      others['cache-control'] = 'no-store'
      if (build === 'first' || !/html|javascript/.test(others['content-type'] ?? '')) {
        reply.writeHead(response.statusCode ?? 502, { ...others, ...(length ? { 'content-length': length } : {}) })
        response.pipe(reply)
        return
      }
      const body = await text(response)
      reply.writeHead(response.statusCode ?? 502, others).end(asSecond(body))
    })
    outgoing.on('error', () => reply.destroy())
    reply.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  }
  return front
}

/** The second build: other names of scripts, and another version in the pages and in the service worker. */
function asSecond(body: string): string {
  return body
    .replaceAll(/((?:assets\/|\.\/)[\w.-]+)\.js/g, `$1${second}`)
    .replace(/(<meta name="build" content="|"version":")\w+/, '$1second')
}
