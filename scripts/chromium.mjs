import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

/** Chromium's engine without a window: the browser tests take two thirds of the time. */
const headlessShell = '/usr/bin/chromium-headless-shell'
const debianChromium = '/usr/bin/chromium'
const known = [
  headlessShell,
  debianChromium,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The arguments for the tests: in a container, as root, and without looking for updates. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium of this machine, if it has one. `ownBrowser` is where Playwright would have put its own. */
export function findChromium(ownBrowser) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return [...known, ownBrowser].find((file) => file && fs.existsSync(file))
}

/**
 * The ways to install Chromium here, best first: the system's package where we may install it, else Playwright's download. Beside Debian's
 * Chromium (`found`) its headless shell is worth a try.
 */
export function waysToInstallChromium(playwrightProgram, found) {
  const apt = (browser) => [
    ['apt-get', 'update'],
    ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '--no-install-recommends', browser, 'fonts-liberation'],
  ]
  const mayUseApt = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (found) return found === debianChromium && mayUseApt && !process.env.CHROMIUM_PATH ? [apt('chromium-headless-shell')] : []
  return [
    ...(mayUseApt ? [apt('chromium-headless-shell'), apt('chromium')] : []),
    [[process.execPath, playwrightProgram, 'install', 'chromium']],
  ]
}
