import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'

/**
 * The behaviour for a new connection: forwarded, closed at once as by a load balancer without a server, never answered, or ended by the
 * server in the same packet that says it is ready.
 */
type Mode = 'forward' | 'close' | 'swallow' | 'terminate'

interface Forwarded {
  client: net.Socket
  server: net.Socket
  /** The name that the client gave itself in its first message. */
  applicationName: string | undefined
  /** The time when the client last sent something. */
  usedAt: number
  /** Whether the connection is a black hole: nothing passes any more in either direction, not even the end of the connection. */
  isSwallowed: boolean
}

const readyForQuery = Buffer.from('Z\0\0\0\x05I')
const adminShutdown = errorResponse('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')

function errorResponse(fields: string): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])
}

/** Stands between a client and PostgreSQL, over TCP, and loses connections in the ways that a network does. */
export async function startProxy(address: string) {
  const forwarded = new Set<Forwarded>()
  const sockets = new Set<net.Socket>()
  let mode: Mode = 'forward'
  let target = address

  function track(socket: net.Socket) {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  }

  const listener = net.createServer((client) => {
    track(client)
    if (mode === 'close') client.end()
    if (mode === 'swallow') client.resume()
    if (mode === 'close' || mode === 'swallow') return
    const isTerminated = mode === 'terminate'
    const server = net.connect(socketOf(target))
    track(server)
    const connection: Forwarded = { client, server, applicationName: undefined, usedAt: 0, isSwallowed: false }
    forwarded.add(connection)
    if (isTerminated)
      server.on('data', (chunk) => {
        if (!chunk.subarray(-readyForQuery.length).equals(readyForQuery)) return
        connection.isSwallowed = true
        client.end(Buffer.concat([chunk, adminShutdown]))
        server.destroy()
      })
    client.once('data', (chunk) => {
      connection.applicationName = /application_name\0([^\0]*)\0/.exec(chunk.toString('latin1'))?.[1]
    })
    client.on('data', () => {
      connection.usedAt = performance.now()
    })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (chunk) => connection.isSwallowed || to.write(chunk))
      from.on('close', () => {
        forwarded.delete(connection)
        if (!connection.isSwallowed) to.destroy()
      })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const url = new URL(address)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)

  return {
    /** The address of the same database, through the proxy. */
    url: url.href,

    /** Sets the mode for new connections; those that are open stay as they are. */
    set(next: Mode) {
      mode = next
    },

    /** Forwards new connections to another server, which takes over. */
    forwardTo(address: string) {
      target = address
      mode = 'forward'
    },

    /** Resets every open connection. */
    reset() {
      for (const { client, server } of forwarded) {
        client.resetAndDestroy()
        server.destroy()
      }
    },

    /** Ends every open connection in order, as a server that stops does. */
    end() {
      for (const { client, server } of forwarded) {
        client.end()
        server.destroy()
      }
    },

    /**
     * Makes open connections a black hole, for good: all of them, or at most `most` of those with a name, and first those that were used
     * last, which a pool uses next. Returns their number.
     */
    swallow(applicationName?: string, most = Number.POSITIVE_INFINITY) {
      const chosen = [...forwarded]
        .filter((connection) => !connection.isSwallowed)
        .filter((connection) => applicationName === undefined || connection.applicationName === applicationName)
        .toSorted((a, b) => b.usedAt - a.usedAt)
        .slice(0, most)
      for (const connection of chosen) connection.isSwallowed = true
      return chosen.length
    },

    async stop() {
      listener.close()
      for (const socket of sockets) socket.destroy()
      await once(listener, 'close')
    },
  }
}

export type DatabaseProxy = Awaited<ReturnType<typeof startProxy>>

/** The socket of an address: the embedded PostgreSQL listens on a Unix socket, whose folder stands in the address. */
function socketOf(address: string): net.NetConnectOpts {
  const { hostname, port, searchParams } = new URL(address)
  const folder = searchParams.get('host')
  return folder ? { path: path.join(folder, `.s.PGSQL.${port || 5432}`) } : { host: hostname, port: Number(port || 5432) }
}
