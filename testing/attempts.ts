import { execFileSync, fork, spawn } from 'node:child_process'
import dgram from 'node:dgram'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import http2 from 'node:http2'
import inspector from 'node:inspector'
import net, { connect, createServer } from 'node:net'
import os from 'node:os'
import tls from 'node:tls'
import { Worker } from 'node:worker_threads'

export interface Targets {
  /** The port of a server on this machine that accepts connections. */
  port: number
  /** The id of a process of the same user, with a secret in its environment. */
  process: number
  /** A file that exists, a program without content; and one that does not exist. */
  file: string
  newFile: string
  /** A native library for Node. */
  library: string
}

/** The attempts of code that runs where it should not. Each succeeds or throws. */
const attempts: Record<string, (targets: Targets) => unknown> = {
  'connects by TCP': async ({ port }) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  },
  'connects with a socket of its own': async ({ port }) => {
    const socket = new net.Socket().connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  },
  'connects by TLS': async ({ port }) => {
    const socket = tls.connect({ port, host: '127.0.0.1' })
    await once(socket, 'connect')
    socket.on('error', () => {}).destroy()
  },
  'sends a request by HTTP': async ({ port }) => {
    const request = http.get({ port, host: '127.0.0.1', agent: false })
    const [socket] = await once(request, 'socket')
    await once(socket, 'connect')
    request.on('error', () => {}).destroy()
  },
  'sends a request by HTTP/2': async ({ port }) => {
    const session = http2.connect(`http://127.0.0.1:${port}`)
    await once(session, 'connect')
    session.on('error', () => {}).destroy()
  },
  'sends a request by fetch': ({ port }) => fetch(`http://127.0.0.1:${port}`),
  'sends a datagram': ({ port }) =>
    new Promise<void>((resolve, reject) => {
      const socket = dgram.createSocket('udp4')
      socket.send('x', port, '127.0.0.1', (error) => {
        socket.close()
        if (error) reject(error)
        else resolve()
      })
    }),
  'looks up a name': () => dns.lookup('localhost'),
  'waits for connections': async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    server.close()
  },
  'opens a debugger': () => {
    inspector.open(0, '127.0.0.1')
    inspector.close()
  },
  'reads a file': ({ file }) => readFileSync(file),
  'opens a file': ({ file }) => openSync(file, 'r'),
  'lists a folder': () => readdirSync(os.tmpdir()),
  'writes a file': ({ newFile }) => writeFileSync(newFile, 'x'),
  'reads the environment of another process': ({ process: id }) => readFileSync(`/proc/${id}/environ`),
  'sends a signal': ({ process: id }) => process.kill(id, 0),
  'changes the priority of another process': ({ process: id }) => os.setPriority(id, os.getPriority(id)),
  'runs a program': () => execFileSync(process.execPath, ['--version']),
  'starts a program': async () => once(spawn(process.execPath, ['--version']), 'spawn'),
  'starts a process of Node': async ({ file }) => once(fork(file), 'spawn'),
  'starts a thread': async () => {
    const worker = new Worker('', { eval: true })
    await once(worker, 'online')
  },
  'reaches the bindings of Node': () => (process as unknown as { binding(name: string): unknown }).binding('tcp_wrap'),
  'loads a native library': ({ library }) => process.dlopen({ exports: {} }, library),
}

/** The outcome of each attempt: "done", or the code of its refusal. */
export async function tryAll(targets: Targets): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {}
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt(targets)
      outcomes[name] = 'done'
    } catch (error) {
      outcomes[name] = (error as NodeJS.ErrnoException).code ?? String(error)
    }
  }
  return outcomes
}
