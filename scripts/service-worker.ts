import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
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

/**
 * What is of no use without the server, wherever it is opened: signing in and its security, what is offered once, choices of the account, and
 * the writer of spreadsheets.
 */
const needsServer = /\/web\/(auth|digest|entities\/(accounts|offers|push))\/|\/hucre\//

/**
 * What is loaded together with the later words (web/routing/lazy-component.tsx): without a network they are not there, and it could not be
 * opened. Once it was opened, both are stored.
 */
function withLaterWords(moduleIds: readonly string[]): ReadonlySet<string> {
  const loads = /lazyComponent\(\s*\(\) =>[^']*import\('([^']+)'\)\)?,\s*'\w+',\s*'all'/g
  const sources = moduleIds.filter((id) => /\/web\/[^?]*\.tsx?$/.test(id))
  return new Set(
    sources.flatMap((id) => [...readFileSync(id, 'utf8').matchAll(loads)].map(([, name = '']) => join(dirname(id), name))),
  )
}

/**
 * The scripts that a member can use without a network: everything but the dashboard of administrators and its panels, a part of which heads of
 * department have, too.
 */
function filesOfMembers(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const administrators = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/dashboards/admin-dashboard.tsx'))
  if (!administrators) throw new Error('The dashboard of administrators is not loaded lazily.')
  const others = new Set([administrators.fileName, ...administrators.dynamicImports])
  const later = withLaterWords(chunks.flatMap(({ moduleIds }) => moduleIds))
  const files = new Set<string>()
  // What is imported statically is needed. A chunk that is loaded lazily by one and shared by others is no entry of its own.
  const visit = (name: string, isLazy: boolean) => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || files.has(name) || others.has(name) || (isLazy && isLeftOut(chunk, later))) return
    files.add(name)
    for (const next of chunk.imports) visit(next, false)
    for (const next of chunk.dynamicImports) visit(next, true)
  }
  for (const { fileName, isEntry } of chunks) if (isEntry) visit(fileName, false)
  return [...files].sort()
}

/** A page names the words of its language, and the worker stores those with it; the outbox has its own. */
function isLeftOut({ facadeModuleId, moduleIds }: Rolldown.OutputChunk, later: ReadonlySet<string>): boolean {
  return (
    later.has(facadeModuleId ?? '') ||
    moduleIds.some((id) => needsServer.test(id) || /\/contract\/languages\/[\w-]+\/(first|later)\.ts$/.test(id))
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
