import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { buildSync } from 'esbuild'

const compiled = new Map<string, string>()

/** A module and its imports from the portal, as one file of JavaScript: only for running from sources, where esbuild is installed. */
export function compileModule(source: string, folder: string): string {
  const known = compiled.get(source)
  if (known) return known
  const { outputFiles } = buildSync({
    entryPoints: [source],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  })
  const [output] = outputFiles
  if (!output) throw new Error(`${source} compiles to nothing`)
  const name = `${basename(source, '.ts')}-${output.hash.replaceAll(/\W/g, '')}.mjs`
  const file = join(folder, name)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true })
    // Several processes may do this at once: the file is complete or not there.
    const part = `${file}.${process.pid}`
    writeFileSync(part, output.contents)
    renameSync(part, file)
  }
  compiled.set(source, file)
  return file
}
