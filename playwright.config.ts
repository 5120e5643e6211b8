import { chromium, defineConfig } from '@playwright/test'
import { chromiumArguments, findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium(chromium.executablePath())

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/cluster.ts',
  // A file is the unit: it has a database and a server of its own.
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  // A busy machine is slow, not wrong.
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    trace: 'off',
    // It would answer for requests that a test intercepts; e2e/installed.spec.ts allows it.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: chromiumArguments,
    },
  },
})
