import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { exclusively } from './lock.mjs'
import { project } from './project.mjs'
import { run, step } from './steps.mjs'

const stamp = path.join(project, 'node_modules', '.staff-portal-lock')

/** Installs what package-lock.json says, unless it is installed. `everything` includes what only developing and testing need. */
export async function install({ everything }) {
  if (isInstalled(everything)) return
  await exclusively(async (guard) => {
    if (isInstalled(everything)) return
    await step('Installing packages', async () => {
      const { command, args } = npm()
      await run(
        'npm ci',
        command,
        [
          ...args,
          'ci',
          ...(everything ? ['--include=dev'] : ['--omit=dev']),
          '--include=optional',
          // No install script is needed here, so none of the dependencies' runs either.
          '--ignore-scripts',
          '--no-audit',
          '--no-fund',
          '--no-update-notifier',
          '--loglevel=error',
        ],
        { onStart: guard },
      )
      fs.writeFileSync(stamp, fingerprint(everything))
    })
  })
}

function isInstalled(everything) {
  if (!fs.existsSync(stamp)) return false
  const installed = fs.readFileSync(stamp, 'utf8')
  return installed === fingerprint(true) || (!everything && installed === fingerprint(false))
}

function fingerprint(everything) {
  const lockfile = createHash('sha256')
    .update(fs.readFileSync(path.join(project, 'package-lock.json')))
    .digest('hex')
  const [nodeMajor] = process.versions.node.split('.')
  return [lockfile, process.platform, process.arch, `node${nodeMajor}`, everything ? 'everything' : 'to-run'].join(' ')
}

function npm() {
  const beside = path.dirname(process.execPath)
  const known = [
    process.env.npm_execpath,
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((file) => file?.endsWith('npm-cli.js') && fs.existsSync(file))
  return known ? { command: process.execPath, args: [known] } : { command: 'npm', args: [] }
}
