import { join } from 'node:path'
import { type Plugin, type Rolldown, runnerImport } from 'vite'
import { type Language, languages } from '../contract/languages/languages.ts'

/** As web/shells.tsx exports them. */
interface ShellsModule {
  shellsIn: (language: Language) => {
    words: { lang: string; dir: string; description: string; needsScript: string }
    shells: Record<string, { html: string; preload: readonly string[] }>
  }
}

/**
 * Writes one HTML file per page and language, such as login.ckb.html: index.html with the page's shell, and a `modulepreload` link for
 * each script it will import.
 */
export function pageShells(root: string): Plugin {
  return {
    name: 'page-shells',
    apply: 'build',
    // After Vite has put index.html into the bundle.
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') return this.error('index.html is missing.')
      const { module } = await runnerImport<ShellsModule>(join(root, 'shells.tsx'), {
        root,
        configFile: false,
        logLevel: 'error',
      })
      const english = module.shellsIn('en').words
      for (const language of languages) {
        const { words, shells } = module.shellsIn(language)
        const inLanguage = translated(String(index.source), english, words)
        const html = words.dir === 'rtl' ? withArabicFonts(inLanguage, Object.keys(bundle)) : inLanguage
        for (const [page, { html: shell, preload }] of Object.entries(shells)) {
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
            fileName: `${page}.${language}.html`,
            source: html.replace('<!--shell-->', () => shell).replace('</head>', () => `${links.join('')}</head>`),
          })
        }
      }
      delete bundle['index.html']
    },
  }
}

type Words = ReturnType<ShellsModule['shellsIn']>['words']

/** index.html itself is in English. */
function translated(html: string, english: Words, words: Words): string {
  return [
    [`<html lang="${english.lang}" dir="${english.dir}">`, `<html lang="${words.lang}" dir="${words.dir}">`] as const,
    [english.description, escaped(words.description)] as const,
    [english.needsScript, escaped(words.needsScript)] as const,
  ].reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`index.html does not have: ${from}`)
    return text.replace(from, () => to)
  }, html)
}

/** Preloads the fonts of text and labels instead of the serif, which is not used in these languages. */
function withArabicFonts(html: string, files: readonly string[]): string {
  const fonts = files.filter((file) => /ibm-plex-sans-arabic-arabic-[45]00-/.test(file))
  if (fonts.length === 0) throw new Error('The build has no Arabic fonts to preload.')
  return html.replace(/<link rel="preload"[^>]*source-serif-4[^>]*>/, (serif) =>
    fonts.map((file) => serif.replace(/href="[^"]*"/, `href="/${file}"`)).join('\n    '),
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
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
