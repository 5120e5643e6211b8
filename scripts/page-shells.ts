import { join } from 'node:path'
import { type Plugin, type Rolldown, runnerImport } from 'vite'

/** As web/shells.tsx exports them. */
interface ShellsModule {
  shells: Record<string, { html: string; preload: readonly string[] }>
}

/** Writes one HTML file per page: index.html with the page's shell, and a `modulepreload` link for each script it will import. */
export function pageShells(root: string): Plugin {
  return {
    name: 'page-shells',
    apply: 'build',
    // After Vite has put index.html into the bundle.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') return this.error('index.html is missing.')
      const html = String(index.source)
      const { module } = await runnerImport<ShellsModule>(join(root, 'shells.tsx'), {
        root,
        configFile: false,
        logLevel: 'error',
      })
      for (const [page, { html: shell, preload }] of Object.entries(module.shells)) {
        if (shell.includes(' style='))
          this.error(`The shell of ${page} has a style attribute, and the Content-Security-Policy forbids it.`)
        const links = filesOf(
          bundle,
          preload.map((name) => join(root, name)),
        )
          .filter((file) => !html.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
        this.emitFile({
          type: 'asset',
          fileName: `${page}.html`,
          source: html.replace('<!--shell-->', () => shell).replace('</head>', () => `${links.join('')}</head>`),
        })
      }
    },
  }
}

/** The files of these modules, and of everything they import statically. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const files = new Set<string>()
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || files.has(chunk.fileName)) return
    files.add(chunk.fileName)
    for (const file of chunk.imports) visit(chunks.find(({ fileName }) => fileName === file))
  }
  for (const module of modules) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module)
    if (!chunk) throw new Error(`${module} is not imported lazily: it cannot be preloaded.`)
    visit(chunk)
  }
  return [...files]
}
