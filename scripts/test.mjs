import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { findChromium, waysToInstallChromium } from './chromium.mjs'
import { install } from './install.mjs'
import { programOf } from './project.mjs'
import { CannotStart, main, printError, run, step } from './steps.mjs'

const [part = 'all', ...rest] = process.argv.slice(2)
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-reports-'))
process.on('exit', () => fs.rmSync(reports, { recursive: true, force: true }))
const count = { passed: 0, failed: 0 }
const failures = []

await main(async () => {
  if (!['all', 'check', 'unit', 'e2e', 'faults'].includes(part)) {
    throw new CannotStart('Say one of: npm test, npm run test:check, test:unit, test:e2e, test:faults.')
  }
  await install({ everything: true })
  const withCheck = part === 'all' || part === 'check'
  const withBrowser = part === 'all' || part === 'e2e'
  const chromium = withBrowser ? await haveChromium() : undefined

  await Promise.all([withCheck ? check() : undefined, attempt('the build', build)])
  if (part === 'all' || part === 'unit') await unit('Unit and API tests', rest)
  if (part === 'faults') await unit('Faults', ['faults/', ...rest], { FAULT_ROUNDS: process.env.FAULT_ROUNDS ?? '100' })
  if (withBrowser) await browser(chromium)

  if (failures.length > 0) console.error(`\nNot in order: ${failures.join(', ')}.`)
  if (part !== 'check') console.log(`\n${count.passed} passed, ${count.failed} failed`)
  process.exit(failures.length > 0 ? 1 : 0)
})

/** Continues after a failure: one run reports everything that is wrong. */
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

async function unit(name, chosen, env = {}) {
  const report = path.join(reports, 'vitest.json')
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

async function browser(chromium) {
  const report = path.join(reports, 'playwright.json')
  const env = { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['test', '--pass-with-no-tests', '--reporter=list,json', ...rest]
  await tests(
    'Browser tests',
    report,
    () => node('playwright', programOf('@playwright/test', 'playwright'), args, env),
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
    'The browser tests need Chromium: install it, or set CHROMIUM_PATH to its program (npm run test:unit runs without it).',
  )
}
