import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import { build, type Plugin, type Rolldown, runnerImport } from 'vite'
import { type Language, languages } from '../contract/languages/languages.ts'

/** The exports of web/shells.tsx. */
interface ShellsModule {
  shellsIn: (language: Language) => {
    words: { lang: string; dir: string; description: string; needsScript: string }
    shells: Record<string, { html: string; preload: readonly string[]; data?: string }>
  }
}

/**
 * Writes one HTML file per page and language, such as login.ckb.html: index.html with the page's shell, the styles and scripts that its
 * first paint needs, and a `modulepreload` link for each script it will import.
 */
export function pageShells(root: string): Plugin {
  return {
    name: 'page-shells',
    apply: 'build',
    // The plugin runs after Vite has put index.html into the bundle.
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
      const styles = new Map<string, string>()
      for (const language of languages) {
        const { words, shells } = module.shellsIn(language)
        const html = translated(withInlineScripts(String(index.source), root), english, words)
        for (const [page, { html: shell, preload, data }] of Object.entries(shells)) {
          if (shell.includes(' style='))
            this.error(`The shell of ${page} has a style attribute, and the Content-Security-Policy forbids it.`)
          const classes = classesIn(shell)
          const css = styles.get(classes.join()) ?? (await stylesFor(classes, root))
          styles.set(classes.join(), css)
          const links = filesOf(
            bundle,
            preload.map((name) => join(root, name)),
          )
            .filter((file) => !html.includes(file))
            .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
          // The attributes of the page's own request (web/http/api.ts), or the browser would ask twice.
          if (data) links.push(`<link rel="preload" as="fetch" crossorigin="use-credentials" href="${data}">`)
          if (preload.length > 0) links.push(...fontLinks(Object.keys(bundle), words.dir))
          this.emitFile({
            type: 'asset',
            fileName: `${page}.${language}.html`,
            source: withStyles(html, css)
              .replace('<!--shell-->', () => shell)
              .replace('</head>', () => `${links.join('')}</head>`),
          })
        }
      }
      delete bundle['index.html']
    },
  }
}

type Words = ReturnType<ShellsModule['shellsIn']>['words']

/** Translates index.html, which is in English. */
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

/** Writes the small scripts of web/public into the page: as files they would be requests that the first paint waits for. */
function withInlineScripts(html: string, root: string): string {
  return html.replace(
    /<script src="\/([\w-]+\.js)"><\/script>/g,
    (_, name) => `<script>${readFileSync(join(root, 'public', name), 'utf8')}</script>`,
  )
}

/** The styles of the shell are in the page, and the whole style sheet follows the shell: a browser paints what stands before it. */
function withStyles(html: string, styles: string): string {
  const [sheet = ''] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? []
  if (!sheet) throw new Error('index.html has no style sheet.')
  return html.replace(sheet, () => `<style>${styles}</style>`).replace('<noscript>', () => `${sheet}<noscript>`)
}

function classesIn(html: string): string[] {
  const classes = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.replaceAll('&amp;', '&').split(' '))
  // The server fills in which languages are hidden.
  const isOffered = classes.some((name) => name.startsWith('{hide_'))
  return [...new Set([...classes.filter((name) => !name.includes('{')), ...(isOffered ? ['hidden'] : [])])].sort()
}

/** The part of styles.css for these classes. Without the fonts: text is painted before they come. */
async function stylesFor(classes: readonly string[], root: string): Promise<string> {
  const source = readFileSync(join(root, 'styles.css'), 'utf8')
    .replace('@import "tailwindcss";', '@import "tailwindcss" source(none);')
    .replace('@import "./ui/fonts.css";\n', '')
  const entry = join(root, 'shells.css')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'shells.css',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? `${source}\n${classes.map((name) => `@source inline("${name}");`).join('\n')}` : undefined),
      },
      tailwindcss(),
    ],
    build: { write: false, rolldownOptions: { input: entry } },
  })
  const [output] = [result].flat() as Rolldown.RolldownOutput[]
  const css = output?.output.find(({ fileName }) => fileName.endsWith('.css'))
  if (css?.type !== 'asset') throw new Error('The styles of the shells were not compiled.')
  return String(css.source).trim()
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/**
 * Links to the two weights of the text, after the scripts: text that is there before its font may break into other lines, and move what is
 * below. The login page has no text that long, and opens sooner without them.
 */
function fontLinks(files: readonly string[], dir: string): string[] {
  const font = dir === 'rtl' ? /ibm-plex-sans-arabic-arabic-[45]00-/ : /ibm-plex-sans-latin-[45]00-/
  const fonts = files.filter((file) => font.test(file))
  if (fonts.length !== 2) throw new Error('The build does not have two weights of the text to preload.')
  return fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="/${file}">`)
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
