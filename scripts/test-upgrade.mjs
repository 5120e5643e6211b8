import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { programOf, project } from './project.mjs'
import { CannotStart, main, run, step } from './steps.mjs'

// A rolling update has servers of two releases on one database. Both must serve, so the previous release is built from the history, started
// beside this one, and its own API tests run on the tables and functions of this one.

const release = process.argv[2] ?? fs.readFileSync(path.join(project, 'testing/previous-release'), 'utf8').trim()
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portal-previous-'))
// The account of PostgreSQL passes through this folder.
fs.chmodSync(folder, 0o711)
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }))

const inFolder = (...parts) => path.join(folder, ...parts)

function checkOut() {
  try {
    const archive = execFileSync('git', ['archive', release], {
      cwd: project,
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
  } catch {
    throw new CannotStart(`The release ${release} is not in the history of this checkout: git fetch --unshallow --tags.`)
  }
  const [before, now] = [folder, project].map((home) => fs.readFileSync(path.join(home, 'package-lock.json'), 'utf8'))
  // The same packages need no second copy; others are installed by its own build.
  if (before === now) fs.symlinkSync(path.join(project, 'node_modules'), inFolder('node_modules'))
}

await main(async () => {
  await install({ everything: true })
  await build()
  await step(`Checking out ${release.slice(0, 12)}`, async () => checkOut())
  await step('Building it', () => run('its build', process.execPath, [inFolder('scripts/build.mjs')]))
  await step('Both releases on one database', async () => {
    const env = { ...process.env, NO_COLOR: '1', PREVIOUS_RELEASE: folder }
    const output = await run('vitest', process.execPath, [programOf('vitest'), 'run', 'faults/rolling-update.test.ts'], { env })
    console.log(`\n${output.match(/^ {2}• .*$/gm)?.join('\n')}`)
  })
  for (const sql of ['migrations', 'functions']) {
    fs.rmSync(inFolder('database', sql), { recursive: true })
    fs.cpSync(path.join(project, 'database', sql), inFolder('database', sql), { recursive: true })
  }
  // The functions are written as this release runs them, with its languages.
  const { knownFunctions } = await import('../dist/database/migrate.js')
  for (const { name, text } of knownFunctions()) fs.writeFileSync(inFolder('database/functions', name), text)
  await step("The previous release's API tests on the new schema", async () => {
    await run('its dependencies', process.execPath, [
      '--input-type=module',
      '-e',
      `import { install } from ${JSON.stringify(inFolder('scripts/install.mjs'))}; await install({ everything: true })`,
    ])
    const vitest = path.join(folder, path.relative(project, programOf('vitest')))
    await run(
      'vitest',
      process.execPath,
      [vitest, 'run', '--root', folder, '--project', 'server', '--testTimeout', '60000', '.routes.test.ts'],
      {
        env: { ...process.env, NO_COLOR: '1' },
      },
    )
  })
})
