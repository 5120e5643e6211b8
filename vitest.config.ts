import { chromium } from '@playwright/test'
import tailwindcss from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumArguments, findChromium } from './scripts/chromium.mjs'
import { freePort } from './scripts/free-port.mjs'

const longTests = '**/*.long.test.ts'
const componentTests = 'web/**/*.component.test.tsx'
const executablePath = findChromium(chromium.executablePath())
const portals = `http://127.0.0.1:${await freePort()}`

export default defineConfig({
  test: {
    // Some wait for what a server does after seconds: a third goes on meanwhile.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    attachmentsDir: 'test-results/attachments',
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          globalSetup: ['testing/cluster.ts'],
          include: ['{contract,database,deploy,server,testing,faults,bench,scripts}/**/*.test.ts'],
          exclude: [longTests],
          // Each file has a database of its own and changes no module: loading them anew for each file took a third of the time.
          isolate: false,
          // For what hangs. Beside other work everything may be ten times slower.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 120_000 } },
        },
      },
      {
        // Real numbers, real time limits and random moments: for a machine that has nothing else to do.
        extends: true,
        test: {
          name: 'long',
          globalSetup: ['testing/cluster.ts'],
          include: ['{contract,database,deploy,server,faults,bench}/**/*.long.test.ts'],
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          hookTimeout: 300_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      { extends: true, test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], exclude: [componentTests] } },
      {
        extends: true,
        plugins: [tailwindcss()],
        // As in service: the development build of React takes twice as long.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        publicDir: 'web/public',
        define: { 'process.env.NODE_ENV': '"production"' },
        // Everything that a page may load later: a module that Vite finds first during a test would reload the page under it.
        optimizeDeps: {
          entries: ['web/main.tsx', 'testing/components/portal.ts', componentTests],
          include: ['axe-core', 'otpauth'],
        },
        // With the host and origin of the page: the server refuses other origins.
        server: { proxy: { '^/portal(-api|s)': { target: portals, changeOrigin: false } } },
        test: {
          name: 'components',
          globalSetup: ['testing/component-portals.ts'],
          setupFiles: ['testing/components/renders.ts'],
          env: { PORTALS_URL: portals, VITE_API_BASE: '/portal-api' },
          include: [componentTests],
          // As for the server: each file has a portal of its own, and the helper leaves every test with a fresh page.
          isolate: false,
          // For what hangs: a busy machine is slow, not wrong.
          testTimeout: 60_000,
          expect: { poll: { timeout: 30_000, interval: 100 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotDirectory: 'test-results/components',
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumArguments },
              // Larger than any viewport of a test: Vitest would scale what does not fit.
              contextOptions: { reducedMotion: 'reduce', viewport: { width: 1600, height: 1000 } },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
