import { createServer, request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, test } from './portal.ts'
import { addPerson, password, signIn } from './steps.ts'

/** In kB, headers included: what a member's first visit loads, and what is stored for opening the portal offline. */
const budget = 520

const ofAdministrators =
  /\/(admin-dashboard|(users|staff|activities|departments|terms|audit|settings|review|overview)-panel|import-dialog|\w+-later)-/

/** What needs the later words or the server alone: it is loaded when it is opened, and stored then. */
const ofLater =
  /\/(\w+-later|push-dialog|device-session|this-device|help-dialog|posting-timeline|what-next-dialog|passkeys|digest-item)-/

/** Between the browser and the portal: counts the bytes of every reply, those for the service worker included. */
async function startMeter(portalUrl: string) {
  const sockets: Socket[] = []
  const paths: string[] = []
  const server = createServer((incoming, reply) => {
    paths.push(incoming.url ?? '')
    const { method, headers } = incoming
    const outgoing = request(`${portalUrl}${incoming.url}`, { method, headers }, (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(reply)
    })
    outgoing.on('error', () => reply.destroy())
    reply.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    bytes: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

for (const [locale, foreign] of [
  ['en', /arabic|\/(ckb|ar)-/],
  ['ckb', /latin|\/(en|ar)-/],
] as const)
  test(`a member's first visit is within its budget, loads nothing twice and nothing of administrators: ${locale}`, async ({
    browser,
    portal,
  }) => {
    const meter = await startMeter(portal.url)
    const context = await browser.newContext({
      baseURL: meter.url,
      locale,
      viewport: { width: 390, height: 844 },
      serviceWorkers: 'allow',
    })
    try {
      const person = await addPerson(portal, 'staff')
      const page = await context.newPage()
      await page.goto('/')
      await page.locator('input[name=username]').fill(person.username)
      await page.locator('input[name=password]').fill(password)
      await page.locator('button[type=submit]').click()
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
      // Everything is stored.
      await page.evaluate(() => navigator.serviceWorker.ready)

      const files = meter.paths.filter((path) => path.startsWith('/assets/'))
      expect(files.filter((path, index) => files.indexOf(path) !== index)).toEqual([])
      expect(files.filter((path) => ofAdministrators.test(path))).toEqual([])
      expect(files.filter((path) => ofLater.test(path))).toEqual([])
      expect(files.filter((path) => foreign.test(path))).toEqual([])
      expect(meter.paths).toContain('/staff-dashboard')
      expect(meter.paths).not.toContain('/admin-dashboard')
      expect(Math.round(meter.bytes() / 1000)).toBeLessThanOrEqual(budget)
    } finally {
      await context.close()
      meter.stop()
    }
  })

test('a dashboard asks who is signed in while its scripts are on their way, and once', async ({ page, portal }) => {
  await signIn(page, await addPerson(portal, 'staff'))
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/auth/me') count += 1
  })
  const asked = page.waitForRequest('**/auth/me')
  await page.route('**/assets/*.js', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/staff-dashboard')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  expect(count).toBe(1)
})
