import fs from 'node:fs'
import path from 'node:path'

/** A step of the recipe: a file that it adds, or text that it adds to a file below a line. */
type Step = { file: string; text: string; below: string | undefined }

/** The steps of docs/new-panel.md, in their order: a sentence that begins with New or In and names a file, and the code after it. */
export function stepsOf(page: string): Step[] {
  const steps = /^\*\*(New|In)[: ]+`([^`]+)`\*\*(?:,? below `([^`]+)`)?.*?\n```\w+\n(.*?)^```$/gms
  return [...page.matchAll(steps)].map(([, kind, file = '', below, text = '']) => ({
    file,
    text,
    below: kind === 'In' ? below : undefined,
  }))
}

function nextNumber(folder: string): string {
  const last = fs.readdirSync(folder).sort().at(-1) ?? '0000'
  return String(Number(last.slice(0, 4)) + 1).padStart(4, '0')
}

/** Does a step in a folder with the project. Returns the file. */
export function follow(project: string, { file, text, below }: Step): string {
  const name = file.replace('NNNN', () => nextNumber(path.join(project, path.dirname(file))))
  const full = path.join(project, name)
  if (below === undefined) {
    if (fs.existsSync(full)) throw new Error(`${name} is there already`)
    fs.mkdirSync(path.dirname(full), { recursive: true })
    fs.writeFileSync(full, text)
    return name
  }
  const lines = fs.readFileSync(full, 'utf8').split('\n')
  const at = lines.indexOf(below)
  if (at === -1 || at !== lines.lastIndexOf(below)) throw new Error(`${name} does not have this line once: ${below}`)
  lines.splice(at + 1, 0, text.trimEnd())
  fs.writeFileSync(full, lines.join('\n'))
  return name
}

/** Copies the sources to another folder, and links the packages: a cache that a tool writes beside them is its own. */
export function copyProject(from: string, to: string) {
  const left = new Set(['node_modules', 'dist', '.git', 'data', 'test-results', 'playwright-report', 'translations'])
  for (const name of fs.readdirSync(from).filter((one) => !left.has(one) && !one.startsWith('data-')))
    fs.cpSync(path.join(from, name), path.join(to, name), { recursive: true })
  fs.mkdirSync(path.join(to, 'node_modules'))
  for (const name of fs.readdirSync(path.join(from, 'node_modules')).filter((one) => !/^\.(vite|cache)/.test(one)))
    fs.symlinkSync(path.join(from, 'node_modules', name), path.join(to, 'node_modules', name))
}
