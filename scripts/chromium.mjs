import { spawnSync } from 'node:child_process'
import fs from 'node:fs'

const known = [
  // The same engine without a window: the browser tests take two thirds of the time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The Chromium of this machine, if it has one. `ownBrowser` is where Playwright would have put its own. */
export function findChromium(ownBrowser) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  return [...known, ownBrowser].find((file) => file && fs.existsSync(file))
}

/** How to get one here, best first: the system's package where we may install it, else Playwright's download. */
export function waysToInstallChromium(playwrightProgram) {
  const apt = (browser) => [
    ['apt-get', 'update'],
    ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '--no-install-recommends', browser, 'fonts-liberation'],
  ]
  const mayUseApt = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  return [
    ...(mayUseApt ? [apt('chromium-headless-shell'), apt('chromium')] : []),
    [[process.execPath, playwrightProgram, 'install', 'chromium']],
  ]
}
