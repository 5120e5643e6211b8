import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import type { BuildFiles } from '../web/service-worker/messages.ts'

/** Stands in index.html in the place of the version. */
const versionPlaceholder = '{build_version}'

/**
 * Writes service-worker.js with the names of the build's files, and its version into every page. It runs after page-shells.ts, whose pages
 * are part of the version: another page or another worker is another version too.
 */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const html = Object.values(bundle).filter((output) => output.type === 'asset' && output.fileName.endsWith('.html'))
      const pages = html as Rolldown.OutputAsset[]
      const publicFiles = readdirSync(join(root, 'public')).sort()
      const code = await compiled(join(root, 'service-worker/service-worker.ts'))
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const version = fingerprint([...names.sort(), code, ...pages.map(({ source }) => String(source))].join('\n'))
      for (const page of pages) page.source = String(page.source).replaceAll(versionPlaceholder, version)
      const files: BuildFiles = {
        version,
        files: [...names.filter((name) => name.endsWith('.css')), ...filesOfMembers(bundle)].map((name) => `/${name}`),
        plainFiles: publicFiles.filter((name) => name.endsWith('.svg')).map((name) => `/${name}`),
      }
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: `const build=${JSON.stringify(files)};${code}` })
    },
  }
}

/** What is of no use without the server, wherever it is opened: signing in and its security, what is offered once, and the writer of spreadsheets. */
const needsServer = /\/web\/(auth|entities\/(accounts|offers))\/|\/hucre\//

/**
 * The scripts that a member can use without a network: everything but the dashboard of administrators and its panels, a part of which heads of
 * department have, too.
 */
function filesOfMembers(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const administrators = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/dashboards/admin-dashboard.tsx'))
  if (!administrators) throw new Error('The dashboard of administrators is not loaded lazily.')
  const others = new Set([administrators.fileName, ...administrators.dynamicImports])
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || files.has(name) || others.has(name) || isLeftOut(chunk)) return
    files.add(name)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  for (const { fileName, isEntry } of chunks) if (isEntry) visit(fileName)
  return [...files].sort()
}

/** A page names the words of its language, and the worker stores those with it; the outbox has its own. */
function isLeftOut({ isDynamicEntry, moduleIds }: Rolldown.OutputChunk): boolean {
  return (
    isDynamicEntry && moduleIds.some((id) => needsServer.test(id) || /\/contract\/languages\/[\w-]+\/(first|later)\.ts$/.test(id))
  )
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** The worker compiled to one classic script: it cannot share files with the pages. */
async function compiled(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  })
  const [output] = [result].flat() as Rolldown.RolldownOutput[]
  const chunk = output?.output.find(({ type }) => type === 'chunk')
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not compiled.')
  return chunk.code
}
