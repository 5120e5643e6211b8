import fs from 'node:fs'
import path from 'node:path'
import { exclusively } from './lock.mjs'
import { hasSources, project } from './project.mjs'
import { run, step } from './steps.mjs'

const lockfile = path.join(project, 'package-lock.json')
/** npm's own record of what is in node_modules. */
const installedLockfile = path.join(project, 'node_modules', '.package-lock.json')

/** Runs `npm ci` if node_modules does not match package-lock.json. `everything` includes what only developing and testing need. */
export async function install({ everything }) {
  if (!hasSources || isInstalled(everything)) return
  await exclusively(async (guard) => {
    if (isInstalled(everything)) return
    // Development packages that are installed stay: a start must not take them away from an editor or a test run.
    const withDev = everything || Object.values(readPackages(installedLockfile)).some(({ dev }) => dev)
    await step('Installing packages', async () => {
      const { command, args } = npm()
      await run(
        'npm ci',
        command,
        [
          ...args,
          'ci',
          ...(withDev ? ['--include=dev'] : ['--omit=dev']),
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
    })
  })
}

function isInstalled(everything) {
  const installed = readPackages(installedLockfile)
  return Object.entries(readPackages(lockfile))
    .filter(([name, { dev, optional, devOptional }]) => name && !optional && !devOptional && (everything || !dev))
    .every(([name, { version }]) => installed[name]?.version === version)
}

function readPackages(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : {}
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
