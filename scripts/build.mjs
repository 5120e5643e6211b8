import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { checkBudget } from './budget.mjs'
import { install } from './install.mjs'
import { exclusively } from './lock.mjs'
import { hasSources, programOf, project } from './project.mjs'
import { main, run, step } from './steps.mjs'

const dist = path.join(project, 'dist')
const common = ['package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs', 'scripts/budget.mjs']

const parts = {
  server: {
    title: 'Building the server',
    inputs: ['contract', 'database', 'server', 'tsconfig.json', 'tsconfig.build.json'],
    outputs: ['contract', 'database', 'server'],
    build: buildServer,
  },
  web: {
    title: 'Building the pages',
    inputs: ['contract', 'web', 'vite.config.ts', 'scripts/page-shells.ts', 'scripts/service-worker.ts', 'tsconfig.web.json'],
    outputs: ['web'],
    build: buildWeb,
  },
}

/** Builds the parts that changed. */
export async function build() {
  if (!hasSources || changedParts().length === 0) return
  await exclusively(async (guard) => {
    removeLeftovers()
    const outcomes = await Promise.allSettled(
      changedParts().map(([name, part]) => step(part.title, () => buildPart(name, part, guard))),
    )
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failure) throw failure.reason
  })
}

function changedParts() {
  return Object.entries(parts).filter(([name, part]) => {
    const stamp = stampOf(name)
    return !fs.existsSync(stamp) || fs.readFileSync(stamp, 'utf8') !== fingerprint(part)
  })
}

/** Builds a part into a folder of its own, which is swapped in when it is complete: an interrupted build leaves the old build or none. */
async function buildPart(name, part, guard) {
  const before = fingerprint(part)
  const fresh = path.join(dist, `.new-${name}`)
  await part.build(fresh, guard)
  fs.rmSync(stampOf(name), { force: true })
  for (const output of part.outputs) {
    fs.rmSync(path.join(dist, output), { recursive: true, force: true })
    fs.renameSync(path.join(fresh, output), path.join(dist, output))
  }
  fs.writeFileSync(stampOf(name), before)
  fs.rmSync(fresh, { recursive: true, force: true })
}

async function buildServer(fresh, guard) {
  await run('tsc', process.execPath, [programOf('typescript', 'tsc'), '-p', 'tsconfig.build.json', '--outDir', fresh], {
    onStart: guard,
  })
  for (const folder of parts.server.outputs) {
    for (const file of filesIn(folder).filter((file) => !/\.tsx?$/.test(file))) {
      fs.cpSync(path.join(project, file), path.join(fresh, file))
    }
  }
}

async function buildWeb(fresh, guard) {
  const pages = path.join(fresh, 'web')
  await run('vite build', process.execPath, [programOf('vite'), 'build', '--outDir', pages, '--emptyOutDir'], { onStart: guard })
  checkBudget(pages)
  await Promise.all(
    fs
      .readdirSync(pages, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name))
      .map((entry) => compress(path.join(entry.parentPath, entry.name))),
  )
}

async function compress(file) {
  const text = fs.readFileSync(file)
  if (text.length <= 1024) return
  const [brotli, gzip] = await Promise.all([
    promisify(zlib.brotliCompress)(text, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(zlib.gzip)(text, { level: 9 }),
  ])
  fs.writeFileSync(`${file}.br`, brotli)
  fs.writeFileSync(`${file}.gz`, gzip)
}

function fingerprint(part) {
  const hash = createHash('sha256')
  for (const file of [...common, ...part.inputs].flatMap(filesIn)) {
    hash.update(`${file}\n`).update(fs.readFileSync(path.join(project, file)))
  }
  return hash.digest('hex')
}

/** The files of a folder below the project (or the file itself), without tests, in a fixed order. */
function filesIn(place) {
  const full = path.join(project, place)
  if (!fs.existsSync(full)) return []
  if (fs.statSync(full).isFile()) return [place]
  return fs
    .readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)))
    .sort()
}

function stampOf(name) {
  return path.join(dist, `.${name}-stamp`)
}

function removeLeftovers() {
  for (const name of Object.keys(parts)) fs.rmSync(path.join(dist, `.new-${name}`), { recursive: true, force: true })
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    await install({ everything: false })
    await build()
  })
}
