import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** Whether the sources are here. A container image holds the build and its packages, and nothing that they could be made from. */
export const hasSources = fs.existsSync(path.join(project, 'tsconfig.build.json'))

/** The path of a package's program, to be called with Node itself, which works alike on every system. */
export function programOf(packageName, program = packageName) {
  const home = path.join(project, 'node_modules', packageName)
  const { bin } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'))
  return path.join(home, typeof bin === 'string' ? bin : bin[program])
}
