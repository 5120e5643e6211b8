import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { findChromium, waysToInstallChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { programOf, project } from './project.mjs'
import { CannotStart, main, printError, run, step } from './steps.mjs'

const [part = 'all', ...rest] = process.argv.slice(2)
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-reports-'))
process.on('exit', () => fs.rmSync(reports, { recursive: true, force: true }))
const count = { passed: 0, failed: 0 }
const failures = []

const parts = {
  all: 'npm test',
  quick: 'test:quick',
  check: 'test:check',
  unit: 'test:unit',
  components: 'test:components',
  e2e: 'test:e2e',
  long: 'test:long',
}

await main(async () => {
  if (!(part in parts)) throw new CannotStart(`Say one of: ${Object.values(parts).join(', ')}.`)
  const runs = (...chosen) => part === 'all' || chosen.includes(part)
  await install({ everything: true })
  const withBrowser = runs('quick', 'components', 'e2e')
  const env = withBrowser ? { CHROMIUM_PATH: await haveChromium() } : {}

  // The build is left out for component tests, which run on the sources.
  await Promise.all([
    runs('check', 'quick') ? check() : undefined,
    part === 'components' ? undefined : attempt('the build', build),
  ])
  if (runs('unit')) await vitest('Unit and API tests', ['--project', 'server', '--project', 'web', ...rest])
  if (runs('components')) await vitest('Component tests', ['--project', 'components', ...rest], env)
  if (part === 'quick') await quick(env)
  if (runs('e2e')) await browser(env)
  if (part === 'long') await long()

  if (failures.length > 0) console.error(`\nNot in order: ${failures.join(', ')}.`)
  if (part !== 'check') console.log(`\n${count.passed} passed, ${count.failed} failed`)
  process.exit(failures.length > 0 ? 1 : 0)
})

/** The tests of the concepts that changed since main, by the names of their folders and files. */
async function quick(env) {
  const changed = changedSinceMain()
  if (changed.length === 0) return console.log('  Nothing changed since main.')
  await vitest('Tests of what changed', ['--project', 'server', '--project', 'web', '--project', 'components', ...changed], env)
}

function changedSinceMain() {
  const git = (...args) => execFileSync('git', args, { cwd: project, encoding: 'utf8' }).split('\n').filter(Boolean)
  const [base] = git('merge-base', 'main', 'HEAD')
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  const filters = files.flatMap((file) => {
    const [, runtime, concept] = /^(contract|database|server|web)\/(?:entities\/)?([\w-]+)/.exec(file) ?? []
    if (!runtime) return []
    return runtime === 'database' ? ['database/'] : [`/${concept}`]
  })
  return [...new Set(filters)]
}

/** The tests that need a quiet machine and time: real load, many faults, random calls, a rolling update, and the loss of machines. */
async function long() {
  await vitest('Load, faults and random calls', ['--project', 'long', ...rest], {
    FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '100',
  })
  if (rest.length > 0) return
  await attempt('rolling update', () => step('Rolling update', () => node('test:upgrade', 'scripts/test-upgrade.mjs', [])))
  const hasMachines = process.platform === 'linux' && process.getuid?.() === 0
  if (hasMachines) await attempt('cluster', () => step('Cluster', () => node('test:cluster', 'scripts/test-cluster.mjs', [])))
  else console.log('  – Cluster: only on Linux, as root (npm run test:cluster)')
}

/** Runs a part, and continues after a failure: one run reports everything that is wrong. */
async function attempt(name, work) {
  try {
    await work()
  } catch (error) {
    failures.push(name)
    printError(error)
  }
}

function node(title, program, args, env = {}) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }
  return run(title, process.execPath, [program, ...args], { env: { ...process.env, ...colours, ...env } })
}

async function check() {
  const typescript = programOf('typescript', 'tsc')
  await Promise.all([
    attempt('types', () =>
      step('Types', async () => {
        await node('tsc', typescript, ['-p', 'tsconfig.json'])
        await node('tsc', typescript, ['-p', 'tsconfig.web.json'])
        await node('tsc', typescript, ['-p', 'tsconfig.worker.json'])
        await node('tsc', typescript, ['-p', 'tsconfig.components.json'])
        await node('tsc', typescript, ['-p', 'tsconfig.e2e.json'])
      }),
    ),
    attempt('lint', () =>
      step('Lint and format', () => node('biome', programOf('@biomejs/biome', 'biome'), ['check', '--error-on-warnings'])),
    ).then(() => attempt('dead code', () => step('Dead code', () => node('knip', programOf('knip'), [])))),
  ])
}

async function vitest(name, chosen, env = {}) {
  const report = path.join(reports, `${name}.json`)
  const args = ['run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...chosen]
  await tests(
    name,
    report,
    // The figures of the faults are for people to read.
    async () => console.log((await node('vitest', programOf('vitest'), args, env)).match(/^ {2}• .*$/gm)?.join('\n') ?? ''),
    ({ numPassedTests, numFailedTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
    }),
  )
}

async function browser(env) {
  const report = path.join(reports, 'playwright.json')
  const args = ['test', '--pass-with-no-tests', '--reporter=list,json', ...rest]
  await tests(
    'Browser tests',
    report,
    () => node('playwright', programOf('@playwright/test', 'playwright'), args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
    }),
  )
}

async function tests(name, report, work, read) {
  let counted = { passed: 0, failed: 0 }
  const readReport = () => {
    if (fs.existsSync(report)) counted = read(JSON.parse(fs.readFileSync(report, 'utf8')))
  }
  await attempt(name.toLowerCase(), () =>
    step(
      name,
      () => work().finally(readReport),
      () => `${counted.passed} passed`,
    ),
  )
  // A file that cannot even be loaded has no tests to count.
  if (failures.includes(name.toLowerCase()) && counted.failed === 0) counted.failed = 1
  count.passed += counted.passed
  count.failed += counted.failed
}

async function haveChromium() {
  const { chromium } = await import('@playwright/test')
  const find = () => findChromium(chromium.executablePath())
  for (const commands of waysToInstallChromium(programOf('@playwright/test', 'playwright'), find())) {
    const before = find()
    await step('Installing Chromium', async () => {
      for (const [command, ...args] of commands) await run(command, command, args)
    }).catch(before ? () => {} : printError)
    if (find()) break
  }
  const found = find()
  if (found) return found
  throw new CannotStart(
    'The component and browser tests need Chromium: install it, or set CHROMIUM_PATH to its program (npm run test:unit runs without it).',
  )
}
