import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { freePort } from './free-port.mjs'
import { install } from './install.mjs'
import { endWithParent } from './parent.mjs'
import { programOf, project } from './project.mjs'
import { CannotStart, main, step } from './steps.mjs'

const host = process.env.HOST || '127.0.0.1'
const port = Number(process.env.PORT || 3000)

endWithParent()
await main(async () => {
  await install({ everything: true })
  const closers = []
  stopOnSignal(closers)

  const database = process.env.DATABASE_URL ? {} : await openDatabase(closers)
  const apiPort = await freePort()
  const address = await step('Starting Vite', () => serveWeb(closers, apiPort))
  startApi(closers, apiPort, database, address)
})

async function openDatabase(closers) {
  const { tsImport } = await import('tsx/esm/api')
  const { defaultDataDir, openEmbedded } = await tsImport('../database/embedded.ts', import.meta.url)
  const dataDir = process.env.DATA_DIR || defaultDataDir(project, 'data')
  const database = await openEmbedded({ dataDir, step })
  closers.push(() => database.stop())
  return { DATABASE_URL: database.serverUrl, DATABASE_OWNER_URL: database.url }
}

/** Serves the one address that people use: pages come from Vite, everything else from the server behind it. */
async function serveWeb(closers, apiPort) {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: path.join(project, 'vite.config.ts'),
    logLevel: 'warn',
    server: {
      host,
      port,
      strictPort: true,
      proxy: {
        '/': {
          target: `http://127.0.0.1:${apiPort}`,
          changeOrigin: false,
          configure: answerWhileRestarting,
          bypass: whatViteServes,
        },
      },
    },
  })
  await vite.listen().catch((error) => {
    throw new CannotStart(`Cannot listen on ${host}:${port}: ${error.message}. Set PORT to another number.`)
  })
  closers.push(() => vite.close())
  return `http://${host}:${port}`
}

/** The path that Vite serves, or undefined where the server behind it does. */
function whatViteServes(request) {
  const [pathname] = request.url.split('?')
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') && !pathname.startsWith('/docs')
  if (isPage) return '/index.html'
  // The packages lie beside Vite's root, not in it.
  if (pathname.startsWith('/node_modules/')) return `/@fs${path.posix.join('/', project.replaceAll('\\', '/'), request.url)}`
  if (/^\/(@|web\/|contract\/)/.test(pathname)) return request.url
  const isFile = ['web', 'web/public'].some((folder) =>
    fs.statSync(path.join(project, folder, pathname), { throwIfNoEntry: false })?.isFile(),
  )
  return isFile ? request.url : undefined
}

function answerWhileRestarting(proxy) {
  proxy.on('error', (_error, _request, response) => {
    if (!response.writeHead || response.headersSent) return
    response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
    response.end(JSON.stringify({ message: 'The server is restarting.' }))
  })
}

function startApi(closers, apiPort, database, address) {
  const api = spawn(process.execPath, [programOf('tsx'), 'watch', '--clear-screen=false', 'scripts/dev-server.ts'], {
    cwd: project,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort), ...database },
    // The process has a group of its own: Ctrl-C is for this process, which then ends the others in order.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  api.stdout.on('data', (chunk) => process.stdout.write(String(chunk).replaceAll(`http://127.0.0.1:${apiPort}`, address)))
  closers.push(async () => {
    if (api.exitCode !== null || api.signalCode !== null) return
    api.kill('SIGTERM')
    await once(api, 'exit')
  })
}

function stopOnSignal(closers) {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), 9000).unref()
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer()
    process.exit(0)
  }
  process.on('SIGINT', stop).on('SIGTERM', stop)
}
