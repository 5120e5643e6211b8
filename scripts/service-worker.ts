import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import type { BuildFiles } from '../web/service-worker/messages.ts'

/** Stands in index.html in the place of the version, and of the fingerprint of a file in web/public. */
const versionPlaceholder = '{build_version}'

/**
 * Writes service-worker.js with the names of the build's files, and its version into every page. After page-shells.ts, whose pages are part
 * of the version: another page or another worker is another version too.
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
      for (const page of pages) page.source = withFingerprints(String(page.source), root, publicFiles)
      const code = await compiled(join(root, 'service-worker/service-worker.ts'))
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/'))
      const version = fingerprint([...names.sort(), code, ...pages.map(({ source }) => String(source))].join('\n'))
      for (const page of pages) page.source = String(page.source).replaceAll(versionPlaceholder, version)
      const files: BuildFiles = {
        version,
        // A page names the words and the fonts of its language, and the worker stores those with it.
        files: names
          .filter((name) => /\.(js|css)$/.test(name) && !/\/(en|ckb|ar)-[^/]*\.js$/.test(name))
          .map((name) => `/${name}`),
        plainFiles: publicFiles.filter((name) => name.endsWith('.svg')).map((name) => `/${name}`),
      }
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: `const build=${JSON.stringify(files)};${code}` })
    },
  }
}

/** The scripts of web/public have no hash in their names: `?v=` makes them files of their version. */
function withFingerprints(html: string, root: string, publicFiles: readonly string[]): string {
  return publicFiles
    .filter((name) => name.endsWith('.js'))
    .reduce((text, name) => {
      if (!text.includes(`src="/${name}"`)) throw new Error(`index.html does not load ${name}.`)
      const content = readFileSync(join(root, 'public', name), 'utf8')
      return text.replace(`src="/${name}"`, `src="/${name}?v=${fingerprint(content)}"`)
    }, html)
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** One classic script: a worker cannot share files with the pages. */
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
