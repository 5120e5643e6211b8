import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, test as base } from '@playwright/test'
import type { Database } from '../database/connect.ts'
import { copyTemplate, type TestDatabase } from '../testing/template.ts'

export const { expect } = base

export const administrator = { username: 'admin', password: 'correct horse battery' }

export interface Portal {
  url: string
  /** A connection for preparing data without the UI. */
  sql: Database
  /** A second server on the same database, with further settings. */
  withSettings(settings: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }>
}

type Started = Portal & { stop(): Promise<void> }

/** The real build on a real database: one for each worker, because every test uses people and names of its own. */
export const test = base.extend<
  { portal: Portal; ownPortal: boolean; firstSteps: boolean },
  { portalOf: (file: string) => Promise<Portal>; contexts: Map<string, BrowserContext> }
>({
  /** True for a file that changes what all tests see: the current term, the rules, the settings. */
  ownPortal: [false, { option: true }],
  portalOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this pattern.
    async ({}, use) => {
      const portals = new Map<string, Promise<Started>>()
      await use((file) => {
        const portal = portals.get(file) ?? startPortal()
        portals.set(file, portal)
        return portal
      })
      for (const portal of portals.values()) await (await portal).stop()
    },
    { scope: 'worker' },
  ],
  // Starting a portal is not part of the time of a test.
  portal: [
    async ({ portalOf, ownPortal }, use, { file }) => use(await portalOf(ownPortal ? file : 'all files')),
    { timeout: 180_000 },
  ],
  baseURL: ({ portal }, use) => use(portal.url),

  /** Whether a new portal shows its first steps to administrators: they would stand above every list of users. */
  firstSteps: [false, { option: true }],

  // biome-ignore lint/correctness/noEmptyPattern: as above.
  contexts: [({}, use) => use(new Map()), { scope: 'worker' }],
  /**
   * A context without cookies, local storage or open pages of other tests; but the HTTP and compile caches stay, so that opening a page
   * takes a third of the time. Pages with intercepted requests bypass the cache.
   */
  context: async ({ browser, portal, contexts, contextOptions, timezoneId, viewport, firstSteps }, use) => {
    const kind = JSON.stringify({ url: portal.url, contextOptions, timezoneId, viewport, firstSteps })
    const options = { ...contextOptions, baseURL: portal.url, viewport, ...(timezoneId ? { timezoneId } : {}) }
    const context = contexts.get(kind) ?? (await browser.newContext(options))
    if (!firstSteps && !contexts.has(kind)) await context.addInitScript(() => localStorage.setItem('first_steps', 'later'))
    contexts.set(kind, context)
    await use(context)
    for (const page of context.pages()) await page.close()
    await context.clearCookies()
    await context.clearPermissions()
    const page = await context.newPage()
    await page.goto('/branding')
    await page.evaluate(() => localStorage.clear())
    await page.close()
  },
})

/** Starts a portal of its own for a file, with further settings. */
export async function startPortal(settings: Record<string, string> = {}): Promise<Started> {
  const database = await copyTemplate(process.env['TEST_CLUSTER_URL'] ?? '')
  const server = await startServer(database, settings)
  return {
    url: server.url,
    sql: database.sql,
    withSettings: (settings) => startServer(database, settings),
    stop: async () => {
      await server.stop()
      await database.drop()
    },
  }
}

async function startServer(
  database: TestDatabase,
  settings: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = spawn(process.execPath, [fileURLToPath(new URL('./serve.mjs', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: database.serverUrl,
      DATABASE_OWNER_URL: database.url,
      // The port is any free one; the server prints it.
      PORT: '0',
      ADMIN_USERNAME: administrator.username,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const url = await readAddress(server.stdout)
  const health = await fetch(`${url}/health`)
  if (!health.ok) throw new Error(`The portal is not well: ${health.status} ${await health.text()}`)
  return {
    url,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill('SIGTERM')
      await once(server, 'exit')
    },
  }
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const address = /is ready: (http:\S+)/.exec(line)?.[1]
    // Drains the rest of the output, or a full pipe would block the server.
    if (address) {
      output.resume()
      return address
    }
  }
  throw new Error('The portal ended while starting: what it wrote stands above.')
}
